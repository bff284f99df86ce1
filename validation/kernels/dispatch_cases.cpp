#include "every_backend.hpp"

#include <lanewise/kernels/backend.hpp>
#include <lanewise/kernels/error.hpp>

#include <catch2/catch.hpp>

#include <algorithm>
#include <cstring>
#include <set>

using namespace lanewise;
using namespace lanewise::test;

namespace {

std::string name_of(const BackendInfo& info) {
    return std::string(info.name) + ":" + std::string(info.target);
}

/// Restores the choice at the end of a test.
class KeepChoice {
public:
    KeepChoice() : name_(name_of(backend())) {}
    KeepChoice(const KeepChoice&) = delete;
    KeepChoice& operator=(const KeepChoice&) = delete;
    ~KeepChoice() { set_backend(name_); }

private:
    std::string name_;
};

}  // namespace

TEST_CASE("the lists of backends", "[dispatch][emulated]") {
    const std::vector<BackendInfo> compiled = compiled_backends();
    const std::vector<BackendInfo> available = available_backends();
    std::set<std::string> names;
    for (const BackendInfo& info : compiled) {
        CAPTURE(name_of(info));
        CHECK(names.insert(name_of(info)).second);
        CHECK((info.name == "scalar" || info.name == "xsimd" || info.name == "highway"));
        CHECK(info.lanes >= 1);
    }
    // Any x86-64 can run the last one.
    CHECK(name_of(compiled.back()) == "scalar:baseline");
    CHECK(name_of(available.back()) == "scalar:baseline");
    CHECK(available.size() == supported_tables().size());
    for (std::size_t i = 0; i + 1 < available.size(); ++i) {
        const BackendInfo &better = available[i], &next = available[i + 1];
        CAPTURE(name_of(better), name_of(next));
        CHECK(better.supported);
        CHECK(better.lanes >= next.lanes);
        if (better.lanes == next.lanes) {
            CHECK(better.fused >= next.fused);
            CHECK(!(better.name == "highway" && next.name == "xsimd"));
        }
    }
    CHECK(!cpu_name().empty());
}

TEST_CASE("tables describe themselves", "[dispatch][emulated]") {
    for (const kernels::KernelTable* table : kernels::all_tables()) {
        CAPTURE(lanewise::test::name_of(*table));
        const std::string_view target = table->target;
        const int bytes = std::string_view(table->backend) == "scalar" ? 0
                          : target == "avx512" || target == "avx3"     ? 64
                          : target == "avx2"                           ? 32
                                                                       : 16;
        CHECK(table->lanes_f32 == (bytes == 0 ? 1 : bytes / 4));
        CHECK(table->lanes_f64 == (bytes == 0 ? 1 : bytes / 8));
        CHECK(table->fused == (target != "baseline" && target != "sse4"));
        CHECK((table->requirement == kernels::Requirement::none) == (target == "baseline"));
    }
}

TEST_CASE("every supported backend can be chosen", "[dispatch][emulated]") {
    const KeepChoice keep;
    for (const BackendInfo& info : available_backends()) {
        set_backend(name_of(info));
        CHECK(name_of(backend()) == name_of(info));
        CHECK(lanewise::test::name_of(kernels::chosen_table()) == name_of(info));
    }
    for (const BackendInfo& info : available_backends()) {
        // A name alone is its best supported target.
        set_backend(info.name);
        const std::vector<BackendInfo> list = available_backends();
        const auto best = std::find_if(list.begin(), list.end(),
                                       [&](const BackendInfo& b) { return b.name == info.name; });
        CHECK(name_of(backend()) == name_of(*best));
    }
    set_backend("auto");
    CHECK(name_of(backend()) == name_of(available_backends().front()));
}

TEST_CASE("unknown and unsupported backends are refused", "[dispatch][emulated]") {
    const KeepChoice keep;
    set_backend("scalar:baseline");
    for (const std::string_view name :
         {"", "neon", "xsimd:", "scalar:avx9", ":avx2", "Scalar", "auto ", "scalar:baseline:1"}) {
        CAPTURE(name);
        try {
            set_backend(name);
            FAIL_CHECK("accepted");
        } catch (const Error& error) {
            CHECK(error.field() == "backend");
            CHECK(error.value() == name);
            CHECK_THAT(error.rule(), Catch::Contains("scalar:baseline"));
        }
        CHECK(name_of(backend()) == "scalar:baseline");
    }
    for (const BackendInfo& info : compiled_backends()) {
        if (info.supported) continue;
        CAPTURE(name_of(info));
        CHECK_THROWS_WITH(set_backend(name_of(info)),
                          "backend = " + name_of(info) + ": is not supported by this CPU");
        CHECK(name_of(backend()) == "scalar:baseline");
    }
}
