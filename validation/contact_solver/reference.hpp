#pragma once

#include "scene.hpp"

/// The description of the solver once more, one number after the other: whole matrices, impulses in
/// world axes, every pass's impulses applied anew. Nothing here is shared with the kernels.
namespace lanewise::test::reference {

/// Solves the scene, whose manifolds are in the order of the colours.
void solve(ContactScene& scene, const std::vector<std::uint32_t>& order);

}  // namespace lanewise::test::reference
