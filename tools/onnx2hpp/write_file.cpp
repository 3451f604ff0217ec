// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/diagnostic.hpp>
#include <onnx2hpp/write_file.hpp>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <utility>

namespace onnx2hpp {
namespace {

[[noreturn]] void fail_to_write(const std::string& path, int error) {
    fail_bad_input(fmt::format("cannot write {}: {}", in_quotes(path), std::strerror(error)));
}

/// Renaming needs rights to the folder only, but a file that nobody may write is not to be lost.
void require_writable(const std::string& path, const file_place& place) {
    std::error_code missing;
    const auto status = std::filesystem::status(place.path, missing);
    if (std::filesystem::is_directory(status)) fail_to_write(path, EISDIR);
    if (place.kind == file_kind::other)
        fail_bad_input(
            fmt::format("cannot write {}: it is no file, pipe or terminal", in_quotes(path)));
    const bool opens = std::filesystem::exists(status) && place.descriptor < 0;
    if (opens && faccessat(AT_FDCWD, place.path.c_str(), W_OK, AT_EACCESS) != 0)
        fail_to_write(path, errno);
    if (missing && status.type() == std::filesystem::file_type::none)
        fail_to_write(path, missing.value());
}

/// Gives the new file the rights of the file that it replaces, or those of a new file. The
/// temporary file has its owner's only.
int set_rights(int descriptor, const std::string& replaced) {
    struct stat old {};
    const mode_t mask = umask(0);
    umask(mask);
    const bool exists = stat(replaced.c_str(), &old) == 0;
    // Fails for all but root, whose file it would become otherwise.
    if (exists && fchown(descriptor, old.st_uid, old.st_gid) != 0) errno = 0;
    return fchmod(descriptor, exists ? old.st_mode & 0777 : 0666 & ~mask) == 0 ? 0 : errno;
}

int write_all(int descriptor, std::string_view bytes) {
    while (!bytes.empty()) {
        const ssize_t written = write(descriptor, bytes.data(), bytes.size());
        if (written < 0 && errno != EINTR) return errno;
        bytes.remove_prefix(written < 0 ? 0 : static_cast<std::size_t>(written));
    }
    return 0;
}

/// Puts a file's bytes on the disk. Some file systems have nothing to sync.
int sync(int descriptor) {
    const bool done = fsync(descriptor) == 0 || errno == EINVAL || errno == ENOTSUP;
    return done ? 0 : errno;
}

/// Puts a new name on the disk. It is there already, so no error of this is one of writing.
void sync_folder_of(const std::string& path) {
    const std::string folder = std::filesystem::path(path).parent_path().string();
    const int descriptor = open(folder.empty() ? "." : folder.c_str(), O_RDONLY | O_CLOEXEC);
    if (descriptor < 0) return;
    sync(descriptor);
    close(descriptor);
}

int write_on_disk(temporary_file& file, std::string_view bytes, const std::string& replaced) {
    if (file.descriptor < 0) return errno;
    int error = set_rights(file.descriptor, replaced);
    if (error == 0) error = write_all(file.descriptor, bytes);
    if (error == 0) error = sync(file.descriptor);
    const int late_error = file.close();
    return error == 0 ? late_error : error;
}

/// What this process has open goes on where it is, so that >> appends.
int write_stream(const file_place& place, std::string_view bytes) {
    const int descriptor = place.descriptor < 0 ? open(place.path.c_str(), O_WRONLY | O_CLOEXEC)
                                                : dup(place.descriptor);
    if (descriptor < 0) return errno;
    const int error = write_all(descriptor, bytes);
    const int late_error = close(descriptor) == 0 ? 0 : errno;
    return error == 0 ? late_error : error;
}

}  // namespace

pending_file::pending_file(std::string target, std::string_view bytes)
    : path(std::move(target)), place(place_of(path)) {
    require_writable(path, place);
    if (place.kind == file_kind::stream) {
        streamed = bytes;
        return;
    }
    temporary = std::make_unique<temporary_file>(place.path);
    if (const int error = write_on_disk(*temporary, bytes, place.path)) fail_to_write(path, error);
}

void pending_file::commit() {
    const int error = temporary ? temporary->rename(place.path) : write_stream(place, streamed);
    if (error != 0) fail_to_write(path, error);
    if (temporary) sync_folder_of(place.path);
}

}  // namespace onnx2hpp
