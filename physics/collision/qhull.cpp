#include <lanewise/kernels/error.hpp>
#include <lanewise/physics/collision/polyhedron.hpp>
#include <lanewise/physics/collision/qhull.hpp>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <utility>

extern "C" {
#include <libqhull_r/qhull_ra.h>
}

namespace lanewise::detail {

namespace {

using Loop = std::vector<std::uint32_t>;

/// Takes Qhull's messages, which it writes to a C stream.
class Messages {
public:
    Messages() : file_(open_memstream(&text_, &size_)) {}
    ~Messages() {
        if (file_ != nullptr) std::fclose(file_);
        std::free(text_);
    }
    Messages(const Messages&) = delete;
    Messages& operator=(const Messages&) = delete;

    [[nodiscard]] FILE* file() const noexcept { return file_; }
    [[nodiscard]] std::string first_line() const {
        if (file_ == nullptr || std::fflush(file_) != 0) return {};
        const std::string all(text_, size_);
        return all.substr(0, all.find('\n'));
    }

private:
    char* text_ = nullptr;
    std::size_t size_ = 0;
    FILE* file_;
};

/// State and memory of one run of the reentrant Qhull.
class Run {
public:
    explicit Run(FILE* errors) { qh_zero(&state_, errors); }
    ~Run() {
        state_.NOerrexit = True;
        qh_freeqhull(&state_, !qh_ALL);
        int still_allocated = 0;
        int bytes = 0;
        qh_memfreeshort(&state_, &still_allocated, &bytes);
    }
    Run(const Run&) = delete;
    Run& operator=(const Run&) = delete;

    qhT* state() noexcept { return &state_; }

private:
    qhT state_{};
};

template <class T>
std::vector<T*> elements(setT* set) {
    std::vector<T*> all;
    if (set != nullptr)
        for (setelemT* e = set->e; e->p != nullptr; ++e) all.push_back(static_cast<T*>(e->p));
    return all;
}

/// Chains the sides of a facet. Qhull's own ordering function may end the process when it fails.
Loop chained(std::vector<std::pair<std::uint32_t, std::uint32_t>> sides) {
    Loop loop;
    if (sides.empty()) return loop;
    const std::uint32_t start = sides.front().first;
    std::uint32_t at = start;
    do {
        const auto next = std::find_if(sides.begin(), sides.end(), [&](const auto& side) {
            return side.first == at || side.second == at;
        });
        if (next == sides.end()) return {};
        loop.push_back(at);
        at = next->first == at ? next->second : next->first;
        sides.erase(next);
    } while (at != start);
    return sides.empty() ? loop : Loop{};
}

Loop corners_of(qhT* qh, facetT* facet) {
    const auto number = [&](const vertexT* vertex) {
        return static_cast<std::uint32_t>(qh_pointid(qh, vertex->point));
    };
    if (facet->simplicial) {
        Loop loop;
        for (const vertexT* vertex : elements<vertexT>(facet->vertices))
            loop.push_back(number(vertex));
        return loop;
    }
    std::vector<std::pair<std::uint32_t, std::uint32_t>> sides;
    for (const ridgeT* ridge : elements<ridgeT>(facet->ridges)) {
        const auto ends = elements<vertexT>(ridge->vertices);
        if (ends.size() == 2) sides.emplace_back(number(ends[0]), number(ends[1]));
    }
    return chained(std::move(sides));
}

}  // namespace

std::vector<Loop> qhull_facets(std::span<const Vec3> points) {
    std::vector<coordT> coordinates;
    coordinates.reserve(3 * points.size());
    for (const Vec3& p : points) coordinates.insert(coordinates.end(), {p.x, p.y, p.z});

    const Messages messages;
    const auto run = std::make_unique<Run>(messages.file());
    qhT* const qh = run->state();
    // Pp: no warnings about precision, the caller checks the result.
    char command[] = "qhull Pp";
    if (qh_new_qhull(qh, 3, static_cast<int>(points.size()), coordinates.data(), False, command,
                     nullptr, messages.file()) != 0)
        refuse("points", messages.first_line(), "must have a convex hull");

    std::vector<Loop> loops;
    for (facetT* facet = qh->facet_list; facet != nullptr && facet->next != nullptr;
         facet = facet->next) {
        Loop loop = corners_of(qh, facet);
        if (loop.size() < 3) refuse("points", "a facet without a loop", "must have a convex hull");
        const Vec3 outward{facet->normal[0], facet->normal[1], facet->normal[2]};
        if (dot(newell_normal(points, loop), outward) < 0) std::reverse(loop.begin(), loop.end());
        loops.push_back(std::move(loop));
    }
    return loops;
}

}  // namespace lanewise::detail
