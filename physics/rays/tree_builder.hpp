#pragma once

#include <lanewise/kernels/rays/tree.hpp>
#include <lanewise/physics/rays/mesh_index.hpp>

#include <vector>

namespace lanewise::detail {

/// The tree of a mesh and the memory it lies in.
struct TreeStorage {
    std::vector<kernels::TreeNode> nodes;
    std::vector<kernels::TreeLeaf> leaves;
    kernels::MeshTree tree;
    int levels = 0;
};

/// Fills an empty storage.
void build_tree(const TriangleMesh& mesh, MeshIndexBuild build, TreeStorage& storage);

}  // namespace lanewise::detail
