#include <lanewise/physics/continuous/swept_flight.hpp>

#include <algorithm>
#include <span>

namespace lanewise::detail {

void SweptFlight::fly_by(const Vec3& distance, double when) noexcept {
    body.round.centre += distance;
    if (body.spin != Vec3{})
        body.turn = rotation_from_vector((when - time) * body.spin) * body.turn;
    time = when;
}

void SweptFlight::fly_to(double when) noexcept {
    fly_by((when - time) * body.velocity, when);
}

RestingNormals::RestingNormals(const SweptFlight& flight) noexcept {
    for (std::uint32_t i = 0; i < flight.resting_count; ++i)
        normals[count++] = flight.resting[i].normal;
}

double SweptFlight::free_mobility(const Vec3& direction) const noexcept {
    std::array<Vec3, k_most_resting> closed;
    std::array<double, k_most_resting> shares;
    std::size_t count = 0;
    const double slow = 1e-9 * norm(body.velocity);
    for (std::uint32_t i = 0; i < resting_count; ++i)
        if (dot(body.velocity, resting[i].normal) <= slow) closed[count++] = resting[i].normal;
    const Vec3 response = kept_off(direction, std::span(closed).first(count), shares);
    return dot(direction, response) / body.mass;
}

void set_normal_speed(Vec3& velocity, const Vec3& normal, double speed) noexcept {
    const Vec3 size = absolute(normal);
    const std::size_t k = size.x >= size.y && size.x >= size.z ? 0 : size.y >= size.z ? 1 : 2;
    Vec3 others = multiplied(velocity, normal);
    others[k] = 0;
    velocity[k] = (speed - (others.x + others.y + others.z)) / normal[k];
}

void rub(SweptFlight& flight, const Vec3& normal, const Vec3& arm, double friction,
         double pressed) noexcept {
    const Vec3 moving = flight.surface_velocity(arm);
    const Vec3 slip = moving - dot(moving, normal) * normal;
    const double speed = norm(slip);
    if (!(speed > 0)) return;
    const Vec3 along = slip / speed;
    const double stopping = speed / flight.mobility(arm, along);
    flight.push(arm, -std::min(stopping, friction * pressed) * along);
}

}  // namespace lanewise::detail
