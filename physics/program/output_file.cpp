#include <lanewise/kernels/error.hpp>
#include <lanewise/physics/program/output_file.hpp>

#include <cerrno>
#include <cstring>

namespace lanewise::program {

OutputFile::OutputFile(const std::string& path)
    : path_(path), file_(std::fopen(path.c_str(), "w")) {
    if (file_ == nullptr) refuse(path, std::strerror(errno), "must be a file that can be written");
}

void OutputFile::write(std::string_view text) {
    if (std::fwrite(text.data(), 1, text.size(), file_.get()) != text.size()) failed_ = true;
}

void OutputFile::close() {
    if (std::fclose(file_.release()) != 0) failed_ = true;
    if (failed_) refuse(path_, "incomplete", "could not be written to its end");
}

}  // namespace lanewise::program
