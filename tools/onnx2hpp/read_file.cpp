// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/diagnostic.hpp>
#include <onnx2hpp/read_file.hpp>

#include <fmt/format.h>

#include <filesystem>
#include <fstream>

namespace onnx2hpp {
namespace {

std::uint64_t size_of_file(const std::string& label, const std::string& path) {
    std::error_code error;
    const auto status = std::filesystem::status(path, error);
    if (!std::filesystem::exists(status)) fail_bad_input(label + " does not exist");
    if (std::filesystem::is_directory(status)) fail_bad_input(label + " is a folder");
    if (!std::filesystem::is_regular_file(status)) fail_bad_input(label + " is no regular file");
    const auto bytes = std::filesystem::file_size(path, error);
    if (error) fail_bad_input(fmt::format("{} cannot be read: {}", label, error.message()));
    return bytes;
}

std::string read_bytes(const std::string& label, const std::string& path, std::uint64_t offset,
                       std::uint64_t bytes) {
    std::string content(bytes, '\0');
    std::ifstream file(path, std::ios::binary);
    file.seekg(static_cast<std::streamoff>(offset));
    if (!file.read(content.data(), static_cast<std::streamsize>(bytes)))
        fail_bad_input(label + " cannot be read");
    return content;
}

}  // namespace

std::string read_file(const std::string& what, const std::string& path, const file_limit& most) {
    const std::string label = fmt::format("{} {}", what, in_quotes(path));
    const std::uint64_t size = size_of_file(label, path);
    if (size > most.bytes)
        fail_bad_input(fmt::format("{} is larger than {}{}", label, most.spelled, most.hint));
    return read_bytes(label, path, 0, size);
}

std::string read_part(const std::string& what, const std::string& path, std::uint64_t offset,
                      std::uint64_t bytes) {
    const std::string label = fmt::format("{} {}", what, in_quotes(path));
    const std::uint64_t size = size_of_file(label, path);
    if (offset > size || bytes > size - offset)
        fail_bad_input(fmt::format("{} has {} bytes, but {} from byte {} on are needed", label,
                                   size, bytes, offset));
    return read_bytes(label, path, offset, bytes);
}

}  // namespace onnx2hpp
