// Pairs of overlapping boxes, against all pairs tried.

#include "../geometry/close.hpp"

#include <lanewise/physics/dynamics/broad_phase.hpp>

#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <vector>

namespace lanewise::test {
namespace {

using detail::BodyPair;
using detail::BoundsTree;
using detail::BroadPhase;

/// Bodies by place, some of them static, some kinematic.
struct Scene {
    std::vector<Bounds> boxes;
    std::vector<char> kinds;  ///< 's', 'k', 'd'
};

/// Boxes on a grid of 2^-10 m, which binary32 holds exactly.
Scene grid_scene(std::size_t n, double half, double largest, std::uint64_t seed) {
    Random random(seed);
    const auto on_grid = [](double x) { return std::round(x * 1024) / 1024; };
    Scene scene;
    for (std::size_t i = 0; i < n; ++i) {
        Bounds box;
        for (std::size_t axis = 0; axis < 3; ++axis) {
            box.low[axis] = on_grid(random.between(-half, half));
            box.high[axis] = box.low[axis] + on_grid(random.between(0, largest));
        }
        scene.boxes.push_back(box);
        scene.kinds.push_back("sskdddd"[random.below(7)]);
    }
    return scene;
}

std::vector<BodyPair> all_pairs(const Scene& scene, double margin) {
    std::vector<BodyPair> pairs;
    for (std::uint32_t a = 0; a < scene.boxes.size(); ++a)
        for (std::uint32_t b = a + 1; b < scene.boxes.size(); ++b)
            if ((scene.kinds[a] == 'd' || scene.kinds[b] == 'd') &&
                overlap(grown(scene.boxes[a], margin), scene.boxes[b]))
                pairs.push_back({a, b});
    return pairs;
}

std::vector<BodyPair> found_pairs(const Scene& scene, double margin, BroadPhase& broad) {
    std::vector<BroadPhase::Mover> movers;
    std::vector<Bounds> moving, still;
    std::vector<std::uint32_t> names;
    for (std::uint32_t i = 0; i < scene.boxes.size(); ++i) {
        if (scene.kinds[i] == 's') {
            still.push_back(scene.boxes[i]);
            names.push_back(i);
        } else {
            moving.push_back(scene.boxes[i]);
            movers.push_back({i, scene.kinds[i] == 'd'});
        }
    }
    BoundsTree statics;
    statics.build(still, names);
    std::vector<BodyPair> pairs;
    broad.find(movers, moving, statics, margin, scene.boxes.size(), pairs);
    return pairs;
}

void check_scene(const Scene& scene, BroadPhase& broad) {
    // On the grid as well.
    for (const double margin : {0.0, 0.03125, 1.0}) {
        const auto expected = all_pairs(scene, margin);
        CAPTURE(scene.boxes.size(), expected.size(), margin);
        CHECK((found_pairs(scene, margin, broad) == expected));
    }
}

}  // namespace

TEST_CASE("random boxes", "[dynamics][broad_phase]") {
    BroadPhase broad;
    for (const std::size_t n : {0u, 1u, 2u, 3u, 15u, 16u, 17u, 100u, 600u})
        for (const double largest : {0.0, 1.0, 20.0})
            check_scene(grid_scene(n, 10, largest, n + 1), broad);
    check_scene(grid_scene(2000, 50, 4, 6), broad);
}

TEST_CASE("memory of the last call does not matter", "[dynamics][broad_phase]") {
    BroadPhase broad;
    Scene scene = grid_scene(300, 10, 2, 2);
    Random random(5);
    for (int round = 0; round < 30; ++round) {
        for (Bounds& box : scene.boxes) {
            const double far = round % 10 == 9 ? 20 : 0.25;
            const double shift = std::round(random.between(-far, far) * 1024) / 1024;
            const auto axis = static_cast<std::size_t>(round) % 3;
            box.low[axis] += shift;
            box.high[axis] += shift;
        }
        check_scene(scene, broad);
        BroadPhase fresh;
        CHECK((found_pairs(scene, 0.5, broad) == found_pairs(scene, 0.5, fresh)));
    }
}

TEST_CASE("boxes that touch, coincide and hold each other", "[dynamics][broad_phase]") {
    BroadPhase broad;
    Scene scene;
    for (int i = 0; i < 40; ++i) {
        // A row of touching boxes, with the next row upon it.
        const double x = i % 20, z = i / 20;
        scene.boxes.push_back({{x, 0, z}, {x + 1, 1, z + 1}});
        scene.kinds.push_back(i % 3 == 0 ? 's' : 'd');
    }
    for (int i = 0; i < 20; ++i) {
        scene.boxes.push_back({{3, 0, 0}, {4, 1, 1}});
        scene.kinds.push_back(i % 2 == 0 ? 'd' : 'k');
        const double r = i;
        scene.boxes.push_back({{-r, -r, -r}, {r, r, r}});
        scene.kinds.push_back(i % 2 == 0 ? 's' : 'd');
    }
    check_scene(scene, broad);
}

TEST_CASE("statics of equal x", "[dynamics][broad_phase]") {
    BroadPhase broad;
    Scene scene;
    for (int i = 0; i < 3000; ++i) {
        const double y = 0.5 * (i % 50), z = 0.5 * (i / 50);
        const bool moves = i % 10 == 0;
        scene.boxes.push_back({{7, y, z}, {7.25, y + (moves ? 1 : 0.25), z + 0.25}});
        scene.kinds.push_back(moves ? 'd' : 's');
    }
    check_scene(scene, broad);
    // All at one place.
    for (Bounds& box : scene.boxes) box = {{1, 2, 3}, {2, 3, 4}};
    std::fill(scene.kinds.begin(), scene.kinds.end(), 's');
    scene.kinds[1234] = 'd';
    check_scene(scene, broad);
}

// Of numbers that binary32 does not hold: no pair is lost, and what is found too much overlaps when
// the boxes are rounded outward.
TEST_CASE("boxes of any numbers", "[dynamics][broad_phase]") {
    BroadPhase broad;
    Random random(77);
    for (const double scale : {1e-3, 1.0, 1e5, 1e9}) {
        Scene scene;
        for (int i = 0; i < 500; ++i) {
            const Vec3 low = random.in_cube(10) * scale;
            const Vec3 size = absolute(random.in_cube(2)) * scale;
            scene.boxes.push_back({low, low + size});
            scene.kinds.push_back("skddd"[random.below(5)]);
        }
        // Boxes that touch: what is rounded inward does not find them.
        for (std::size_t i = 0; i < 100; ++i) {
            const Vec3 corner = scene.boxes[i].high;
            scene.boxes.push_back({corner, corner + Vec3{scale, scale, scale}});
            scene.kinds.push_back('d');
        }
        for (const double margin : {0.0, 0.02 * scale}) {
            const auto expected = all_pairs(scene, margin);
            const auto found = found_pairs(scene, margin, broad);
            const auto before = [](const BodyPair& x, const BodyPair& y) {
                return std::pair(x.a, x.b) < std::pair(y.a, y.b);
            };
            CHECK(std::is_sorted(found.begin(), found.end(), before));
            CHECK(std::includes(found.begin(), found.end(), expected.begin(), expected.end(),
                                before));
            for (const BodyPair& pair : found) {
                const double slack = margin + 4 * 6e-8 * 12 * scale;
                CHECK(overlap(grown(scene.boxes[pair.a], slack), scene.boxes[pair.b]));
            }
        }
    }
}

TEST_CASE("the tree of boxes alone", "[dynamics][broad_phase]") {
    Random random(8);
    for (const std::size_t n : {0u, 1u, 4u, 5u, 1000u, 30000u}) {
        std::vector<Bounds> boxes;
        for (std::size_t i = 0; i < n; ++i) {
            const Vec3 low = random.in_cube(20);
            boxes.push_back({low, low + absolute(random.in_cube(1))});
        }
        std::vector<std::uint32_t> names(n);
        std::iota(names.begin(), names.end(), 100u);
        BoundsTree tree;
        tree.build(boxes, names);
        CHECK(tree.empty() == (n == 0));
        for (int i = 0; i < 20; ++i) {
            const Vec3 low = random.in_cube(20);
            const Bounds box{low, low + absolute(random.in_cube(5))};
            std::vector<std::uint32_t> found, expected;
            tree.find(box, [&](std::uint32_t name) { found.push_back(name); });
            for (std::size_t k = 0; k < n; ++k)
                if (overlap(boxes[k], box)) expected.push_back(names[k]);
            std::sort(found.begin(), found.end());
            CHECK((found == expected));
        }
    }
}

}  // namespace lanewise::test
