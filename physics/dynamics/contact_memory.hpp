#pragma once

#include <lanewise/kernels/contacts/arguments.hpp>
#include <lanewise/physics/contacts/narrow_phase.hpp>
#include <lanewise/physics/geometry/quaternion.hpp>
#include <lanewise/physics/geometry/vector3.hpp>

#include <cstdint>
#include <memory>
#include <new>
#include <span>
#include <utility>
#include <vector>

namespace lanewise::detail {

/// Leaves elements that are added without a value as the memory was, for lists whose elements are
/// written at once.
template <class T>
struct RawAllocator : std::allocator<T> {
    template <class U>
    struct rebind {
        using other = RawAllocator<U>;
    };
    RawAllocator() = default;
    template <class U>
    constexpr RawAllocator(const RawAllocator<U>&) noexcept {}

    template <class U>
    void construct(U* at) noexcept {
        ::new (static_cast<void*>(at)) U;
    }
    template <class U, class... Given>
    void construct(U* at, Given&&... given) {
        ::new (static_cast<void*>(at)) U(std::forward<Given>(given)...);
    }
};

// Vectors of what kernels read and snapshots hold.
inline void store(double (&to)[3], const Vec3& v) noexcept {
    to[0] = v.x;
    to[1] = v.y;
    to[2] = v.z;
}
inline Vec3 load(const double (&from)[3]) noexcept {
    return {from[0], from[1], from[2]};
}

/// What the next step wants to know of a manifold of this one besides the solver's part of it.
struct ManifoldRecord {
    std::uint32_t a;  ///< bodies' places, a < b
    std::uint32_t b;
    std::uint32_t count;    ///< of points
    std::uint32_t follows;  ///< 1: it can be moved with its bodies, see move_manifold
    std::uint64_t feature[4];
    double centre[3];  ///< of mass of a, world, m

    /// As the narrow phase found it, in the frame of the shape of a; zeros unless it follows.
    struct Found {
        double turn[4];  ///< of b's shape, x, y, z, w
        double offset[3];
        double normal[3];
        double point[3][4];
        double depth[4];
        double most_move;  ///< of b, m, squared
        double most_turn;  ///< half of it, rad, squared
    } found;
};
static_assert(sizeof(ManifoldRecord) == 16 + 32 + 24 + 28 * 8, "no padding, so that bytes compare");

using ManifoldList = std::vector<kernels::SolverManifold, RawAllocator<kernels::SolverManifold>>;
using RecordList = std::vector<ManifoldRecord, RawAllocator<ManifoldRecord>>;

/// Manifolds of one pair of bodies: the records and what the solver made of them.
template <class Record, class Manifold>
struct PairContacts {
    std::span<Record> records;
    std::span<Manifold> manifolds;
};
using OldContacts = PairContacts<const ManifoldRecord, const kernels::SolverManifold>;
using FreshContacts = PairContacts<ManifoldRecord, kernels::SolverManifold>;

/// Gives the points of new manifolds of one pair the impulses of old ones: those with equal
/// features, then those that are nearest, up to 0.1 m apart. `fresh` are complete but for the
/// impulses, which are zero; old impulses are multiplied by `scale`.
void match_points(const OldContacts& old, const FreshContacts& fresh, double scale) noexcept;

/// Where the narrow phase has found the manifold of two shapes, for move_manifold. Manifolds of
/// round shapes and of meshes do not follow.
void set_found(const PlacedSolid& a, const PlacedSolid& b, const ContactManifold& manifold,
               ManifoldRecord& record) noexcept;

/// Moves a manifold with its bodies instead of finding it anew: points fixed to the surfaces of
/// both bodies, a normal fixed to a. It may be as long as their relative pose is near that of the
/// narrow phase, to which it is compared each time, so that errors do not add up: moved by at most
/// 0.3 thousandths of the smaller shape's radius (and at most 0.3 mm), turned so far that a point
/// at that radius moves by a quarter of this. Writes normal, arms and depths.
/// @returns false, with nothing written, where the manifold must be found anew.
bool move_manifold(const PlacedSolid& a, const PlacedSolid& b, const Vec3& centre,
                   const ManifoldRecord& record, kernels::SolverManifold& manifold) noexcept;

}  // namespace lanewise::detail
