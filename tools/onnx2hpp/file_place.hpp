// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Where a path leads, and whether two paths lead to the same file.

#include <sys/types.h>

#include <optional>
#include <string>

namespace onnx2hpp {

/// Identifies a file, whatever it is called. A file that does not exist is a `name` in the folder
/// that the numbers mean.
struct file_identity {
    dev_t device = 0;
    ino_t number = 0;
    std::string name{};

    friend bool operator==(const file_identity&, const file_identity&) = default;
};

/// file: regular, or not there yet. stream: a pipe, a terminal, another character device, or what a
/// process has open. other: a folder, a disk, a socket.
enum class file_kind { file, stream, other };

/// Where a path leads.
struct file_place {
    std::string path;                  // path at which the last link ends
    file_kind kind = file_kind::file;  // kind of the file
    int descriptor = -1;               // descriptor of this process, as of /dev/stdout; -1: none
    std::optional<file_identity> identity;  // nothing if even the folder does not exist
};

file_place place_of(const std::string& path);

}  // namespace onnx2hpp
