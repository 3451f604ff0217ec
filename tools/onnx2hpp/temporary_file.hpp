// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Files that do not outlive the tool, whatever ends it.

#include <string>

namespace onnx2hpp {

/// A new, empty file in the folder of `target`. It is removed with this object, and when a signal
/// ends the tool. Where it cannot be created, `descriptor` is -1 and errno says why.
class temporary_file {
public:
    explicit temporary_file(const std::string& target);
    temporary_file(const temporary_file&) = delete;
    temporary_file& operator=(const temporary_file&) = delete;
    ~temporary_file();

    /// Closes the file. Returns 0, or the errno.
    int close();
    /// Gives the file this name, and no other. Returns 0, or the errno.
    int rename(const std::string& name);

    int descriptor = -1;

private:
    std::string path;
};

}  // namespace onnx2hpp
