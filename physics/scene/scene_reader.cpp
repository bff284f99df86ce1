#include <lanewise/physics/json/json_field.hpp>
#include <lanewise/physics/json/text_file.hpp>
#include <lanewise/physics/scene/scene.hpp>
#include <lanewise/physics/scene/shape_reader.hpp>
#include <lanewise/physics/scene/tick_reader.hpp>
#include <lanewise/physics/scene/vehicle_reader.hpp>

#include <filesystem>
#include <limits>
#include <map>

namespace lanewise::scene {
namespace {

using json::Field;
using json::JsonValue;
using json::Record;

constexpr std::int64_t k_most_substeps = 10'000;

void set_if(const Record& record, std::string_view key, double& number) {
    if (const auto given = record.find(key)) number = given->number();
}
void set_if(const Record& record, std::string_view key, bool& flag) {
    if (const auto given = record.find(key)) flag = given->boolean();
}
void set_if(const Record& record, std::string_view key, Vec3& vector) {
    if (const auto given = record.find(key)) vector = given->vector();
}
void set_if(const Record& record, std::string_view key, int& number) {
    if (const auto given = record.find(key))
        number = static_cast<int>(given->whole(0, std::numeric_limits<int>::max()));
}

/// Names stand in CSV files and tables.
bool is_name(std::string_view text) {
    constexpr std::size_t k_longest = 64;
    if (text.empty() || text.size() > k_longest || text.front() == ' ' || text.back() == ' ' ||
        text.front() == '#')
        return false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const auto c = static_cast<unsigned char>(text[i]);
        // The second half of the control characters has two bytes in UTF-8.
        const bool is_late_control =
            c == 0xC2 && i + 1 < text.size() && static_cast<unsigned char>(text[i + 1]) < 0xA0;
        if (c < ' ' || c == 0x7F || c == ',' || c == '"' || is_late_control) return false;
    }
    return true;
}

/// A name that no earlier thing has; remembers it with its number.
std::string new_name(const Field& field, std::map<std::string, std::size_t>& numbers) {
    if (!is_name(field.text()))
        field.refuse(
            "must have 1 to 64 bytes, no comma, no quote, no control character, no blank at its "
            "ends and no # at its start");
    if (!numbers.emplace(field.text(), numbers.size()).second)
        field.refuse("must not be the name of another one");
    return field.text();
}

class SceneReader {
public:
    SceneReader(const std::string& file, std::filesystem::path folder)
        : folder_(std::move(folder)), shapes_(folder_) {
        scene_.file = file;
    }

    SceneFile read(const JsonValue& value) && {
        const Field root(scene_.file, value);
        const Record record(
            root, {"$schema", "title", "dt", "substeps", "ticks", "gravity", "solver", "materials",
                   "shapes", "bodies", "vehicles", "forces", "impulses", "rays"});
        if (const auto title = record.find("title")) scene_.title = title->text();
        if (const auto schema = record.find("$schema")) static_cast<void>(schema->text());
        read_time(record);
        read_world(record);
        if (const auto materials = record.find("materials")) shapes_.add_materials(*materials);
        if (const auto shapes = record.find("shapes")) shapes_.add_shapes(*shapes);
        record.require("bodies").for_each_element([&](const Field& f) { add_body(f); });
        if (const auto vehicles = record.find("vehicles"))
            vehicles->for_each_element([&](const Field& f) { add_vehicle(f); });
        if (const auto forces = record.find("forces"))
            forces->for_each_element([&](const Field& f) { add_force(f); });
        if (const auto impulses = record.find("impulses"))
            impulses->for_each_element([&](const Field& f) { add_impulse(f); });
        if (const auto rays = record.find("rays"))
            rays->for_each_element([&](const Field& f) { add_ray(f); });
        return std::move(scene_);
    }

private:
    void read_time(const Record& record) {
        const Field dt = record.require("dt");
        scene_.dt = dt.positive();
        if (const auto substeps = record.find("substeps"))
            scene_.substeps = static_cast<int>(substeps->whole(1, k_most_substeps));
        if (!(scene_.dt / scene_.substeps >= std::numeric_limits<double>::min()))
            dt.refuse("must leave a substep that is a normal number");
        scene_.ticks = record.require("ticks").whole(1, k_most_ticks);
        when_ = {scene_.dt, scene_.ticks};
    }

    void read_world(const Record& record) {
        WorldOptions& world = scene_.world;
        set_if(record, "gravity", world.gravity);
        const auto solver = record.find("solver");
        if (!solver) return;
        const Record r(*solver, {"velocity_iterations", "position_iterations", "contact_margin",
                                 "slop", "push_factor", "push_speed", "restitution_threshold",
                                 "continuous", "impact_limit"});
        set_if(r, "velocity_iterations", world.velocity_iterations);
        set_if(r, "position_iterations", world.position_iterations);
        set_if(r, "contact_margin", world.contact_margin);
        set_if(r, "slop", world.slop);
        set_if(r, "push_factor", world.push_factor);
        set_if(r, "push_speed", world.push_speed);
        set_if(r, "restitution_threshold", world.restitution_threshold);
        set_if(r, "continuous", world.continuous);
        set_if(r, "impact_limit", world.impact_limit);
        require_valid(world, solver->name());
    }

    void add_body(const Field& field) {
        const Record r(field, {"name", "kind", "shape", "location", "rotation", "quaternion",
                               "linear_velocity", "angular_velocity", "mass", "centre_of_mass",
                               "inertia", "linear_damping", "angular_damping", "gravity_scale",
                               "collides", "continuous"});
        std::string name = new_name(r.require("name"), body_numbers_);
        SceneShape shape = shapes_.shape(r.require("shape"));
        const bool is_mesh = shape.shape.kind() == ShapeKind::mesh;
        BodyOptions o{.shape = std::move(shape.shape), .index = std::move(shape.index)};
        o.kind = is_mesh ? BodyKind::static_body : BodyKind::dynamic;
        if (const auto kind = r.find("kind")) o.kind = body_kind(*kind);
        o.pose = read_pose(r);
        set_if(r, "linear_velocity", o.linear_velocity);
        set_if(r, "angular_velocity", o.angular_velocity);
        if (const auto mass = r.find("mass")) o.mass = mass->positive();
        if (const auto centre = r.find("centre_of_mass")) o.centre_of_mass = centre->vector();
        if (const auto tensor = r.find("inertia")) o.inertia = inertia(*tensor);
        set_if(r, "linear_damping", o.linear_damping);
        set_if(r, "angular_damping", o.angular_damping);
        set_if(r, "gravity_scale", o.gravity_scale);
        set_if(r, "collides", o.collides);
        set_if(r, "continuous", o.continuous);
        require_valid(o, field.name());
        scene_.bodies.push_back({std::move(name), std::move(o)});
    }

    void add_vehicle(const Field& field) {
        std::string name = new_name(Record::require(field, "name"), body_numbers_);
        SceneVehicle vehicle = read_vehicle(field, when_, folder_);
        vehicle.name = std::move(name);
        scene_.vehicles.push_back(std::move(vehicle));
    }

    static BodyKind body_kind(const Field& field) {
        if (field.text() == "static") return BodyKind::static_body;
        if (field.text() == "kinematic") return BodyKind::kinematic;
        if (field.text() == "dynamic") return BodyKind::dynamic;
        field.refuse("must be static, kinematic or dynamic");
    }

    /// Three principal moments, or three rows.
    static Mat3 inertia(const Field& field) {
        field.require_size(3);
        if (!std::holds_alternative<JsonValue::List>(field.element(0).value().data))
            return Mat3::diagonal(field.vector());
        return Mat3::rows(field.element(0).vector(), field.element(1).vector(),
                          field.element(2).vector());
    }

    [[nodiscard]] std::size_t body(const Field& field) const {
        const auto found = body_numbers_.find(field.text());
        if (found == body_numbers_.end()) field.refuse("must be the name of a body or vehicle");
        return found->second;
    }

    /// Body, frame and point, which forces and impulses have in common.
    template <class Load>
    void read_load(const Record& r, Load& load) const {
        load.body = body(r.require("body"));
        if (const auto frame = r.find("frame")) {
            if (frame->text() != "world" && frame->text() != "body")
                frame->refuse("must be world or body");
            load.frame = frame->text() == "body" ? Frame::body : Frame::world;
        }
        if (const auto point = r.find("point")) load.point = point->vector();
    }

    void add_force(const Field& field) {
        const Record r(field, {"body", "force", "torque", "point", "frame", "ticks", "times"});
        SceneForce force;
        read_load(r, force);
        set_if(r, "force", force.force);
        set_if(r, "torque", force.torque);
        force.end = scene_.ticks;
        r.refuse_both("ticks", "times");
        const auto read_interval = [&](const Field& interval, const auto& tick_of) {
            interval.require_size(2);
            force.first = when_.in_scene(interval.element(0), tick_of(interval.element(0)));
            force.end = tick_of(interval.element(1));
            if (force.first >= force.end) interval.refuse("must hold the start of a tick");
        };
        if (const auto ticks = r.find("ticks")) read_interval(*ticks, TickReader::tick);
        if (const auto times = r.find("times"))
            read_interval(*times, [&](const Field& f) { return when_.tick_at(f); });
        scene_.forces.push_back(force);
    }

    void add_impulse(const Field& field) {
        const Record r(field,
                       {"body", "impulse", "angular_impulse", "point", "frame", "tick", "time"});
        SceneImpulse impulse;
        read_load(r, impulse);
        set_if(r, "impulse", impulse.impulse);
        set_if(r, "angular_impulse", impulse.angular_impulse);
        impulse.tick = when_.start(r);
        scene_.impulses.push_back(impulse);
    }

    void add_ray(const Field& field) {
        const Record r(field, {"name", "origin", "direction", "max_distance", "ignore", "when"});
        SceneRay ray;
        ray.name = new_name(r.require("name"), ray_numbers_);
        ray.ray.origin = r.require("origin").vector();
        ray.ray.direction = r.require("direction").vector();
        set_if(r, "max_distance", ray.ray.max_distance);
        require_valid(ray.ray, field.name());
        if (const auto ignored = r.find("ignore")) ray.ignored = body(*ignored);
        if (const auto when = r.find("when")) {
            if (when->text() != "end" && when->text() != "each_tick")
                when->refuse("must be end or each_tick");
            ray.each_tick = when->text() == "each_tick";
        }
        scene_.rays.push_back(std::move(ray));
    }

    SceneFile scene_;
    std::filesystem::path folder_;
    ShapeReader shapes_;
    TickReader when_;
    std::map<std::string, std::size_t> body_numbers_;
    std::map<std::string, std::size_t> ray_numbers_;
};

}  // namespace

SceneFile load_scene(const std::string& path) {
    const JsonValue value = json::parse_json(json::read_text(path), path);
    return SceneReader(path, std::filesystem::path(path).parent_path()).read(value);
}

}  // namespace lanewise::scene
