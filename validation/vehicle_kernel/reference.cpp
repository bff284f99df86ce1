#include "reference.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

namespace lanewise::test::reference {
namespace {

struct Body {
    Vec3 velocity, spin;
    double inverse_mass = 0;
    Mat3 inverse_inertia{};

    void push(const Vec3& impulse, const Vec3& arm) {
        velocity += inverse_mass * impulse;
        spin += inverse_inertia * cross(arm, impulse);
    }
    [[nodiscard]] Vec3 at(const Vec3& arm) const { return velocity + cross(spin, arm); }
    /// Change of the speed along d at an arm for a unit impulse along d.
    [[nodiscard]] double response(const Vec3& d, const Vec3& arm) const {
        return inverse_mass + dot(cross(arm, d), inverse_inertia * cross(arm, d));
    }
};

/// The chassis and the grounds of a car. A ground that does not give way is one of its own.
struct Bodies {
    Body chassis;
    std::map<std::size_t, Body> grounds;  // by the wheel, or by the group's first wheel
};

std::size_t ground_of(const Car& car, std::size_t i) {
    const double group = car.wheels[i].support_group[0];
    return group >= 0 ? static_cast<std::size_t>(group) : i;
}

bool is_free(const Car::Wheel& w) {
    return w.support_group[0] >= 0 && w.support_free[0] > 0;
}

/// Everything after its kick, before springs and tires.
Bodies predict(const Car& car) {
    Bodies bodies;
    bodies.chassis = {vec(car.body.velocity) + vec(car.body.kick_v),
                      vec(car.body.spin) + vec(car.body.kick_w), car.body.inverse_mass[0],
                      matrix(car.body.inverse_inertia)};
    for (std::size_t i = 0; i < car.wheels.size(); ++i) {
        const Car::Wheel& w = car.wheels[i];
        Body ground{vec(w.support_velocity), vec(w.support_spin)};
        if (w.support_group[0] >= 0) {
            ground.inverse_mass = w.support_inverse_mass[0];
            ground.inverse_inertia = matrix(w.support_inverse_inertia);
        }
        if (is_free(w)) {
            ground.velocity += vec(w.support_kick_v);
            ground.spin += vec(w.support_kick_w);
        }
        bodies.grounds[ground_of(car, i)] = ground;
    }
    return bodies;
}

/// The springs of one step on the chassis, and on grounds that nothing holds.
void push_springs(const Car& car, double h, Bodies& bodies) {
    for (std::size_t i = 0; i < car.wheels.size(); ++i) {
        const Car::Wheel& w = car.wheels[i];
        if (w.touching[0] == 0) continue;
        const Vec3 impulse = h * w.suspension_force[0] * vec(w.normal);
        bodies.chassis.push(impulse, vec(w.contact) + vec(w.force_offset));
        if (is_free(w))
            bodies.grounds[ground_of(car, i)].push(-impulse,
                                                   vec(w.support_arm) + vec(w.force_offset));
    }
}

/// Spring, damper, stop and bar of a wheel. Speeds are of the wheel against the chassis, along the
/// ground's normal: compression is at -speed / cosine.
struct Spring {
    bool touches = false;
    double cosine = 1, x = 0, rate = 0, preload = 0, damping = 0, travel = 0, bar = 0, twist = 0;

    /// Force = rest + slope * speed + partner_slope * the partner's speed.
    struct Law {
        double rest, slope, partner_slope;
    };
    [[nodiscard]] Law law(bool stopped, double partner_cosine, double h) const {
        Law law{rate * x + preload + bar * twist, -(rate * h + damping + bar * h) / cosine,
                bar * h / std::sqrt(cosine * partner_cosine)};
        if (stopped) {
            law.rest += 20 * rate * (x - travel);
            law.slope -= stop_slope(h);
        }
        return law;
    }
    [[nodiscard]] double stop_slope(double h) const {
        return (20 * rate * h + (x > travel ? 2 * damping : 0)) / cosine;
    }
    [[nodiscard]] double stop(double speed, double h) const {
        return 20 * rate * (x - travel) - stop_slope(h) * speed;
    }
};

/// Solves m x = r with the largest pivots.
std::vector<double> solve_dense(std::vector<std::vector<double>> m, std::vector<double> r) {
    const std::size_t n = r.size();
    for (std::size_t i = 0; i < n; ++i) {
        std::size_t pivot = i;
        for (std::size_t k = i; k < n; ++k)
            if (std::fabs(m[k][i]) > std::fabs(m[pivot][i])) pivot = k;
        std::swap(m[i], m[pivot]);
        std::swap(r[i], r[pivot]);
        for (std::size_t k = i + 1; k < n; ++k) {
            const double factor = m[k][i] / m[i][i];
            for (std::size_t c = i; c < n; ++c) m[k][c] -= factor * m[i][c];
            r[k] -= factor * r[i];
        }
    }
    for (std::size_t i = n; i-- > 0;) {
        for (std::size_t k = i + 1; k < n; ++k) r[i] -= m[i][k] * r[k];
        r[i] /= m[i][i];
    }
    return r;
}

Spring spring_of(const Car& car, std::size_t i) {
    const Car::Wheel& w = car.wheels[i];
    Spring s;
    s.touches = w.touching[0] > 0;
    s.cosine = std::max(-dot(vec(w.axis), vec(w.normal)), 0.2);
    s.x = w.compression[0];
    s.rate = w.spring_rate[0];
    s.preload = w.spring_preload[0];
    s.damping = w.damping[0];
    s.travel = w.travel[0];
    if ((i ^ 1) < car.wheels.size() && car.wheels[i ^ 1].touching[0] > 0) {
        s.bar = car.wheels[i & ~std::size_t(1)].roll_bar[0];
        s.twist = s.x - car.wheels[i ^ 1].compression[0];
    }
    return s;
}

/// Normal speeds answer the springs by v = g + h W F.
struct Answer {
    std::vector<double> g;
    std::vector<std::vector<double>> response;  // W
};

Answer answer_of(const Car& car, double h) {
    const std::size_t n = car.wheels.size();
    Bodies bodies = predict(car);
    for (const Car::Wheel& w : car.wheels)
        if (w.touching[0] > 0) bodies.chassis.push(h * vec(w.tire_force), vec(w.contact));
    const auto speeds = [&](const Bodies& at) {
        std::vector<double> result;
        for (std::size_t i = 0; i < n; ++i) {
            const Car::Wheel& w = car.wheels[i];
            const Vec3 offset = vec(w.force_offset);
            result.push_back(
                dot(vec(w.normal),
                    at.chassis.at(vec(w.contact) + offset) -
                        at.grounds.at(ground_of(car, i)).at(vec(w.support_arm) + offset)));
        }
        return result;
    };
    Answer answer{speeds(bodies), std::vector(n, std::vector<double>(n))};
    // Column k: what a unit impulse does to bodies at rest.
    Bodies resting = bodies;
    resting.chassis.velocity = resting.chassis.spin = {};
    for (auto& [number, ground] : resting.grounds) ground.velocity = ground.spin = {};
    for (std::size_t k = 0; k < n; ++k) {
        Bodies after = resting;
        const Car::Wheel& w = car.wheels[k];
        const Vec3 unit = vec(w.normal), offset = vec(w.force_offset);
        after.chassis.push(unit, vec(w.contact) + offset);
        if (is_free(w)) after.grounds[ground_of(car, k)].push(-unit, vec(w.support_arm) + offset);
        const std::vector<double> column = speeds(after);
        for (std::size_t i = 0; i < n; ++i) answer.response[i][k] = column[i];
    }
    return answer;
}

/// A wheel presses or is let go, with its stop reached or not.
struct Set {
    bool presses, stopped;
};

/// Forces if the wheels were in these sets, as they would be; false if the result contradicts them.
/// What is unknown is how fast each wheel moves: with the ground if it presses, and at which speed
/// it has no force if it hangs.
bool try_sets(const std::vector<Spring>& springs, const Answer& answer,
              const std::vector<Set>& sets, double h, std::vector<double>& force) {
    const std::size_t n = springs.size();
    std::vector<double> rest(n);
    std::vector<std::vector<double>> slope(n, std::vector<double>(n));
    for (std::size_t i = 0; i < n; ++i) {
        if (!springs[i].touches) continue;
        const std::size_t partner = i ^ 1;
        const bool has_partner = partner < n && springs[partner].touches;
        const Spring::Law law =
            springs[i].law(sets[i].stopped, has_partner ? springs[partner].cosine : 1, h);
        rest[i] = law.rest;
        slope[i][i] = law.slope;
        if (has_partner) slope[i][partner] = law.partner_slope;
    }
    std::vector<std::vector<double>> m(n, std::vector<double>(n));
    std::vector<double> r(n);
    for (std::size_t i = 0; i < n; ++i) {
        if (!springs[i].touches) {
            m[i][i] = 1;
            continue;
        }
        if (!sets[i].presses) {
            m[i] = slope[i];
            r[i] = -rest[i];
            continue;
        }
        m[i][i] = 1;
        r[i] = answer.g[i];
        for (std::size_t k = 0; k < n; ++k) {
            if (!sets[k].presses) continue;
            r[i] += h * answer.response[i][k] * rest[k];
            for (std::size_t j = 0; j < n; ++j) m[i][j] -= h * answer.response[i][k] * slope[k][j];
        }
    }
    const std::vector<double> speed = solve_dense(m, r);
    for (std::size_t i = 0; i < n; ++i) {
        force[i] = 0;
        if (!sets[i].presses) continue;
        force[i] = rest[i];
        for (std::size_t j = 0; j < n; ++j) force[i] += slope[i][j] * speed[j];
    }
    double largest = 1;
    for (const double f : force) largest = std::max(largest, std::fabs(f));
    const double slack = 1e-9 * largest;
    for (std::size_t i = 0; i < n; ++i) {
        if (!springs[i].touches) continue;
        const bool is_stopped = springs[i].stop(speed[i], h) > 0;
        if (is_stopped != sets[i].stopped) return false;
        if (force[i] < -slack) return false;
        if (sets[i].presses) continue;
        // The ground must not overtake a wheel that hangs.
        double ground = answer.g[i];
        for (std::size_t k = 0; k < n; ++k) ground += h * answer.response[i][k] * force[k];
        if (ground < speed[i] - 1e-9 * (1 + std::fabs(speed[i]))) return false;
    }
    return true;
}

/// Tries all cases; one of them is right.
void solve_springs(Car& car, double h) {
    const std::size_t n = car.wheels.size();
    const Answer answer = answer_of(car, h);
    std::vector<Spring> springs;
    std::vector<std::vector<Set>> choices;
    for (std::size_t i = 0; i < n; ++i) {
        springs.push_back(spring_of(car, i));
        if (springs[i].touches)
            choices.push_back({{true, false}, {true, true}, {false, false}, {false, true}});
        else
            choices.push_back({{false, false}});
    }
    std::vector<std::size_t> choice(n);
    std::vector<Set> sets(n);
    std::vector<double> force(n);
    for (;;) {
        for (std::size_t i = 0; i < n; ++i) sets[i] = choices[i][choice[i]];
        if (try_sets(springs, answer, sets, h, force)) break;
        std::size_t i = 0;
        while (i < n && ++choice[i] == choices[i].size()) choice[i++] = 0;
        if (i == n) {
            force.assign(n, std::numeric_limits<double>::quiet_NaN());
            break;
        }
    }
    for (std::size_t i = 0; i < n; ++i) car.wheels[i].suspension_force[0] = force[i];
}

struct Tire {
    Vec3 along, across;
    double limit = 0, low = 0, high = 0, cap = 0;
    double forward = 0, lateral = 0;  // impulses
    bool locked = false;
};

Tire tire_of(Car::Wheel& w, const Vec3& slide, const Vec3& gravity, double h) {
    constexpr double infinity = std::numeric_limits<double>::infinity();
    Tire t;
    const Vec3 n = vec(w.normal), flat = vec(w.heading) - dot(vec(w.heading), n) * n;
    t.along = flat / std::sqrt(dot(flat, flat));
    t.across = cross(n, t.along);
    const double u = dot(slide, t.along), v = dot(slide, t.across);
    w.load[0] = (1 - w.load_ratio[0]) * w.static_share[0] * std::fabs(dot(gravity, n)) +
                w.load_ratio[0] * w.suspension_force[0];
    w.limit[0] = w.grip[0] * w.friction[0] * w.load[0];
    t.limit = w.limit[0] * h;
    w.slip_angle[0] = std::atan2(v, std::max(std::fabs(u), 1e-6));
    if (w.airborne[0] > 0) w.extra_spin[0] = w.spin[0] - u / w.radius[0];
    double drive = (w.drive_torque[0] * h + w.inertia[0] * w.extra_spin[0]) / w.radius[0];
    if (w.traction_control[0] > 0) drive = std::clamp(drive, -t.limit, t.limit);
    double brake = w.brake_torque[0] * h / w.radius[0];
    if (w.abs_enabled[0] > 0) brake = std::min(brake, t.limit);
    t.locked = brake > t.limit;
    t.low = t.locked ? -infinity : drive - brake;
    t.high = t.locked ? infinity : drive + brake;
    t.cap = t.locked ? infinity : w.cornering[0] * std::fabs(w.slip_angle[0]) * h;
    if (w.skidding[0] > 0) t.cap = std::min(t.cap, w.side_slip_modifier[0] * t.limit);
    return t;
}

void finish_wheel(Car::Wheel& w, const Tire& t, double u, double v, double h) {
    w.forward_force[0] = t.forward / h;
    w.lateral_force[0] = t.lateral / h;
    assign(w.tire_force, (t.forward * t.along + t.lateral * t.across) / h);
    const bool on_circle = t.limit > 0 && std::hypot(t.forward, t.lateral) >= 0.999 * t.limit;
    double extra = 0;
    if (!t.locked && w.traction_control[0] == 0) {
        const double most = std::max(w.max_wheelspin[0], std::fabs(w.extra_spin[0]));
        double left = 0;
        if (t.forward < t.low) left = t.low - t.forward;
        if (t.forward > t.high) left = t.high - t.forward;
        extra = std::clamp(left * w.radius[0] / w.inertia[0], -most, most);
    }
    w.spin[0] = t.locked ? 0 : u / w.radius[0] + extra;
    w.extra_spin[0] = extra;
    w.airborne[0] = 0;
    const double slip = t.locked ? -u : extra * w.radius[0];
    w.slip_ratio[0] = slip / std::max(std::fabs(u), 0.1);
    w.slipping[0] = std::fabs(slip) > w.slip_threshold[0] ? 1 : 0;
    w.skidding[0] = on_circle && std::fabs(v) > w.skid_threshold[0] ? 1 : 0;
    w.locked[0] = on_circle && t.locked ? 1 : 0;
}

void fly(Car::Wheel& w, double h) {
    w.spin[0] += w.drive_torque[0] / w.inertia[0] * h;
    const double stop = w.brake_torque[0] / w.inertia[0] * h;
    w.spin[0] = std::copysign(std::max(std::fabs(w.spin[0]) - stop, 0.0), w.spin[0]);
    w.extra_spin[0] = 0;
    w.airborne[0] = 1;
    w.load[0] = w.limit[0] = w.forward_force[0] = w.lateral_force[0] = 0;
    w.slip_angle[0] = w.slip_ratio[0] = w.slipping[0] = w.skidding[0] = w.locked[0] = 0;
    assign(w.tire_force, {});
}

}  // namespace

void solve_tires(Car& car, double h, int passes) {
    Bodies bodies = predict(car);
    push_springs(car, h, bodies);
    const std::size_t n = car.wheels.size();
    std::vector<Tire> tires(n);
    const auto slide = [&](std::size_t i) {
        const Car::Wheel& w = car.wheels[i];
        return bodies.chassis.at(vec(w.contact)) -
               bodies.grounds[ground_of(car, i)].at(vec(w.support_arm));
    };
    for (std::size_t i = 0; i < n; ++i)
        if (car.wheels[i].touching[0] > 0)
            tires[i] = tire_of(car.wheels[i], slide(i), vec(car.body.gravity), h);
    for (int pass = 0; pass < passes; ++pass)
        for (std::size_t i = 0; i < n; ++i) {
            const Car::Wheel& w = car.wheels[i];
            if (w.touching[0] == 0) continue;
            Tire& t = tires[i];
            Body& ground = bodies.grounds[ground_of(car, i)];
            const Vec3 arm = vec(w.contact), ground_arm = vec(w.support_arm), s = slide(i);
            const auto mass = [&](const Vec3& d) {
                return 1 / (bodies.chassis.response(d, arm) + ground.response(d, ground_arm));
            };
            double forward = std::clamp(t.forward - mass(t.along) * dot(s, t.along), t.low, t.high);
            double lateral =
                std::clamp(t.lateral - mass(t.across) * dot(s, t.across), -t.cap, t.cap);
            const double size = std::hypot(forward, lateral);
            if (size > t.limit) {
                forward *= t.limit / size;
                lateral *= t.limit / size;
            }
            const Vec3 impulse = (forward - t.forward) * t.along + (lateral - t.lateral) * t.across;
            bodies.chassis.push(impulse, arm);
            ground.push(-impulse, ground_arm);
            t.forward = forward;
            t.lateral = lateral;
        }
    Vec3 force, torque;
    for (std::size_t i = 0; i < n; ++i) {
        Car::Wheel& w = car.wheels[i];
        if (w.touching[0] > 0) {
            const Vec3 s = slide(i);
            finish_wheel(w, tires[i], dot(s, tires[i].along), dot(s, tires[i].across), h);
        } else {
            fly(w, h);
        }
        force += vec(w.tire_force);
        torque += cross(vec(w.contact), vec(w.tire_force));
    }
    assign(car.body.force, force);
    assign(car.body.torque, torque);
}

void update(Car& car, double h, int passes) {
    solve_springs(car, h);
    solve_tires(car, h, passes);
    Vec3 force = vec(car.body.force), torque = vec(car.body.torque);
    for (const Car::Wheel& w : car.wheels) {
        if (w.touching[0] == 0) continue;
        const Vec3 spring = w.suspension_force[0] * vec(w.normal);
        force += spring;
        torque += cross(vec(w.contact) + vec(w.force_offset), spring);
    }
    const Vec3 v = vec(car.body.velocity);
    const double speed = std::sqrt(dot(v, v));
    force -= std::min(car.body.drag[0] * speed, car.body.mass[0] / h) * v;
    const double ahead = dot(v, vec(car.body.forward));
    force -= car.body.downforce[0] * ahead * ahead * vec(car.body.up);
    assign(car.body.force, force);
    assign(car.body.torque, torque);
}

}  // namespace lanewise::test::reference
