// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// No file that is read is overwritten, and none is written twice.

#include <onnx2hpp/load/constant_input.hpp>
#include <onnx2hpp/options.hpp>

#include <onnx/onnx_pb.h>

namespace onnx2hpp {

/// Throws failure(bad_input) where a file that the conversion would write is the model, a file with
/// its external data, a file of --constant or of its external data, or another one that it would
/// write, under whatever names, or where one that must be a file is none.
void protect_files(const options& wanted, const onnx::ModelProto& model,
                   const constant_files& constants);

}  // namespace onnx2hpp
