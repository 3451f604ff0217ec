// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/diagnostic.hpp>
#include <onnx2hpp/write_file.hpp>

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <utility>

namespace onnx2hpp {
namespace {

[[noreturn]] void fail_to_write(const std::string& path, int error) {
    fail_bad_input(fmt::format("cannot write {}: {}", in_quotes(path), std::strerror(error)));
}

/// Renaming would put a file in the place of a device, and cannot in the place of a folder.
void require_replaceable(const std::string& path) {
    std::error_code ignored;
    const auto status = std::filesystem::status(path, ignored);
    if (std::filesystem::is_directory(status)) fail_to_write(path, EISDIR);
    if (std::filesystem::exists(status) && !std::filesystem::is_regular_file(status))
        fail_bad_input(fmt::format("cannot write {}: it is no regular file", in_quotes(path)));
}

/// Rights of a file that is created without further ado, which mkstemp narrows to its owner.
mode_t usual_rights() {
    const mode_t mask = umask(0);
    umask(mask);
    return 0666 & ~mask;
}

/// Writes to the end and closes; errno, or 0.
int write_and_close(int descriptor, std::string_view bytes) {
    int error = fchmod(descriptor, usual_rights()) == 0 ? 0 : errno;
    while (error == 0 && !bytes.empty()) {
        const ssize_t written = write(descriptor, bytes.data(), bytes.size());
        if (written >= 0)
            bytes.remove_prefix(static_cast<std::size_t>(written));
        else if (errno != EINTR)
            error = errno;
    }
    if (close(descriptor) != 0 && error == 0) error = errno;
    return error;
}

}  // namespace

pending_file::pending_file(std::string target, std::string_view bytes) : path(std::move(target)) {
    require_replaceable(path);
    std::string name = path + ".XXXXXX";
    const int descriptor = mkstemp(name.data());
    if (descriptor < 0) fail_to_write(path, errno);
    if (const int error = write_and_close(descriptor, bytes)) {
        std::remove(name.c_str());
        fail_to_write(path, error);
    }
    temporary = std::move(name);
}

pending_file::pending_file(pending_file&& other) noexcept
    : path(std::move(other.path)), temporary(std::exchange(other.temporary, {})) {}

pending_file::~pending_file() {
    if (!temporary.empty()) std::remove(temporary.c_str());
}

void pending_file::commit() {
    if (std::rename(temporary.c_str(), path.c_str()) != 0) fail_to_write(path, errno);
    temporary.clear();
}

}  // namespace onnx2hpp
