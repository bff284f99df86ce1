#pragma once

#include <lanewise/physics/collision/shape.hpp>
#include <lanewise/physics/contacts/narrow_phase.hpp>
#include <lanewise/physics/dynamics/body_id.hpp>
#include <lanewise/physics/dynamics/bounds_tree.hpp>
#include <lanewise/physics/dynamics/broad_phase.hpp>
#include <lanewise/physics/dynamics/collision_event.hpp>
#include <lanewise/physics/dynamics/contact_memory.hpp>
#include <lanewise/physics/dynamics/free_rotation.hpp>
#include <lanewise/physics/dynamics/world_options.hpp>
#include <lanewise/physics/geometry/matrix3.hpp>
#include <lanewise/physics/geometry/rigid_transform.hpp>
#include <lanewise/physics/rays/mesh_index.hpp>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

namespace lanewise::detail {

struct StepScratch;

struct BodyTraits {
    BodyKind kind = BodyKind::static_body;
    bool is_alive = false;
    bool collides = true;
    bool continuous = false;
    bool born_dynamic = false;
    double linear_damping = 0;
    double angular_damping = 0;
    double gravity_scale = 1;

    [[nodiscard]] bool is_dynamic() const noexcept { return kind == BodyKind::dynamic; }
    [[nodiscard]] bool meets() const noexcept { return is_alive && collides; }
};

struct BodyMotion {
    Vec3 velocity;  ///< of the centre of mass
    Vec3 spin;

    friend bool operator==(const BodyMotion&, const BodyMotion&) noexcept = default;
};

struct BodyLoad {
    Vec3 force;
    Vec3 torque;

    friend bool operator==(const BodyLoad&, const BodyLoad&) noexcept = default;
};

/// Of a body that is or was dynamic; kept while it is not.
struct BodyMass {
    double mass = 0;
    double inverse_mass = 0;
    Vec3 centre;           ///< body's frame
    Mat3 inverse_inertia;  ///< body's axes
    FreeRotation rotation;
};

/// Finds bodies for rays; made when the first ray after a change asks.
struct RayIndex {
    struct Mesh {
        Bounds box;
        std::uint32_t place;
    };
    std::mutex mutex;
    std::atomic<bool> is_fresh{false};
    std::vector<Mesh> meshes;
    BoundsTree tree;  ///< of the solids
    std::vector<Bounds> boxes;
    std::vector<std::uint32_t> places;
};

/// An impact of a swept body.
struct ImpactRecord {
    double time = 0;          ///< s since the step's begin
    std::uint32_t body = 0;   ///< place of what is pushed along the normal
    std::uint32_t other = 0;  ///< and of what is pushed against it
    Vec3 point;
    Vec3 normal;         ///< unit, towards `body`
    double impulse = 0;  ///< N s
};
static_assert(sizeof(ImpactRecord) == 72, "no padding, so that bytes compare");

/// A world's columns, one entry a body place, in the order in which places were first used, and
/// what a step leaves for the next one.
struct WorldState {
    [[nodiscard]] std::size_t places() const noexcept { return traits.size(); }
    [[nodiscard]] BodyId id(std::size_t place) const noexcept {
        return {static_cast<std::uint32_t>(place), generation[place]};
    }
    [[nodiscard]] Vec3 world_centre(std::size_t place) const noexcept {
        const Vec3& centre = mass[place].centre;
        return centre == Vec3{} ? pose[place].translation : transform_point(pose[place], centre);
    }
    [[nodiscard]] double inverse_mass(std::size_t place) const noexcept {
        return traits[place].is_dynamic() ? mass[place].inverse_mass : 0;
    }
    /// Inverse inertia about the world's axes; zero unless dynamic.
    [[nodiscard]] Mat3 world_inverse_inertia(std::size_t place) const noexcept {
        if (!traits[place].is_dynamic()) return {};
        const Mat3& inverse = mass[place].inverse_inertia;
        // Turning leaves these as they are, to the bit.
        if (inverse == Mat3::diagonal({inverse.x.x, inverse.x.x, inverse.x.x})) return inverse;
        return turned_inverse_inertia(place);
    }
    [[nodiscard]] Mat3 turned_inverse_inertia(std::size_t place) const noexcept;
    /// Takes the mass properties of the shape, or those given.
    void set_mass(std::size_t place, double mass, const Vec3& centre, const Mat3& inverse_inertia);

    WorldOptions options;
    std::vector<std::uint32_t> generation;
    std::vector<BodyTraits> traits;
    std::vector<RigidTransform> pose;
    std::vector<BodyMotion> motion;
    std::vector<BodyLoad> load;
    std::vector<BodyMass> mass;
    std::vector<Shape> shape;
    std::vector<std::shared_ptr<const MeshIndex>> index;
    std::vector<std::uint32_t> free_places;
    std::size_t alive = 0;

    /// The next step finds all manifolds of the body anew (of all bodies without a number).
    void forget_found() noexcept;
    void forget_found(std::size_t place) noexcept;

    /// Of the last step: what was in touch, ascending by pair, and the same manifolds as the solver
    /// left them; its length and number of passes.
    RecordList contacts;
    ManifoldList manifolds;
    std::vector<ImpactRecord> impacts;  ///< of swept bodies, in the order of time
    double last_h = 0;
    int last_passes = 0;
    std::vector<CollisionEvent> events;
};

/// A world: its state, and what follows from it.
struct WorldData : WorldState {
    WorldData();
    explicit WorldData(const WorldState& state);
    WorldData(const WorldData&) = delete;
    WorldData& operator=(const WorldData&) = delete;
    ~WorldData();

    /// Takes another state; whoever points to this world goes on with it.
    void assign(WorldState state) noexcept;
    /// To be called after every change that is not a step or a force.
    void changed(std::size_t place) noexcept;

    std::vector<PlacedSolid> placed;
    BoundsTree statics;
    bool statics_changed = true;
    RecordList next_contacts;             ///< of the step that is being made
    std::vector<std::uint32_t> moving;    ///< places of bodies that are not static, ascending
    bool is_loaded = true;                ///< perhaps a force or torque is set
    std::vector<std::uint8_t> sweepable;  ///< places whose geometry the continuous mode has checked
    mutable RayIndex rays;

    std::unique_ptr<StepScratch> scratch;
};

/// Brings the tree and the places of what stands still, and the list of what moves, up to date.
void refresh_statics(WorldData& world);

/// How far a box with these half sizes reaches along the world's axes.
inline Vec3 box_reach(const Mat3& axes, const Vec3& half) noexcept {
    return absolute(axes.x) * half.x + absolute(axes.y) * half.y + absolute(axes.z) * half.z;
}

/// Box around a placed shape; that of a mesh turned with it.
Bounds bounds_of(const PlacedSolid& solid) noexcept;

}  // namespace lanewise::detail
