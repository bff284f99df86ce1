#pragma once

#include <lanewise/kernels/error.hpp>

#include <string>
#include <utility>

namespace lanewise::test {

/// The field that a call refuses, or "" when it refuses nothing.
template <class Call>
std::string refused_field(Call&& call) {
    try {
        (void)std::forward<Call>(call)();
    } catch (const Error& e) {
        return e.field();
    }
    return {};
}

/// The whole message of a refusal, or "".
template <class Call>
std::string refusal(Call&& call) {
    try {
        (void)std::forward<Call>(call)();
    } catch (const Error& e) {
        return e.what();
    }
    return {};
}

}  // namespace lanewise::test
