// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/file_place.hpp>

#include <sys/stat.h>

#include <algorithm>
#include <charconv>
#include <filesystem>

namespace onnx2hpp {
namespace {

namespace fs = std::filesystem;

fs::path folder_of(const fs::path& path) {
    return path.has_parent_path() ? path.parent_path() : fs::path(".");
}

std::string folder_without_links(const fs::path& path) {
    std::error_code missing;
    return fs::canonical(folder_of(path), missing).string() + '/';
}

/// Links of /proc mean what a process has open; their text need not be a path.
bool is_open_file(const fs::path& path) { return folder_without_links(path).starts_with("/proc/"); }

fs::path link_end(fs::path path) {
    constexpr int most_links = 40;  // Linux's own limit
    std::error_code not_a_link;
    for (int links = 0; links < most_links; ++links) {
        if (is_open_file(path) || !fs::is_symlink(fs::symlink_status(path, not_a_link))) break;
        path = path.parent_path() / fs::read_symlink(path, not_a_link);
    }
    return path;
}

int own_descriptor(const fs::path& path) {
    const std::string folder = folder_without_links(path), name = path.filename().string();
    int descriptor = -1;
    if (folder == folder_without_links("/proc/self/fd/x"))
        std::from_chars(name.data(), name.data() + name.size(), descriptor);
    return descriptor;
}

file_kind kind_of(const fs::path& path, mode_t mode) {
    const bool flows = S_ISCHR(mode) || S_ISFIFO(mode) || (S_ISREG(mode) && is_open_file(path));
    if (flows) return file_kind::stream;
    return S_ISREG(mode) ? file_kind::file : file_kind::other;
}

}  // namespace

file_place place_of(const std::string& path) {
    const fs::path end = link_end(path);
    file_place place{end.string(), file_kind::file, own_descriptor(end), {}};
    struct stat found {};
    if (stat(end.c_str(), &found) == 0) {
        place.kind = kind_of(end, found.st_mode);
        place.identity = {found.st_dev, found.st_ino};
    } else if (stat(folder_of(end).c_str(), &found) == 0) {
        place.identity = {found.st_dev, found.st_ino, end.filename().string()};
    }
    return place;
}

}  // namespace onnx2hpp
