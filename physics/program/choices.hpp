#pragma once

#include <lanewise/physics/single_track/model.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace lanewise::program {

/// Words that stand for the enumerators of the single-track models.
template <class Enum>
struct Choice {
    std::string_view word;
    Enum value;
};

inline constexpr Choice<SingleTrackModel> k_models[] = {{"ks", SingleTrackModel::ks},
                                                        {"st", SingleTrackModel::st},
                                                        {"st_smooth", SingleTrackModel::st_smooth}};
inline constexpr Choice<Integrator> k_integrators[] = {{"euler", Integrator::euler},
                                                       {"rk4", Integrator::rk4}};
inline constexpr Choice<SteeringAction> k_steering[] = {
    {"steeringvelocity", SteeringAction::steeringvelocity},
    {"steeringangle", SteeringAction::steeringangle}};
inline constexpr Choice<LongitudinalAction> k_longitudinal[] = {
    {"acceleration", LongitudinalAction::acceleration}, {"velocity", LongitudinalAction::velocity}};

/// The choice that `word` stands for; null where there is none.
template <class Enum, std::size_t n>
const Enum* find_choice(const Choice<Enum> (&choices)[n], std::string_view word) {
    for (const Choice<Enum>& choice : choices)
        if (choice.word == word) return &choice.value;
    return nullptr;
}

template <class Enum, std::size_t n>
std::vector<std::string> words(const Choice<Enum> (&choices)[n]) {
    std::vector<std::string> list;
    for (const Choice<Enum>& choice : choices) list.emplace_back(choice.word);
    return list;
}

}  // namespace lanewise::program
