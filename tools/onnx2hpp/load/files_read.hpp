// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// The files that a command reads.

#include <onnx2hpp/load/constant_input.hpp>
#include <onnx2hpp/options.hpp>

#include <onnx/onnx_pb.h>

#include <string>
#include <vector>

namespace onnx2hpp {

/// A file that was read. `what` says why, for sentences.
struct file_read {
    std::string what;
    std::string path;
};

/// The model first; then the files of its external data, also where nothing needs them, and those
/// of options, with the external data of constants.
std::vector<file_read> files_read(const options& wanted, const onnx::ModelProto& model,
                                  const constant_files& constants);

}  // namespace onnx2hpp
