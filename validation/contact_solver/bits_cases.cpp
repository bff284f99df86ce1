#include "scene.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <cstring>
#include <limits>

using namespace lanewise;
using namespace lanewise::test;

namespace {

/// A body in touch with more others than there are colours.
ContactScene star() {
    ContactScene scene = random_scene(120, 40, 31);
    Random random(32);
    for (std::uint32_t i = 2; i < 100; ++i) {
        if (i % 7 == 0) continue;
        const std::uint32_t m = scene.add_manifold(1, i, {0, 0.6, 0.8}, {}, 0.5, 0.5);
        scene.add_point(m, {random.between(-1, 1), 0.3, 0.1}, 0.01);
    }
    return scene;
}

std::uint64_t hash_of_scenes(const kernels::KernelTable& table) {
    Hash hash;
    for (int passes = 1; passes <= 4; ++passes) {
        for (ContactScene scene : {random_scene(12, 5, 21), random_scene(40, 120, 22),
                                   random_scene(500, 1500, 23), star()}) {
            scene.settings.velocity_passes = passes;
            for (int step = 0; step < 2; ++step) {
                scene.solve(table);
                hash.add(static_cast<double>(hash_of(scene) >> 11));
            }
        }
    }
    return hash.value();
}

/// Adds the bodies and manifolds of another scene.
void append(ContactScene& scene, const ContactScene& other) {
    const auto first = static_cast<std::uint32_t>(scene.bodies.size());
    scene.bodies.insert(scene.bodies.end(), other.bodies.begin(), other.bodies.end());
    scene.manifolds.insert(scene.manifolds.end(), other.manifolds.begin(), other.manifolds.end());
    for (const kernels::SolverPair& pair : other.pairs)
        scene.pairs.push_back({pair.a + first, pair.b + first, pair.count});
}

/// Manifolds [first, last) and bodies [first, last) of a scene.
ContactScene part(const ContactScene& scene, std::size_t first_body, std::size_t last_body,
                  std::size_t first, std::size_t last) {
    const auto at = [](auto& list, std::size_t i) {
        return list.begin() + static_cast<std::ptrdiff_t>(i);
    };
    ContactScene result;
    result.bodies.assign(at(scene.bodies, first_body), at(scene.bodies, last_body));
    result.manifolds.assign(at(scene.manifolds, first), at(scene.manifolds, last));
    result.pairs.assign(at(scene.pairs, first), at(scene.pairs, last));
    return result;
}

}  // namespace

// One constant for all targets with fma, for g++ and clang and all optimisation levels.
TEST_CASE("contacts have the same bits on all targets with fma", "[contact_solver][bits]") {
    for (const kernels::KernelTable* table : supported_tables()) {
        if (!table->fused) continue;
        CAPTURE(name_of(*table));
        CHECK(hash_of_scenes(*table) == 0x4ad6eaebe441c2b4);
    }
}

TEST_CASE("the order within a colour changes no bit", "[contact_solver][bits]") {
    for (const kernels::KernelTable* table : supported_tables()) {
        CAPTURE(name_of(*table));
        const ContactScene start = random_scene(200, 700, 24);
        ContactColouring colouring;
        colouring.colour(start.pairs, start.moves());
        const std::vector<kernels::SolverColour> colours(colouring.colours().begin(),
                                                         colouring.colours().end());
        std::vector<std::uint32_t> order(colouring.order().begin(), colouring.order().end());
        ContactScene expected = start;
        expected.solve(*table, order, colours);
        Random random(25);
        for (int trial = 0; trial < 10; ++trial) {
            for (const kernels::SolverColour& colour : colours)
                for (std::uint32_t i = colour.last; i-- > colour.first + 1;)
                    std::swap(order[i], order[colour.first + random.below(i - colour.first + 1)]);
            ContactScene scene = start;
            scene.solve(*table, order, colours);
            CHECK(hash_of(scene) == hash_of(expected));
        }
    }
}

// Velocities that are zero on most axes: signs of zeros are bits, too.
TEST_CASE("a world's bits do not depend on the worlds that it is solved with",
          "[contact_solver][bits]") {
    std::vector<ContactScene> worlds;
    for (std::uint64_t seed = 0; seed < 12; ++seed) {
        worlds.push_back(random_scene(8 + seed, 3 + 2 * seed, 40 + seed));
        for (kernels::SolverManifold& manifold : worlds.back().manifolds)
            if (seed % 2 == 0) assign(manifold.normal, {0, 0, -1});
        for (kernels::SolverBody& body : worlds.back().bodies)
            if (seed % 2 == 0) assign(body.velocity, {-0.0, 0, -1});
    }
    // One that is broken stays so alone.
    worlds[3].bodies[1].velocity[0] = std::numeric_limits<double>::quiet_NaN();
    worlds[5].bodies[2].velocity[2] = std::numeric_limits<double>::infinity();
    for (const kernels::KernelTable* table : supported_tables()) {
        ContactScene together;
        for (const ContactScene& world : worlds) append(together, world);
        together.solve(*table);
        std::size_t body = 0, manifold = 0;
        for (std::size_t w = 0; w < worlds.size(); ++w) {
            CAPTURE(name_of(*table), w);
            ContactScene alone = worlds[w];
            alone.solve(*table);
            const std::size_t bodies = alone.bodies.size(), manifolds = alone.manifolds.size();
            CHECK(hash_of(part(together, body, body + bodies, manifold, manifold + manifolds)) ==
                  hash_of(alone));
            body += bodies;
            manifold += manifolds;
        }
    }
}

TEST_CASE("nothing but the results is written", "[contact_solver]") {
    for (const kernels::KernelTable* table : supported_tables())
        for (const std::size_t manifolds : {0u, 1u, 2u, 3u, 7u, 8u, 9u, 15u, 16u, 17u, 40u}) {
            CAPTURE(name_of(*table), manifolds);
            ContactScene scene = random_scene(90, manifolds, 26);
            const ContactScene start = scene;
            scene.solve(*table);
            for (std::size_t i = 0; i < manifolds; ++i) {
                const auto &now = scene.manifolds[i], &before = start.manifolds[i];
                CHECK(std::memcmp(&now, &before, offsetof(kernels::SolverManifold, points)) == 0);
                for (std::uint32_t p = 0; p < 4; ++p) {
                    using Point = kernels::SolverManifold::Point;
                    const bool is_there = p < scene.pairs[i].count;
                    const std::size_t kept =
                        is_there ? offsetof(Point, normal_impulse) : sizeof(Point);
                    CHECK(std::memcmp(&now.points[p], &before.points[p], kept) == 0);
                }
            }
            for (std::size_t i = 0; i < scene.bodies.size(); ++i)
                CHECK(std::memcmp(scene.bodies[i].kick_v, start.bodies[i].kick_v, 128) == 0);
        }
}
