#include "single_track_agents.hpp"

#include <algorithm>
#include <cmath>
#include <random>

namespace lanewise::bench {

template <class T>
double Agents<T>::slow_share() const {
    const auto slow = [](T v) { return std::abs(v) < F1tenth<T>().branch_speed; };
    const auto n = std::count_if(column[3].begin(), column[3].end(), slow);
    return static_cast<double>(n) / static_cast<double>(count());
}

template <class T>
Agents<T> start_agents(std::size_t count, Speeds speeds) {
    const double range[k_column_count][2] = {
        {-20, 20},     {-20, 20},   {-0.3, 0.3}, {speeds.low, speeds.high}, {-3, 3}, {-0.4, 0.4},
        {-0.05, 0.05}, {-0.2, 0.2}, {-1, 1},
    };
    std::mt19937_64 bits(7);
    Agents<T> agents;
    for (auto& column : agents.column) column.resize(count);
    for (std::size_t i = 0; i < count; ++i)
        for (std::size_t c = 0; c < k_column_count; ++c) {
            const double share = static_cast<double>(bits() >> 11) * 0x1p-53;
            agents.column[c][i] = static_cast<T>(std::lerp(range[c][0], range[c][1], share));
        }
    return agents;
}

template struct Agents<float>;
template struct Agents<double>;
template Agents<float> start_agents(std::size_t, Speeds);
template Agents<double> start_agents(std::size_t, Speeds);

}  // namespace lanewise::bench
