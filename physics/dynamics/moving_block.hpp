#pragma once

#include <lanewise/physics/dynamics/free_rotation.hpp>
#include <lanewise/physics/geometry/rigid_transform.hpp>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace lanewise::detail {

/// Moves bodies that turn at constant angular velocity about their origin, some at a time in
/// columns. To the bit what `turn` and a sum make of each alone.
class MovingBlock {
public:
    static constexpr std::size_t size = 8;

    explicit MovingBlock(double h) noexcept : h_(h) {}

    [[nodiscard]] bool is_full() const noexcept { return count_ == size; }

    void add(std::uint32_t place, const RigidTransform& pose, const Vec3& velocity,
             const Vec3& spin) noexcept {
        const std::size_t i = count_++;
        place_[i] = place;
        const Quat& q = pose.rotation;
        set(q_, i, q.x, q.y, q.z);
        w_[i] = q.w;
        set(at_, i, pose.translation.x, pose.translation.y, pose.translation.z);
        set(velocity_, i, velocity.x, velocity.y, velocity.z);
        set(spin_, i, spin.x, spin.y, spin.z);
    }

    /// Writes the poses after the step.
    void move(std::vector<RigidTransform>& pose) noexcept {
        for (std::size_t i = 0; i < size; ++i) {
            for (std::size_t k = 0; k < 3; ++k) at_[k][i] += velocity_[k][i] * h_;
            const double sx = spin_[0][i] * h_, sy = spin_[1][i] * h_, sz = spin_[2][i] * h_;
            const double square = sx * sx + sy * sy + sz * sz;
            square_[i] = square;
            const SincCos half = sums_of_step(0.25 * square);
            const double scale = 0.5 * half.sinc, aw = half.cos;
            const double ax = scale * sx, ay = scale * sy, az = scale * sz;
            const double bx = q_[0][i], by = q_[1][i], bz = q_[2][i], bw = w_[i];
            const double x = aw * bx + ax * bw + ay * bz - az * by;
            const double y = aw * by - ax * bz + ay * bw + az * bx;
            const double z = aw * bz + ax * by - ay * bx + az * bw;
            const double w = aw * bw - ax * bx - ay * by - az * bz;
            const double unit = 1.5 - 0.5 * (x * x + y * y + z * z + w * w);
            turned_[0][i] = x * unit;
            turned_[1][i] = y * unit;
            turned_[2][i] = z * unit;
            turned_[3][i] = w * unit;
        }
        for (std::size_t i = 0; i < count_; ++i) {
            RigidTransform& to = pose[place_[i]];
            to.translation = {at_[0][i], at_[1][i], at_[2][i]};
            to.rotation = {q_[0][i], q_[1][i], q_[2][i], w_[i]};
            Vec3 spin{spin_[0][i], spin_[1][i], spin_[2][i]};
            if (!(square_[i] <= k_quarter_radian_squared))
                turn({}, h_, to.rotation, spin);
            else if (spin != Vec3{})
                to.rotation = {turned_[0][i], turned_[1][i], turned_[2][i], turned_[3][i]};
        }
        count_ = 0;
    }

private:
    using Columns = double[3][size];
    static void set(Columns& columns, std::size_t i, double x, double y, double z) noexcept {
        columns[0][i] = x;
        columns[1][i] = y;
        columns[2][i] = z;
    }

    double h_;
    std::size_t count_ = 0;
    std::uint32_t place_[size] = {};
    Columns q_ = {}, at_ = {}, velocity_ = {}, spin_ = {};
    double w_[size] = {}, square_[size] = {}, turned_[4][size] = {};
};

}  // namespace lanewise::detail
