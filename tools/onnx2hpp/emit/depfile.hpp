// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// What --depfile writes: on which files an output depends, as compilers write it with -MD.

#include <string>
#include <vector>

namespace onnx2hpp {

/// A rule of make, which Ninja and CMake also read. A file is left out if a rule cannot name it,
/// because its name has a line break.
std::string depfile_text(const std::string& output, const std::vector<std::string>& read);

}  // namespace onnx2hpp
