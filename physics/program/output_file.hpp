#pragma once

#include <cstdio>
#include <memory>
#include <string>
#include <string_view>

namespace lanewise::program {

/// A text file that is written from start to end and takes its name when it is complete: what was
/// there before stays until then. Devices and pipes are written directly.
class OutputFile {
public:
    /// @throws Error where the file cannot be made.
    explicit OutputFile(const std::string& path);
    OutputFile(const OutputFile&) = delete;
    OutputFile& operator=(const OutputFile&) = delete;
    ~OutputFile();

    void write(std::string_view text);
    /// Makes sure that all was written, and gives the file its name. @throws Error otherwise.
    void close();

    [[nodiscard]] const std::string& path() const { return path_; }

private:
    struct Close {
        void operator()(std::FILE* file) const { std::fclose(file); }
    };
    std::string path_;    ///< as it was given
    std::string target_;  ///< what the path leads to
    std::string part_;    ///< where the text goes meanwhile
    std::unique_ptr<std::FILE, Close> file_;
    bool failed_ = false;
    bool done_ = false;
};

}  // namespace lanewise::program
