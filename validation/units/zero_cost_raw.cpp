/// What the functions of zero_cost_typed.cpp would be without units.

#include <numbers>

struct Vector {
    double x;
    double y;
    double z;
};

struct Spring {
    double rate;
    double preload;
    double damping;
};

struct Key {
    double x;
    double y;
};

extern "C" {

double sum(double a, double b) {
    return a + b;
}
double position(double x, double v, double a, double dt) {
    return x + v * dt + 0.5 * a * dt * dt;
}
double spring_force(double k, double x, double preload, double c, double v) {
    return k * x + preload + c * v;
}
double kinetic(double m, const Vector& v) {
    return 0.5 * m * (v.x * v.x + v.y * v.y + v.z * v.z);
}
double wheel_speed(double spin, double radius) {
    return spin * radius;
}
double spin_up(double force, double radius, double inertia) {
    return force * radius / inertia;
}
double slip(double rim, double ground) {
    return (rim - ground) / ground;
}
bool faster(double a, double b) {
    return a > b;
}
double spring_rate(const Spring& spring) {
    return spring.rate * 100;
}
double engine_speed(double speed) {
    return speed * (std::numbers::pi * 2 / 60);
}
double radius_in_metres(double radius) {
    return radius / 100;
}
double tachometer(double speed) {
    return speed * (60 / (std::numbers::pi * 2));
}
double from_road_sign(double limit) {
    return limit * (1000.0 / 3600);
}
double steering_key(const Key& key, double& share) {
    const Key raw{key.x * (1000.0 / 3600), key.y};
    share = raw.y;
    return raw.x;
}
double wider(double a) {
    return a * 1.5;
}
void advance(double* x, const double* v, double dt, int n) {
    for (int i = 0; i < n; ++i) {
        x[i] += v[i] * dt;
    }
}
double total(const double* impulse, int n) {
    double sum = 0;
    for (int i = 0; i < n; ++i) {
        sum += impulse[i];
    }
    return sum;
}
}
