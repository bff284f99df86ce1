#include "scenes.hpp"

#include <cmath>

namespace lanewise::test {

void Soup::add(const Vec3& a, const Vec3& b, const Vec3& c) {
    const auto first = static_cast<std::uint32_t>(vertices.size());
    vertices.insert(vertices.end(), {a, b, c});
    triangles.push_back({first, first + 1, first + 2});
}

std::shared_ptr<const TriangleMesh> Soup::mesh(double scale, const Vec3& offset) const {
    std::vector<Vec3> moved = vertices;
    for (Vec3& v : moved) v = v * scale + offset;
    return std::make_shared<const TriangleMesh>(std::move(moved), triangles);
}

Vec3 random_direction(Random& random) {
    for (;;) {
        const Vec3 d{random.between(-1, 1), random.between(-1, 1), random.between(-1, 1)};
        const double length = norm(d);
        if (length > 0.1 && length < 1) return d / length;
    }
}

Soup wavy_ground(int n) {
    Soup soup;
    for (int j = 0; j <= n; ++j)
        for (int i = 0; i <= n; ++i) {
            const double x = i - n / 2, y = j - n / 2;
            soup.vertices.push_back({x, y, 0.05 * (std::sin(0.5 * x) + std::cos(0.37 * y))});
        }
    const auto at = [n](int i, int j) { return static_cast<std::uint32_t>(j * (n + 1) + i); };
    for (int j = 0; j < n; ++j)
        for (int i = 0; i < n; ++i) {
            soup.triangles.push_back({at(i, j), at(i + 1, j), at(i, j + 1)});
            soup.triangles.push_back({at(i + 1, j), at(i + 1, j + 1), at(i, j + 1)});
        }
    return soup;
}

Soup town(int buildings, std::uint64_t seed) {
    Random random(seed);
    Soup soup;
    soup.add({-60, -60, 0}, {60, -60, 0}, {60, 60, 0});
    soup.add({-60, -60, 0}, {60, 60, 0}, {-60, 60, 0});
    for (int b = 0; b < buildings; ++b) {
        Vec3 half{random.between(0.05, 6), random.between(0.05, 6), random.between(0.1, 12)};
        if (b % 7 == 0) half = {40, 0.02, 3};
        const double turn = random.between(0, 7);
        const Vec3 place{random.between(-50, 50), random.between(-50, 50), half.z};
        const Polyhedron box = box_polyhedron(half);
        const auto moved = [&](std::uint32_t v) {
            const Vec3& p = box.vertices[v];
            return place + Vec3{p.x * std::cos(turn) - p.y * std::sin(turn),
                                p.x * std::sin(turn) + p.y * std::cos(turn), p.z};
        };
        for (const PolyhedronFace& face : box.faces) {
            const auto c = box.corners(face);
            soup.add(moved(c[0]), moved(c[1]), moved(c[2]));
            soup.add(moved(c[0]), moved(c[2]), moved(c[3]));
        }
    }
    return soup;
}

Soup coincident(int copies) {
    Soup soup;
    soup.add({3, 3, -1}, {4, 3, -1}, {3, 4, -1});
    for (int i = 0; i < copies; ++i) soup.add({0, 0, 0}, {1, 0, 0.1}, {0, 1, 0.2});
    soup.add({-3, -3, 1}, {-2, -3, 1}, {-3, -2, 1});
    return soup;
}

Soup needles(int count, std::uint64_t seed) {
    Random random(seed);
    Soup soup;
    for (int i = 0; i < count; ++i) {
        const Vec3 d = random_direction(random);
        const Vec3 side = any_perpendicular(d) * std::pow(10, random.between(-9, -2));
        const Vec3 middle{random.between(-1, 1), random.between(-1, 1), random.between(-1, 1)};
        const double along = random.between(-0.5, 0.5);
        soup.add(middle - 0.5 * d, middle + 0.5 * d, middle + along * d + side);
    }
    return soup;
}

Soup shrinking(int count) {
    Soup soup;
    for (int k = 0; k < count; ++k) {
        const double size = std::ldexp(1.0, -k);
        soup.add({size, size, size}, {2 * size, size, size}, {size, 2 * size, size});
    }
    return soup;
}

Soup random_triangles(int count, std::uint64_t seed) {
    Random random(seed);
    Soup soup;
    for (int i = 0; i < count; ++i) {
        const Vec3 middle{random.between(-5, 5), random.between(-5, 5), random.between(-5, 5)};
        const double size = random.between(0.05, 2);
        // One after the other: the order of arguments is the compiler's.
        const Vec3 a = middle + size * random_direction(random);
        const Vec3 b = middle + size * random_direction(random);
        const Vec3 c = middle + size * random_direction(random);
        soup.add(a, b, c);
    }
    return soup;
}

std::vector<Scene> all_scenes() {
    const std::vector<std::pair<std::string, Soup>> soups = {
        {"ground", wavy_ground(18)},      {"town", town(40, 3)},
        {"coincident", coincident(1000)}, {"needles", needles(300, 5)},
        {"shrinking", shrinking(60)},     {"random", random_triangles(400, 7)}};
    const struct {
        const char* name;
        double scale;
        Vec3 offset;
    } places[] = {{"", 1, {}},
                  {" at 1e6", 1, {1e6, -3e5, 12345.678}},
                  {" x 1e6", 1e6, {}},
                  {" x 1e-6", 1e-6, {}},
                  {" x 1e-60", 1e-60, {}}};
    std::vector<Scene> scenes;
    for (const auto& [name, soup] : soups)
        for (const auto& place : places) {
            auto mesh = soup.mesh(place.scale, place.offset);
            const Bounds box = mesh->bounds();
            const double size = norm(box.high - box.low);
            scenes.push_back(
                {name + place.name, std::move(mesh), 0.5 * (box.low + box.high), size});
        }
    return scenes;
}

std::vector<Ray> rays_at(const Scene& scene, int count, std::uint64_t seed) {
    Random random(seed);
    const TriangleMesh& mesh = *scene.mesh;
    std::vector<Ray> rays;
    for (int i = 0; i < count; ++i) {
        const auto c = mesh.corners(random.below(mesh.size()));
        const double u = random.between(0, 1), v = random.between(0, 1 - u);
        Vec3 target = c[0] + u * (c[1] - c[0]) + v * (c[2] - c[0]);
        if (i % 5 == 1) target = c[random.below(3)];
        if (i % 5 == 2) target = 0.5 * (c[0] + c[1]);
        Vec3 direction = random_direction(random);
        if (i % 4 == 1) {
            direction = {};
            direction[random.below(3)] = random.below(2) == 0 ? 1 : -1;
        }
        if (i % 16 == 6) direction = unit_or(c[1] - c[0], {0, 0, 1});  // along an edge
        double away = random.between(0, 2);
        if (i % 8 == 3) away = 1e3;
        if (i % 32 == 7) away = 1e8;
        Ray ray{target - (away * scene.size) * direction, direction * random.between(0.1, 10)};
        if (i % 3 == 0) ray.max_distance = scene.size * random.between(0, 2);
        rays.push_back(ray);
    }
    return rays;
}

}  // namespace lanewise::test
