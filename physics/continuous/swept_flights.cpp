#include <lanewise/physics/continuous/swept_flights.hpp>
#include <lanewise/physics/continuous/swept_frame.hpp>

#include <algorithm>
#include <array>
#include <limits>

namespace lanewise::detail {

namespace {

constexpr double k_never = std::numeric_limits<double>::infinity();
/// Bodies farther than this share of their radius from a surface have left it.
constexpr double k_left = 0x1p-30;

double time_of(const SweepHit& hit, double time, double step) noexcept {
    if (!hit) return k_never;
    return hit.fraction < 1 ? time + hit.fraction * (step - time) : step;
}

Vec3 same_in_all(double size) noexcept {
    return {size, size, size};
}

}  // namespace

void SweptFlights::begin(std::span<const SweptBody> bodies) {
    flights.clear();
    impacts.clear();
    for (const SweptBody& body : bodies) {
        SweptFlight& flight = flights.emplace_back();
        flight.body = body;
        flight.body.turn = {};
    }
    for (SweptFlight& flight : flights) aim(flight);
    pairs.assign(flights.size() > 1 ? flights.size() * flights.size() : 0, {k_never, {}});
    for (std::size_t i = 0; i < flights.size(); ++i)
        for (std::size_t j = i + 1; j < flights.size(); ++j) aim_pair(i, j);
}

void SweptFlights::meet(RoundSweep& sweep, const SweptObstacle& obstacle) {
    const Shape& shape = *obstacle.shape;
    switch (shape.kind()) {
        case ShapeKind::sphere:
        case ShapeKind::capsule:
            sweep.meet(SweptRound{{}, {0, 0, shape.half_length()}, shape.radius()});
            break;
        case ShapeKind::box:
        case ShapeKind::hull:
            sweep.meet(*shape.polyhedron());
            break;
        case ShapeKind::mesh:
            meet_near(sweep, *obstacle.index, near);
            break;
    }
}

void SweptFlights::aim(SweptFlight& flight, double radius, double& start_distance) {
    SweptRound moving = flight.body.round;
    moving.radius = radius;
    // What impulses leave of a normal speed is rounding of the whole velocity.
    const Vec3 scale = same_in_all(norm(flight.travel));
    flight.hit = {};
    for (std::uint32_t i = 0; i < obstacles.size(); ++i) {
        const RigidTransform& placed = obstacles[i].placed;
        RoundSweep sweep(moved_in(moving, placed), transform_direction_back(placed, flight.travel),
                         scale, flight.hit.fraction);
        meet(sweep, obstacles[i]);
        start_distance = std::min(start_distance, sweep.start().distance);
        if (!sweep.has_hit()) continue;
        flight.hit = moved_out(sweep.hit(), placed);
        flight.obstacle = i;
    }
}

void SweptFlights::aim(SweptFlight& flight) {
    flight.travel = (step - flight.time) * flight.body.velocity;
    flight.hit = {};
    flight.hit_time = k_never;
    if (flight.travel == Vec3{}) return;
    const double radius = flight.body.round.radius;
    double depth_free = radius;
    aim(flight, radius, depth_free);
    if (depth_free < radius) aim(flight, std::max(depth_free, radius / 2), depth_free);
    flight.hit_time = time_of(flight.hit, flight.time, step);
}

void SweptFlights::aim_pair(std::size_t i, std::size_t j) noexcept {
    const SweptFlight &a = flights[i], &b = flights[j];
    const double time = std::max(a.time, b.time);
    const double rest = step - time;
    SweptRound first = a.body.round, second = b.body.round;
    first.centre += (time - a.time) * a.body.velocity;
    second.centre += (time - b.time) * b.body.velocity;
    const Vec3 scale = same_in_all(rest * (norm(a.body.velocity) + norm(b.body.velocity)));
    RoundSweep sweep(first, rest * (a.body.velocity - b.body.velocity), scale, k_never);
    sweep.meet(second);
    pairs[i * flights.size() + j] = {time_of(sweep.hit(), time, step), sweep.hit().normal};
}

void SweptFlights::aim_pairs_of(std::size_t i) noexcept {
    for (std::size_t j = 0; j < flights.size(); ++j)
        if (j != i) aim_pair(std::min(i, j), std::max(i, j));
}

bool SweptFlights::may_hit(std::size_t i, SweptStatus& status) noexcept {
    if (++flights[i].impacts <= settings.impact_limit) return true;
    status = SweptStatus::impact_limit;
    failed = i;
    return false;
}

bool SweptFlights::run_next(SweptStatus& status) {
    const std::size_t n = flights.size();
    constexpr std::size_t nobody = std::numeric_limits<std::size_t>::max();
    double when = k_never;
    std::size_t first = 0, second = nobody;
    for (std::size_t i = 0; i < n; ++i) {
        if (flights[i].hit_time < when) {
            when = flights[i].hit_time;
            first = i;
            second = nobody;
        }
        for (std::size_t j = i + 1; j < n; ++j) {
            if (!(pairs[i * n + j].time < when)) continue;
            when = pairs[i * n + j].time;
            first = i;
            second = j;
        }
    }
    if (when == k_never) {
        for (SweptFlight& flight : flights) flight.fly_by(flight.travel, step);
        return false;
    }
    if (!may_hit(first, status) || (second != nobody && !may_hit(second, status))) return false;
    if (second == nobody) {
        hit_obstacle(flights[first]);
    } else {
        flights[first].fly_to(when);
        flights[second].fly_to(when);
        hit_each_other(flights[first], flights[second], pairs[first * n + second].normal);
        aim(flights[second]);
        aim_pairs_of(second);
    }
    aim(flights[first]);
    if (n > 1) aim_pairs_of(first);
    return true;
}

void SweptFlights::hit_obstacle(SweptFlight& flight) {
    flight.fly_by(flight.hit.fraction * flight.travel, flight.hit_time);
    SweptBody& body = flight.body;
    const SweepHit& hit = flight.hit;
    const SweptObstacle& obstacle = obstacles[flight.obstacle];
    const Shape& shape = *obstacle.shape;
    const std::uint32_t number =
        shape.kind() == ShapeKind::mesh ? shape.mesh()->material(hit.item) : 0;
    const PhysicsMaterial material = mixed(body.material, shape.material(number));

    const double approach = -dot(body.velocity, hit.normal);
    const double speed = bounce_speed(approach, material.restitution, settings);
    const double impulse = body.mass * (approach + speed);
    const Vec3 arm = hit.point - body.round.centre;
    body.velocity += (approach + speed) * hit.normal;
    rub(flight, hit.normal, arm, material.friction, impulse);
    set_normal_speed(body.velocity, hit.normal, speed);
    impacts.push_back({flight.time, impulse, hit.point, hit.normal, body.number, obstacle.number,
                       false, hit.item, number});
    if (speed > 0) return;

    refresh_resting(flight);
    const auto same = [&](const RestingContact& c) {
        return c.obstacle == flight.obstacle && c.item == hit.item;
    };
    RestingContact* const begin = flight.resting.data();
    RestingContact* const end = begin + flight.resting_count;
    RestingContact* place = std::find_if(begin, end, same);
    if (place == end) {
        if (flight.resting_count == k_most_resting)
            place = std::move(begin + 1, end, begin);
        else
            ++flight.resting_count;
    }
    *place = {flight.obstacle, hit.item, hit.normal, arm, material, number, impacts.size() - 1};
    settle(flight);
}

void SweptFlights::refresh_resting(SweptFlight& flight) {
    const SweptRound& round = flight.body.round;
    std::uint32_t kept = 0;
    for (std::uint32_t i = 0; i < flight.resting_count; ++i) {
        RestingContact contact = flight.resting[i];
        const SweptObstacle& obstacle = obstacles[contact.obstacle];
        RoundSweep touch(moved_in(round, obstacle.placed), {});
        switch (obstacle.shape->kind()) {
            case ShapeKind::mesh:
                touch.meet(*obstacle.shape->mesh(), contact.item);
                break;
            case ShapeKind::box:
            case ShapeKind::hull:
                touch.meet_face(*obstacle.shape->polyhedron(), contact.item);
                break;
            case ShapeKind::sphere:
            case ShapeKind::capsule:
                meet(touch, obstacle);
                break;
        }
        if (!(touch.start().distance <= round.radius * (1 + k_left))) continue;
        contact.normal = transform_direction(obstacle.placed, touch.start_normal());
        contact.arm = transform_point(obstacle.placed, touch.start().on_other) - round.centre;
        flight.resting[kept++] = contact;
    }
    flight.resting_count = kept;
}

void SweptFlights::press(SweptFlight& flight, RestingContact& contact, double impulse) {
    if (impacts[contact.impact].time == flight.time) {
        impacts[contact.impact].impulse += impulse;
        return;
    }
    contact.impact = impacts.size();
    impacts.push_back({flight.time, impulse, flight.body.round.centre + contact.arm, contact.normal,
                       flight.body.number, obstacles[contact.obstacle].number, false, contact.item,
                       contact.material_number});
}

void SweptFlights::settle(SweptFlight& flight) {
    SweptBody& body = flight.body;
    const RestingNormals resting(flight);
    const std::span<const Vec3> normals(resting.normals.data(), resting.count);
    const auto is_at_ease = [&] {
        const Vec3 scale = same_in_all(norm(body.velocity));
        return std::ranges::none_of(
            normals, [&](const Vec3& n) { return approaches(body.velocity, n, scale); });
    };
    // A surface that would throw the body back is not rested on: the sweep finds it again.
    for (std::uint32_t i = 0; i < flight.resting_count; ++i)
        if (bounce_speed(-dot(body.velocity, flight.resting[i].normal),
                         flight.resting[i].material.restitution, settings) > 0)
            return;
    // First with friction; what friction then does to the normal speeds is undone without.
    for (const bool rubs : {true, false}) {
        if (is_at_ease()) return;
        std::array<double, k_most_resting> shares;
        body.velocity = kept_off(body.velocity, normals, shares);
        for (std::uint32_t i = 0; i < flight.resting_count; ++i) {
            if (!(shares[i] > 0)) continue;
            RestingContact& contact = flight.resting[i];
            press(flight, contact, body.mass * shares[i]);
            if (rubs)
                rub(flight, contact.normal, contact.arm, contact.material.friction,
                    body.mass * shares[i]);
        }
    }
}

void SweptFlights::hit_each_other(SweptFlight& a, SweptFlight& b, const Vec3& normal) {
    refresh_resting(a);
    refresh_resting(b);
    const PhysicsMaterial material = mixed(a.body.material, b.body.material);
    const double approach = -dot(a.body.velocity - b.body.velocity, normal);
    const double speed = bounce_speed(approach, material.restitution, settings);
    // A body between another one and a wall is as heavy as the wall.
    const double freely = a.free_mobility(normal) + b.free_mobility(-normal);
    const double alone = 1 / a.body.mass + 1 / b.body.mass;
    constexpr double least_share = 1e-9;
    const double impulse = (approach + speed) / (freely > least_share * alone ? freely : alone);

    const SweptRound &first = a.body.round, &second = b.body.round;
    const NearestPoints nearest =
        nearest_points(Segment{first.centre - first.half_axis, 2 * first.half_axis},
                       Segment{second.centre - second.half_axis, 2 * second.half_axis});
    const Vec3 point = nearest.on_other + second.radius * normal;
    const Vec3 arm_a = point - first.centre, arm_b = point - second.centre;
    impacts.push_back({a.time, impulse, point, normal, a.body.number, b.body.number, true, 0, 0});
    a.body.velocity += (impulse / a.body.mass) * normal;
    b.body.velocity -= (impulse / b.body.mass) * normal;

    const Vec3 moving = a.surface_velocity(arm_a) - b.surface_velocity(arm_b);
    const Vec3 slip = moving - dot(moving, normal) * normal;
    const double slip_speed = norm(slip);
    if (slip_speed > 0) {
        const Vec3 along = slip / slip_speed;
        const double stopping = slip_speed / (a.mobility(arm_a, along) + b.mobility(arm_b, along));
        const Vec3 rubbing = std::min(stopping, material.friction * impulse) * along;
        a.push(arm_a, -rubbing);
        b.push(arm_b, rubbing);
    }
    settle(a);
    settle(b);
}

}  // namespace lanewise::detail
