// The solver's own form of the manifolds: groups of two vectors of manifolds that share no moving
// body, a manifold a lane. A group of the last manifolds of a colour may fill one vector only;
// lanes without a manifold read a body of zeros.

inline constexpr int k_half = Lane<double>::size;
inline constexpr int k_group = 2 * k_half;
inline constexpr int k_most_points = 4;
/// A point that would close more than its gap by this speed, m/s, is a blow and not a weight.
inline constexpr double k_strike_speed = 0.1;

struct alignas(64) ContactGroup {
    /// Lines of the two bodies. What does not move is read and not written: its lanes write to a
    /// line that nobody reads.
    std::uint32_t read[2][k_group];
    std::uint32_t write[2][k_group];
    double normal[3][k_group];
    double tangent[2][3][k_group];
    double offset[3][k_group];  ///< what to add to an arm from a for the arm from b
    double friction[k_group];
    double inverse_mass[2][k_group];
    double inverse_inertia[2][6][k_group];

    /// Rows are normal, first tangent, second tangent. Points that a manifold lacks have no mass.
    struct Point {
        double arm[3][k_group];
        double mass[3][k_group];  ///< 1 / diagonal of the point matrix
        double turn[2][k_group];  ///< tangent speeds from a unit of normal impulse
        double bias[k_group];     ///< separation speed to reach at least
        double impulse[3][k_group];
        double total[k_group];  ///< normal impulse of all passes
    } points[k_most_points];
};

/// What is needed once or only by some groups.
struct alignas(64) ContactRest {
    double push_speed[k_most_points][k_group];  ///< 0: no push
    double push_impulse[k_most_points][k_group];
    double restitution[k_group];
    double rebound[k_most_points][k_group];  ///< separation speed after a bounce; 0: none
    double struck[k_most_points][k_group];   ///< normal impulse of an impact before its bounce
    kernels::SolverManifold* manifold[k_group];
    std::uint8_t count[k_group];  ///< of points
};

struct ContactGroupSize {
    std::uint8_t points;  ///< most points of a manifold
    std::uint8_t lanes;   ///< with manifolds
    bool pushes;
};

/// Groups of all manifolds or of those near an impact.
struct ContactSet {
    ContactGroup* groups;
    ContactRest* rests;
    ContactGroupSize* sizes;
    std::size_t count;
    const std::uint32_t* order;
    const kernels::SolverColour* colours;
    std::size_t colour_count;
};

/// Bits of a body's mark.
enum BodyMark : std::uint8_t { k_is_touched = 1, k_moves = 2, k_is_near = 4, k_is_next = 8 };

/// Where things are in the scratch memory. Lines are those of SolverBody, by the body's number;
/// after them come a line of zeros and one to throw away.
struct ContactScratch {
    double* velocity;
    double* previous;  ///< velocities at the end of the pass before
    double* push;
    kernels::SolverBody* no_body;
    kernels::SolverManifold* no_manifold;
    ContactSet all, impact;
    std::uint32_t* impact_order;
    kernels::SolverColour* impact_colours;
    std::uint32_t* touched;  ///< bodies with manifolds
    std::uint8_t* marks;     ///< one a line
    std::size_t touched_count;
    std::uint32_t zero_line, waste_line;
};

LANEWISE_FN std::uint32_t group_width(const kernels::SolverColour& colour) {
    return colour.one_by_one ? 1 : k_group;
}
LANEWISE_FN std::size_t group_count(const kernels::SolverColour& colour) {
    const std::uint32_t width = group_width(colour);
    return (colour.last - colour.first + width - 1) / width;
}

/// Takes `count` things from the memory, in whole cache lines.
template <class T>
LANEWISE_FN T* take_memory(unsigned char* base, std::size_t& used, std::size_t count) {
    T* start = reinterpret_cast<T*>(base + used);
    used += (count * sizeof(T) + 63) / 64 * 64;
    return start;
}

LANEWISE_FN void take_set(unsigned char* base, std::size_t& used, ContactSet& set) {
    set.groups = take_memory<ContactGroup>(base, used, set.count);
    set.rests = take_memory<ContactRest>(base, used, set.count);
    set.sizes = take_memory<ContactGroupSize>(base, used, set.count);
}

/// Bytes in use. Without memory (null) it only counts.
LANEWISE_FN std::size_t lay_out_scratch(const kernels::ContactSolve& call, ContactScratch& s) {
    std::size_t groups = 0, used = 0;
    for (std::size_t c = 0; c < call.colour_count; ++c) groups += group_count(call.colours[c]);
    const std::size_t lines = call.body_count + 2;
    s.zero_line = static_cast<std::uint32_t>(call.body_count);
    s.waste_line = s.zero_line + 1;
    unsigned char* const base = static_cast<unsigned char*>(call.scratch);
    s.velocity = take_memory<double>(base, used, lines * k_line);
    s.previous = take_memory<double>(base, used, lines * k_line);
    s.push = take_memory<double>(base, used, lines * k_line);
    s.no_body = take_memory<kernels::SolverBody>(base, used, 1);
    s.no_manifold = take_memory<kernels::SolverManifold>(base, used, 1);
    s.all = {nullptr, nullptr, nullptr, groups, call.order, call.colours, call.colour_count};
    take_set(base, used, s.all);
    s.impact_order = take_memory<std::uint32_t>(base, used, call.manifold_count);
    s.impact_colours = take_memory<kernels::SolverColour>(base, used, call.colour_count);
    s.touched = take_memory<std::uint32_t>(base, used, call.body_count);
    s.marks = take_memory<std::uint8_t>(base, used, lines);
    s.impact = s.all;
    take_set(base, used, s.impact);
    return used;
}
