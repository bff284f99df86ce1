#include <lanewise/kernels/error.hpp>
#include <lanewise/physics/program/output_file.hpp>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <system_error>

namespace lanewise::program {
namespace {

std::string behind_link(const std::string& path) {
    std::error_code error;
    const std::filesystem::path target = std::filesystem::canonical(path, error);
    return error ? path : target.string();
}

bool is_special(const std::string& path) {
    std::error_code error;
    const std::filesystem::file_status status = std::filesystem::status(path, error);
    return std::filesystem::exists(status) && !std::filesystem::is_regular_file(status);
}

}  // namespace

OutputFile::OutputFile(const std::string& path)
    : path_(path),
      target_(behind_link(path)),
      part_(is_special(target_) ? target_ : target_ + ".part"),
      file_(std::fopen(part_.c_str(), "w")) {
    if (file_ == nullptr) refuse(path, std::strerror(errno), "must be a file that can be written");
}

OutputFile::~OutputFile() {
    std::error_code ignored;
    if (!done_ && part_ != target_) std::filesystem::remove(part_, ignored);
}

void OutputFile::write(std::string_view text) {
    if (std::fwrite(text.data(), 1, text.size(), file_.get()) != text.size()) failed_ = true;
}

void OutputFile::close() {
    if (std::fclose(file_.release()) != 0) failed_ = true;
    if (failed_) refuse(path_, "incomplete", "could not be written to its end");
    std::error_code error;
    if (part_ != target_) std::filesystem::rename(part_, target_, error);
    if (error) refuse(path_, error.message(), "must be a file that can be written");
    done_ = true;
}

}  // namespace lanewise::program
