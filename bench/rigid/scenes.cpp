#include "rigid/scenes.hpp"

#include <algorithm>
#include <cmath>

namespace lanewise::bench {
namespace {

constexpr int k_quads = 256;
constexpr double k_half = 0.5 * k_quads;  // [m]

/// A linear congruential generator, so that scenes are the same on every machine.
class Random {
public:
    explicit Random(std::uint64_t seed) : state_(seed * 2862933555777941757u + 3037000493u) {}
    /// From [0, 1).
    double next() {
        state_ = state_ * 6364136223846793005u + 1442695040888963407u;
        return static_cast<double>(state_ >> 40) / (1 << 24);
    }

private:
    std::uint64_t state_;
};

Solid cube(const Vec3& position, double mass = 1) {
    return {Solid::Kind::box, {0.5, 0.5, 0.5}, mass, position};
}

/// Its top is at z = 0.
Solid slab(double half_width) {
    return {Solid::Kind::box, {half_width, half_width, 0.5}, 0, {0, 0, -0.5}};
}

/// 100 x 100 static boxes at places(i, j); above each tenth a cube, beyond the margins of contacts.
template <class Places>
Scene statics(const char* name, const Places& places) {
    Scene scene{.name = name, .gravity = 0};
    for (int i = 0; i < 100; ++i)
        for (int j = 0; j < 100; ++j) {
            const Vec3 place = places(i, j);
            scene.solids.push_back(cube(place, 0));
            if (j % 10 == 0) scene.solids.push_back(cube(place + Vec3{0, 0, 1.1}));
        }
    return scene;
}

RaySet make_random_rays() {
    RaySet rays{"random", std::vector<std::array<float, 3>>(k_rays)};
    Random random(11);
    for (std::array<float, 3>& origin : rays.origins) {
        const double x = (random.next() - 0.5) * 250, y = (random.next() - 0.5) * 250;
        origin = {static_cast<float>(x), static_cast<float>(y),
                  static_cast<float>(ground_height(x, y) + 0.5)};
    }
    return rays;
}

/// Bits of both cell numbers in turn.
std::uint32_t place_on_z_curve(const std::array<float, 3>& origin) {
    const auto x = static_cast<std::uint32_t>(static_cast<double>(origin[0]) + k_half);
    const auto y = static_cast<std::uint32_t>(static_cast<double>(origin[1]) + k_half);
    std::uint32_t place = 0;
    for (std::uint32_t bit = 0; bit < 9; ++bit)
        place |= (x >> bit & 1) << 2 * bit | (y >> bit & 1) << (2 * bit + 1);
    return place;
}

RaySet make_sorted_rays() {
    RaySet rays = random_rays();
    rays.order = "sorted";
    std::ranges::stable_sort(rays.origins, {}, place_on_z_curve);
    return rays;
}

GroundMesh make_ground_mesh() {
    GroundMesh mesh;
    for (int j = 0; j <= k_quads; ++j)
        for (int i = 0; i <= k_quads; ++i) {
            const double x = i - k_half, y = j - k_half;
            mesh.vertices.push_back({static_cast<float>(x), static_cast<float>(y),
                                     static_cast<float>(ground_height(x, y))});
        }
    constexpr std::uint32_t row = k_quads + 1;
    for (std::uint32_t j = 0; j < k_quads; ++j)
        for (std::uint32_t i = 0; i < k_quads; ++i) {
            const std::uint32_t a = j * row + i, b = a + 1, c = a + row, d = c + 1;
            mesh.triangles.push_back({a, b, c});
            mesh.triangles.push_back({b, d, c});
        }
    return mesh;
}

}  // namespace

double ground_height(double x, double y) {
    return 0.05 * (std::sin(0.5 * x) + std::cos(0.37 * y));
}

std::size_t Scene::movers() const {
    const auto moves = [](const Solid& solid) { return solid.mass > 0; };
    return static_cast<std::size_t>(worlds) *
           static_cast<std::size_t>(std::ranges::count_if(solids, moves));
}

Scene pyramid() {
    Scene scene{.name = "pyramid", .warm_steps = 60};
    scene.solids.push_back(slab(200));
    constexpr int base = 14;
    constexpr double pitch = 1.05;
    for (int layer = 0; layer < base; ++layer) {
        const int side = base - layer;
        const double corner = -0.5 * (side - 1) * pitch;
        for (int i = 0; i < side; ++i)
            for (int j = 0; j < side; ++j)
                scene.solids.push_back(cube({corner + i * pitch, corner + j * pitch, 0.5 + layer}));
    }
    return scene;
}

Scene spheres() {
    Scene scene{.name = "spheres", .has_ground_mesh = true, .timed_steps = 300};
    Random random(7);
    const auto jittered = [&](int i) { return (i - 4.5) * 1.1 + 0.1 * (random.next() - 0.5); };
    for (int k = 0; k < 10; ++k)
        for (int j = 0; j < 10; ++j)
            for (int i = 0; i < 10; ++i) {
                const double x = jittered(i), y = jittered(j);
                scene.solids.push_back(
                    {Solid::Kind::sphere, {0.5, 0.5, 0.5}, 1, {x, y, 2 + 1.1 * k}});
            }
    return scene;
}

Scene many_worlds() {
    Scene scene{
        .name = "worlds", .worlds = 256, .warm_steps = 30, .timed_steps = 60, .most_pairs = 128};
    scene.solids.push_back(slab(50));
    for (const double x : {-1.0, 1.0})
        for (const double y : {-1.0, 1.0})
            for (int level = 0; level < 4; ++level)
                scene.solids.push_back(cube({x, y, 0.5 + level}));
    return scene;
}

Scene free_bodies() {
    Scene scene{.name = "free"};
    Random random(3);
    const auto turn = [&] { return 2 * random.next() - 1; };
    for (int i = 0; i < 10; ++i)
        for (int j = 0; j < 10; ++j)
            for (int k = 0; k < 10; ++k) {
                Solid solid = cube({3.0 * i, 3.0 * j, 3.0 * k});
                solid.spin.x = turn();
                solid.spin.y = turn();
                solid.spin.z = turn();
                scene.solids.push_back(solid);
            }
    return scene;
}

Scene statics_on_grid() {
    return statics("statics_on_grid", [](int i, int j) { return Vec3{2.0 * i, 2.0 * j, 0}; });
}

Scene statics_on_line() {
    return statics("statics_on_line", [](int i, int j) { return Vec3{0, 2.0 * (100 * i + j), 0}; });
}

const GroundMesh& ground_mesh() {
    static const GroundMesh mesh = make_ground_mesh();
    return mesh;
}

const RaySet& random_rays() {
    static const RaySet rays = make_random_rays();
    return rays;
}

const RaySet& sorted_rays() {
    static const RaySet rays = make_sorted_rays();
    return rays;
}

}  // namespace lanewise::bench
