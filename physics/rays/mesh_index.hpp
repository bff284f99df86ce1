#pragma once

#include <lanewise/kernels/export.hpp>
#include <lanewise/physics/collision/triangle_mesh.hpp>
#include <lanewise/physics/geometry/bounds.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace lanewise {

namespace kernels {
struct MeshTree;
}
namespace detail {
struct TreeStorage;
}

enum class MeshIndexBuild : std::uint8_t {
    /// Octree of adaptive cells: a node is halved three times, each time across the longest side
    /// of the box of its triangles' centres. Milliseconds for a hundred thousand triangles.
    octree,
    /// Surface area heuristic in 16 bins: about four times slower to build; on maps with walls and
    /// buildings rays are up to twice as fast.
    surface_area,
};

/// What a build came to.
struct MeshIndexReport {
    double seconds = 0;  ///< the build
    std::size_t nodes = 0;
    std::size_t leaves = 0;
    int levels = 0;         ///< of nodes, at most 24
    std::size_t bytes = 0;  ///< memory of nodes and leaves
};

/// Finds the triangles of a mesh that a ray or a box can meet: a tree whose nodes hold the bounds
/// of their eight children as columns and whose leaves hold up to eight triangles. A triangle is in
/// one leaf. Immutable; bodies and worlds share one by pointer.
///
/// Results are those of testing every triangle, whatever the build. Meshes whose largest side is
/// below 1e-90 m are found but not always hit, because products of their coordinates underflow.
class LANEWISE_API MeshIndex {
public:
    /// Refuses null and meshes of 2^31 triangles and more.
    explicit MeshIndex(std::shared_ptr<const TriangleMesh> mesh,
                       MeshIndexBuild build = MeshIndexBuild::octree);
    MeshIndex(const MeshIndex&) = delete;
    MeshIndex& operator=(const MeshIndex&) = delete;
    ~MeshIndex();

    [[nodiscard]] const TriangleMesh& mesh() const noexcept { return *mesh_; }
    [[nodiscard]] const std::shared_ptr<const TriangleMesh>& shared_mesh() const noexcept {
        return mesh_;
    }
    [[nodiscard]] const MeshIndexReport& report() const noexcept { return report_; }

    /// Appends the numbers of the triangles whose bounds overlap or touch `box` (in the mesh's
    /// frame), ascending. A box with a NaN finds none.
    void find(const Bounds& box, std::vector<std::uint32_t>& triangles) const;

    /// The tree as kernels read it.
    [[nodiscard]] const kernels::MeshTree& tree() const noexcept;

private:
    std::shared_ptr<const TriangleMesh> mesh_;
    std::unique_ptr<const detail::TreeStorage> storage_;
    MeshIndexReport report_;
};

}  // namespace lanewise
