// Prints the supported backends and the chosen one, or why there is none: for the tests that look
// at the environment variable and at other CPUs.

#include <lanewise/kernels/backend.hpp>
#include <lanewise/kernels/error.hpp>

#include <cstdio>

namespace {

void print(const char* what, const lanewise::BackendInfo& info) {
    std::printf("%s %.*s:%.*s\n", what, static_cast<int>(info.name.size()), info.name.data(),
                static_cast<int>(info.target.size()), info.target.data());
}

}  // namespace

int main() {
    for (const lanewise::BackendInfo& info : lanewise::compiled_backends())
        print(info.supported ? "supported" : "compiled", info);
    try {
        print("chosen", lanewise::backend());
    } catch (const lanewise::Error& error) {
        std::printf("refused %s\n", error.what());
        return 1;
    }
    return 0;
}
