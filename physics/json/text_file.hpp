#pragma once

#include <string>

namespace lanewise::json {

/// The whole of a text file.
/// @throws Error for what is not a regular file, cannot be read or has more than 64 MiB.
std::string read_text(const std::string& path);

}  // namespace lanewise::json
