// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Files about a plan for other programs, which analyze writes on request.

#include <onnx2hpp/emit/emit.hpp>
#include <onnx2hpp/options.hpp>
#include <onnx2hpp/show/analysis.hpp>

#include <vector>

namespace onnx2hpp {

/// The files of --svg, --dot, --trace and --model-explorer.
std::vector<output_file> exported_files(const analysis& a, const options& wanted);

}  // namespace onnx2hpp
