#pragma once

#include <chrono>
#include <string_view>

namespace lanewise::program {

/// One line on the standard error stream that shows how far a long run is. Silent unless that
/// stream is a terminal or the user asked for it, and for runs that are over in a moment.
class ProgressBar {
public:
    explicit ProgressBar(bool always);
    ~ProgressBar();
    ProgressBar(const ProgressBar&) = delete;
    ProgressBar& operator=(const ProgressBar&) = delete;

    /// `fraction` of the work is done; `note` is short.
    void show(double fraction, std::string_view note);
    /// Whether show() prints anything.
    [[nodiscard]] bool is_shown() const { return shown_; }

private:
    using Clock = std::chrono::steady_clock;
    Clock::time_point start_ = Clock::now();
    Clock::time_point last_ = start_;
    bool shown_;
    bool dirty_ = false;
};

}  // namespace lanewise::program
