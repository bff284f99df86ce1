#include <lanewise/kernels/error.hpp>
#include <lanewise/physics/json/text_file.hpp>

#include <fmt/format.h>

#include <cstdint>
#include <filesystem>
#include <fstream>

namespace lanewise::json {

std::string read_text(const std::string& path) {
    constexpr std::uintmax_t k_largest = std::uintmax_t{64} << 20;
    constexpr const char* k_rule = "must be a readable file";
    std::error_code error;
    const std::filesystem::file_status status = std::filesystem::status(path, error);
    if (!std::filesystem::exists(status)) refuse(path, "no such file", k_rule);
    // A pipe or a device may never end.
    if (!std::filesystem::is_regular_file(status)) refuse(path, "not a regular file", k_rule);
    const std::uintmax_t size = std::filesystem::file_size(path, error);
    if (error || size > k_largest)
        refuse(path, "too large", fmt::format("must have at most {} bytes", k_largest));
    std::string text(static_cast<std::size_t>(size), '\0');
    std::ifstream stream(path, std::ios::binary);
    stream.read(text.data(), static_cast<std::streamsize>(size));
    if (!stream) refuse(path, "cannot be read", k_rule);
    return text;
}

}  // namespace lanewise::json
