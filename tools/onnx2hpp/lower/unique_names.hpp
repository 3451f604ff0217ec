// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Names that tell tensors apart.

#include <onnx2hpp/lowered_model.hpp>

namespace onnx2hpp {

/// Numbers tensors that have the name of another: "x" and "x~2". They are one ONNX value in several
/// layouts, or constants that a step made. Inputs and outputs keep their names. Placement rules for
/// "x" mean all of them, through lowered_model::shared_names.
void number_equal_names(lowered_model& model);

}  // namespace onnx2hpp
