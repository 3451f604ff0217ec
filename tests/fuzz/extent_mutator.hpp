// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Shapes that change everywhere at once, so that what belongs together still fits.

#include "message_mutator.hpp"

#include <onnx/onnx_pb.h>

namespace fuzz {

/// Gives one of the extents another size in every input and constant that has it: often none or
/// one, where operators divide. Drops what the graph says of the shapes that follow from these.
void change_extent(onnx::GraphProto& graph, random_source& random);

}  // namespace fuzz
