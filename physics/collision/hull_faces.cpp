#include <lanewise/kernels/error.hpp>
#include <lanewise/physics/collision/hull_faces.hpp>
#include <lanewise/physics/collision/polyhedron.hpp>

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

namespace lanewise::detail {

namespace {

using Loop = std::vector<std::uint32_t>;
using Side = std::pair<std::uint32_t, std::uint32_t>;

constexpr std::uint32_t none = Polyhedron::no_face;

[[noreturn]] void refuse_hull() {
    refuse("points", "facets that do not close a solid", "must have a convex hull");
}

/// Calls `visit(a, b)` for each side of a loop.
template <class Visit>
void for_sides(const Loop& loop, Visit&& visit) {
    for (std::size_t i = 0; i < loop.size(); ++i) visit(loop[i], loop[(i + 1) % loop.size()]);
}

std::map<Side, std::uint32_t> facets_by_side(const std::vector<Loop>& facets) {
    std::map<Side, std::uint32_t> sides;
    for (std::uint32_t f = 0; f < facets.size(); ++f)
        for_sides(facets[f], [&](std::uint32_t a, std::uint32_t b) {
            if (!sides.emplace(Side{a, b}, f).second) refuse_hull();
        });
    for (const auto& [side, facet] : sides)
        if (!sides.contains({side.second, side.first})) refuse_hull();
    return sides;
}

/// Gives each facet the number of its face.
std::vector<std::uint32_t> faces_of_facets(std::span<const Vec3> points,
                                           const std::vector<Loop>& facets,
                                           const std::map<Side, std::uint32_t>& sides,
                                           double flatness) {
    std::vector<Vec3> normals;
    for (const Loop& facet : facets) normals.push_back(newell_normal(points, facet));
    // Largest first: its plane is the best known. Equal ones in the order of their corners.
    std::vector<std::uint32_t> seeds(facets.size());
    for (std::uint32_t f = 0; f < seeds.size(); ++f) seeds[f] = f;
    std::sort(seeds.begin(), seeds.end(), [&](std::uint32_t f, std::uint32_t g) {
        const double size_f = norm_squared(normals[f]);
        const double size_g = norm_squared(normals[g]);
        return size_f != size_g ? size_f > size_g : facets[f] < facets[g];
    });

    std::vector<std::uint32_t> face_of(facets.size(), none);
    std::uint32_t faces = 0;
    for (const std::uint32_t seed : seeds) {
        if (face_of[seed] != none) continue;
        const Vec3 normal = unit_or(normals[seed], {});
        const Vec3& base = points[facets[seed].front()];
        const auto is_flat = [&](std::uint32_t f) {
            return normal != Vec3{} &&
                   std::all_of(facets[f].begin(), facets[f].end(), [&](std::uint32_t corner) {
                       return std::fabs(dot(normal, points[corner] - base)) <= flatness;
                   });
        };
        std::vector<std::uint32_t> open{seed};
        face_of[seed] = faces;
        while (!open.empty()) {
            const std::uint32_t f = open.back();
            open.pop_back();
            for_sides(facets[f], [&](std::uint32_t a, std::uint32_t b) {
                const std::uint32_t neighbour = sides.at({b, a});
                if (face_of[neighbour] != none || !is_flat(neighbour)) return;
                face_of[neighbour] = faces;
                open.push_back(neighbour);
            });
        }
        ++faces;
    }
    return face_of;
}

/// The outlines of the faces: the sides whose other facet belongs to another face.
std::vector<Loop> outlines(const std::map<Side, std::uint32_t>& sides,
                           const std::vector<std::uint32_t>& face_of) {
    std::map<std::uint32_t, std::map<std::uint32_t, std::uint32_t>> next_by_face;
    for (const auto& [side, facet] : sides) {
        if (face_of[sides.at({side.second, side.first})] == face_of[facet]) continue;
        if (!next_by_face[face_of[facet]].emplace(side.first, side.second).second) refuse_hull();
    }
    std::vector<Loop> loops;
    for (const auto& [face, next] : next_by_face) {
        Loop loop;
        std::uint32_t at = next.begin()->first;
        do {
            loop.push_back(at);
            const auto step = next.find(at);
            if (step == next.end()) refuse_hull();
            at = step->second;
        } while (at != loop.front() && loop.size() <= next.size());
        if (loop.size() != next.size()) refuse_hull();
        loops.push_back(std::move(loop));
    }
    return loops;
}

/// Drops corners that only two faces share: they lie on the edge between these. A face left with
/// two corners was a sliver along an edge and goes as well.
void drop_straight_corners(std::vector<Loop>& loops, std::size_t point_count) {
    for (bool changed = true; changed;) {
        changed = false;
        std::vector<std::uint32_t> faces_at(point_count, 0);
        for (const Loop& loop : loops)
            for (const std::uint32_t corner : loop) ++faces_at[corner];
        for (Loop& loop : loops)
            changed |= std::erase_if(loop, [&](std::uint32_t c) { return faces_at[c] < 3; }) > 0;
        changed |= std::erase_if(loops, [](const Loop& loop) { return loop.size() < 3; }) > 0;
    }
}

}  // namespace

std::vector<Loop> flat_faces(std::span<const Vec3> points, const std::vector<Loop>& facets,
                             double flatness) {
    const std::map<Side, std::uint32_t> sides = facets_by_side(facets);
    std::vector<Loop> loops = outlines(sides, faces_of_facets(points, facets, sides, flatness));
    drop_straight_corners(loops, points.size());
    return loops;
}

}  // namespace lanewise::detail
