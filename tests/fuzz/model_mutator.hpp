// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Random changes of an ONNX model that mostly leave it one that the tool reads.

#include "message_mutator.hpp"

#include <onnx/onnx_pb.h>

namespace fuzz {

/// The entry of a model's metadata that holds the words of a command line: `-m 4K --effort none`.
inline constexpr const char* options_key = "onnx2hpp";

/// Adds a node of any operator in the tool's table, connects values otherwise, gives other options
/// or another extent, or changes any field.
void mutate_model(onnx::ModelProto& model, random_source& random);

}  // namespace fuzz
