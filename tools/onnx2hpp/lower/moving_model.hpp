// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// The graph of a model whose window moves.

#include <onnx2hpp/lower/moving_rows.hpp>

namespace onnx2hpp {

/// The model for runs that get only the new rows of its input. Each step that moves makes the new
/// rows, and after them the rows of the border. A step of its own makes the first rows, which
/// depend on padding. Rows that later runs read are states (ops::slide).
lowered_model moving_model(const lowered_model& model, const row_movement& movement);

}  // namespace onnx2hpp
