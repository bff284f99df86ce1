#include <lanewise/kernels/error.hpp>
#include <lanewise/physics/rays/mesh_index.hpp>
#include <lanewise/physics/rays/tree_builder.hpp>

#include <algorithm>
#include <array>
#include <chrono>
#include <string>
#include <utility>

namespace lanewise {

namespace {

std::shared_ptr<const TriangleMesh> checked(std::shared_ptr<const TriangleMesh> mesh) {
    if (mesh == nullptr) refuse("MeshIndex.mesh", "null", "must be a mesh");
    if (mesh->size() >= kernels::k_leaf_bit)
        refuse("MeshIndex.mesh", std::to_string(mesh->size()) + " triangles",
               "must be fewer than 2^31");
    return mesh;
}

/// Children whose box overlaps: bit i for child i.
unsigned overlapping(const kernels::TreeNode& node, const std::array<float, 3>& low,
                     const std::array<float, 3>& high) noexcept {
    std::array<unsigned char, kernels::k_tree_width> out{};
    for (std::size_t axis = 0; axis < 3; ++axis)
        for (std::size_t i = 0; i < out.size(); ++i)
            out[i] = static_cast<unsigned char>(out[i] | (node.bound[axis][0][i] > high[axis]) |
                                                (-node.bound[axis][1][i] < low[axis]));
    unsigned met = 0;
    for (std::size_t i = 0; i < out.size(); ++i) met |= (out[i] == 0 ? 1u : 0u) << i;
    return met;
}

}  // namespace

MeshIndex::MeshIndex(std::shared_ptr<const TriangleMesh> mesh, MeshIndexBuild build)
    : mesh_(checked(std::move(mesh))) {
    const auto start = std::chrono::steady_clock::now();
    auto storage = std::make_unique<detail::TreeStorage>();
    detail::build_tree(*mesh_, build, *storage);
    report_ = {std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count(),
               storage->nodes.size(), storage->leaves.size(), storage->levels,
               storage->nodes.size() * sizeof(kernels::TreeNode) +
                   storage->leaves.size() * sizeof(kernels::TreeLeaf)};
    storage_ = std::move(storage);
}

MeshIndex::~MeshIndex() = default;

const kernels::MeshTree& MeshIndex::tree() const noexcept {
    return storage_->tree;
}

void MeshIndex::find(const Bounds& box, std::vector<std::uint32_t>& triangles) const {
    const kernels::MeshTree& tree = storage_->tree;
    std::array<float, 3> low{}, high{};
    for (std::size_t axis = 0; axis < 3; ++axis) {
        if (!(box.low[axis] <= box.high[axis])) return;
        // Rounding is far below the margin of the nodes; absent children lie beyond 2.
        low[axis] = static_cast<float>(
            std::clamp(box.low[axis] * tree.scale - tree.centre[axis], -2.0, 2.0));
        high[axis] = static_cast<float>(
            std::clamp(box.high[axis] * tree.scale - tree.centre[axis], -2.0, 2.0));
    }
    const std::size_t first = triangles.size();
    std::array<std::uint32_t, kernels::k_stack_size> stack;
    std::size_t depth = 0;
    stack[depth++] = 0;
    while (depth > 0) {
        const std::uint32_t current = stack[--depth];
        if ((current & kernels::k_leaf_bit) == 0) {
            const kernels::TreeNode& node = tree.nodes[current];
            const unsigned met = overlapping(node, low, high);
            for (std::size_t i = 0; i < kernels::k_tree_width; ++i)
                if ((met >> i & 1) != 0) stack[depth++] = node.child[i];
            continue;
        }
        for (const std::uint32_t t : tree.leaves[current & ~kernels::k_leaf_bit].triangle) {
            if (t == kernels::k_no_triangle) break;
            const auto c = mesh_->corners(t);
            if (overlap(box,
                        {minimum(minimum(c[0], c[1]), c[2]), maximum(maximum(c[0], c[1]), c[2])}))
                triangles.push_back(t);
        }
    }
    std::sort(triangles.begin() + static_cast<std::ptrdiff_t>(first), triangles.end());
}

}  // namespace lanewise
