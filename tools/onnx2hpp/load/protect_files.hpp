// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// No file that is read is overwritten, and none is written twice.

#include <onnx2hpp/load/files_read.hpp>
#include <onnx2hpp/options.hpp>

#include <vector>

namespace onnx2hpp {

/// Throws failure(bad_input) in these cases, whatever the files are called:
///
/// * the command would write a file that it reads;
/// * it would write a file twice;
/// * an output that must be a file is none.
void protect_files(const options& wanted, const std::vector<file_read>& read);

}  // namespace onnx2hpp
