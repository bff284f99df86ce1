#pragma once

#include <cstdio>
#include <memory>
#include <string>
#include <string_view>

namespace lanewise::program {

/// A text file that is written from start to end.
class OutputFile {
public:
    /// @throws Error where the file cannot be made.
    explicit OutputFile(const std::string& path);

    void write(std::string_view text);
    /// Makes sure that all was written. @throws Error where it was not.
    void close();

    [[nodiscard]] const std::string& path() const { return path_; }

private:
    struct Close {
        void operator()(std::FILE* file) const { std::fclose(file); }
    };
    std::string path_;
    std::unique_ptr<std::FILE, Close> file_;
    bool failed_ = false;
};

}  // namespace lanewise::program
