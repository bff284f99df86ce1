#include <lanewise/physics/scene/scene_tables.hpp>

#include <fmt/format.h>

#include <iterator>

namespace lanewise::scene {
namespace {

void add(std::string& text, const Vec3& v) {
    fmt::format_to(std::back_inserter(text), ",{},{},{}", v.x, v.y, v.z);
}

void add_start(std::string& text, double time, std::int64_t tick) {
    fmt::format_to(std::back_inserter(text), "{},{}", time, tick);
}

}  // namespace

void add_states(std::string& text, const SceneRun& run) {
    for (std::size_t i = 0; i < run.scene().bodies.size(); ++i) {
        const BodyView body = run.body(i);
        add_start(text, run.time(), run.ticks());
        text += "," + run.scene().bodies[i].name;
        const RigidTransform& pose = body.pose();
        add(text, pose.translation);
        add(text, {pose.rotation.x, pose.rotation.y, pose.rotation.z});
        fmt::format_to(std::back_inserter(text), ",{}", pose.rotation.w);
        add(text, body.linear_velocity());
        add(text, body.angular_velocity());
        text += '\n';
    }
}

void add_events(std::string& text, const SceneRun& run) {
    const int substeps = run.scene().substeps;
    for (const SceneEvent& e : run.events()) {
        const double share = static_cast<double>(e.substep) / substeps;
        const double time = (static_cast<double>(run.ticks() - 1) + share) * run.scene().dt;
        add_start(text, time, run.ticks());
        fmt::format_to(std::back_inserter(text), ",{},{},{}", e.substep, run.name(e.event.body),
                       run.name(e.event.other));
        add(text, e.event.normal_impulse);
        text += '\n';
    }
}

void add_hit(std::string& text, const SceneRun& run, const SceneRay& ray, const WorldHit& hit) {
    add_start(text, run.time(), run.ticks());
    text += "," + ray.name;
    if (!hit) {
        text += ",,,,,,,,,,,\n";
        return;
    }
    fmt::format_to(std::back_inserter(text), ",{},{}", run.name(hit.body), hit.distance);
    add(text, hit.point);
    add(text, hit.normal);
    fmt::format_to(std::back_inserter(text), ",{},{},", hit.material.friction,
                   hit.material.restitution);
    if (hit.triangle != RayHit::none) text += std::to_string(hit.triangle);
    text += '\n';
}

}  // namespace lanewise::scene
