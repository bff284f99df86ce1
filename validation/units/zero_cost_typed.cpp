/// The functions of zero_cost_raw.cpp with quantities instead of numbers: zero_cost.py compares
/// the two, instruction by instruction.

#include <lanewise/units/angle.hpp>
#include <lanewise/units/carla_units.hpp>
#include <lanewise/units/curve.hpp>

using namespace lanewise;

struct Spring {
    NewtonsPerCentimetre rate;
    Force preload;
    DampingRate damping;
};

extern "C" {

Velocity sum(Velocity a, Velocity b) {
    return a + b;
}
Length position(Length x, Velocity v, Acceleration a, Duration dt) {
    return x + v * dt + 0.5 * a * dt * dt;
}
Force spring_force(Stiffness k, Length x, Force preload, DampingRate c, Velocity v) {
    return k * x + preload + c * v;
}
Energy kinetic(Mass m, const Vector3<Velocity>& v) {
    return 0.5 * m * dot(v, v);
}
Velocity wheel_speed(AngularVelocity spin, Length radius) {
    return rim_speed(spin, radius);
}
AngularAcceleration spin_up(Force force, Length radius, MomentOfInertia inertia) {
    return moment(force, radius) / inertia;
}
Ratio slip(Velocity rim, Velocity ground) {
    return (rim - ground) / ground;
}
bool faster(Velocity a, Velocity b) {
    return a > b;
}
double spring_rate(const Spring& spring) {
    return to_si(spring.rate);
}
double engine_speed(RevolutionsPerMinute speed) {
    return to_si(speed);
}
double radius_in_metres(Centimetres radius) {
    return to_si(radius);
}
RevolutionsPerMinute tachometer(double speed) {
    return from_si<RevolutionsPerMinute>(speed);
}
Velocity from_road_sign(KilometresPerHour limit) {
    return limit;
}
double steering_key(const CurvePoint<KilometresPerHour, Ratio>& key, Ratio& share) {
    const auto raw = to_si(key);
    share = raw.y;
    return raw.x;
}
Centimetres wider(Centimetres a) {
    return a * 1.5;
}
void advance(Length* x, const Velocity* v, Duration dt, int n) {
    for (int i = 0; i < n; ++i) {
        x[i] += v[i] * dt;
    }
}
Momentum total(const Momentum* impulse, int n) {
    Momentum sum;
    for (int i = 0; i < n; ++i) {
        sum += impulse[i];
    }
    return sum;
}
}
