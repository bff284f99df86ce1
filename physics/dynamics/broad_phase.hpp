#pragma once

#include <lanewise/physics/dynamics/bounds_tree.hpp>
#include <lanewise/physics/geometry/bounds.hpp>

#include <cstdint>
#include <span>
#include <vector>

namespace lanewise::detail {

/// Two bodies whose boxes overlap, by place; a < b.
struct BodyPair {
    std::uint32_t a;
    std::uint32_t b;

    friend constexpr bool operator==(const BodyPair&, const BodyPair&) noexcept = default;
};

/// Finds pairs of bodies with overlapping boxes: sweep and prune among those that move, in rows,
/// and a tree for those that do not. The sweep runs along the axis on which they spread most; the
/// rows are as wide as the widest box along the axis of the second largest spread, so that a box
/// meets its own row and the two beside it.
class BroadPhase {
public:
    /// A body that moves.
    struct Mover {
        std::uint32_t place;
        bool is_dynamic;  ///< false: kinematic, which meets dynamic bodies only
    };

    /// Writes all pairs with a dynamic body in them, ascending by (a, b). boxes[i] is that
    /// of mover i. Boxes up to `margin` apart along each axis overlap. Results depend on the
    /// arguments alone.
    void find(std::span<const Mover> movers, std::span<const Bounds> boxes,
              const BoundsTree& statics, double margin, std::size_t places,
              std::vector<BodyPair>& pairs);

private:
    /// Boxes by row and low end, rounded outward: along the sweep, across it, and along the third
    /// axis. Places behind the last one overlap nothing.
    struct Columns {
        std::vector<float> low[3];
        std::vector<float> high[3];
        std::vector<std::uint32_t> mover;
    };
    void choose_axes(std::span<const Bounds> boxes) noexcept;
    void set_keys(std::span<const Bounds> boxes, double margin);
    void sort_movers();
    void fill_columns(std::span<const Bounds> boxes, double margin);
    [[nodiscard]] bool rows_meet(std::size_t begin, std::size_t end,
                                 std::size_t next_end) const noexcept;
    void sweep(std::span<const Mover> movers);
    void test(std::size_t box, std::size_t begin, std::size_t end, std::span<const Mover> movers);
    void sort_pairs(std::size_t places, std::vector<BodyPair>& pairs);

    std::size_t along_ = 0, across_ = 1;  // axes of the last call; no result depends on them
    std::vector<std::uint32_t> order_;    // of the last call: nearly that of the next one
    std::vector<double> key_;
    std::vector<double> row_;
    Columns columns_;
    std::vector<BodyPair> found_;
    std::vector<std::uint32_t> starts_;
};

}  // namespace lanewise::detail
