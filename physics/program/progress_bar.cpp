#include <lanewise/physics/program/progress_bar.hpp>

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <string>

namespace lanewise::program {
namespace {

constexpr int k_cells = 32;
constexpr double k_first = 0.3;     // [s] before anything is shown
constexpr double k_interval = 0.1;  // [s] between two updates

double seconds(std::chrono::steady_clock::duration d) {
    return std::chrono::duration<double>(d).count();
}

}  // namespace

ProgressBar::ProgressBar(bool always) : shown_(always || isatty(STDERR_FILENO) == 1) {}

ProgressBar::~ProgressBar() {
    // Back to the start of the line and erase it.
    if (dirty_) std::fputs("\r\033[K", stderr);
}

void ProgressBar::show(double fraction, std::string_view note) {
    if (!shown_) return;
    const Clock::time_point now = Clock::now();
    const double elapsed = seconds(now - start_);
    if (elapsed < k_first || seconds(now - last_) < k_interval) return;
    last_ = now;
    dirty_ = true;
    const double done = std::clamp(fraction, 0.0, 1.0);
    const auto full = static_cast<std::size_t>(done * k_cells);
    const double left = done > 0.0 ? elapsed * (1.0 - done) / done : 0.0;
    fmt::print(stderr, "\r\033[K[{}{}] {:3.0f} %  {:.0f} s left  {}", std::string(full, '='),
               std::string(k_cells - full, ' '), 100.0 * done, left, note);
    std::fflush(stderr);
}

}  // namespace lanewise::program
