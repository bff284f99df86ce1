#include <lanewise/kernels/error.hpp>
#include <lanewise/physics/racing/rewards.hpp>

#include <fmt/format.h>

#include <utility>

namespace lanewise {
namespace {

constexpr std::pair<std::string_view, bool RewardTerms::*> k_terms[] = {
    {"time", &RewardTerms::time},
    {"progress", &RewardTerms::progress},
    {"alive", &RewardTerms::alive},
};

bool RewardTerms::*term_of(std::string_view name) {
    for (const auto& [known, term] : k_terms)
        if (name == known) return term;
    return nullptr;
}

}  // namespace

RewardTerms parse_rewards(std::string_view text, std::string_view field) {
    RewardTerms terms;
    std::string_view rest = text;
    while (true) {
        const std::size_t end = rest.find('+');
        const std::string_view name = rest.substr(0, end);
        bool RewardTerms::*const term = term_of(name);
        if (term == nullptr)
            refuse(field, fmt::format("\"{}\"", text),
                   fmt::format("must join time, progress, alive by '+'; \"{}\" is none of them",
                               name));
        if (terms.*term)
            refuse(field, fmt::format("\"{}\"", text), fmt::format("has \"{}\" twice", name));
        terms.*term = true;
        if (end == std::string_view::npos) return terms;
        rest.remove_prefix(end + 1);
    }
}

std::string to_string(const RewardTerms& terms) {
    std::string text;
    for (const auto& [name, term] : k_terms) {
        if (!(terms.*term)) continue;
        if (!text.empty()) text += '+';
        text += name;
    }
    return text;
}

}  // namespace lanewise
