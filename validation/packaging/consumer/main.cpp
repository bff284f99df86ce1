// A user's program: what it prints must not depend on how it was built.
#include <lanewise/lanewise.hpp>

#include <cstdio>
#include <string>

using namespace lanewise::literals;

int main() {
    for (const lanewise::BackendInfo& backend : lanewise::available_backends())
        std::printf("%s:%s %d lanes\n", std::string(backend.name).c_str(),
                    std::string(backend.target).c_str(), backend.lanes);
    lanewise::set_backend("scalar");
    lanewise::require_positive("wheel_radius", lanewise::to_si(33.5_cm));
    const lanewise::Torque torque = lanewise::moment(1000.0_N, 30.0_cm);
    std::printf("%s %s\n", std::string(lanewise::backend().name).c_str(),
                lanewise::to_text(torque).c_str());
    return lanewise::to_si(torque) == 300.0 ? 0 : 1;
}
