// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <onnx2hpp/lowered_model.hpp>

namespace onnx2hpp {

/// What a tensor is to the model: input, output, state, constant or intermediate.
const char* kind_name(const lowered_model& model, int tensor);

}  // namespace onnx2hpp
