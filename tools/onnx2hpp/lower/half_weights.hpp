// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Which constants of floats lie in flash as halves.

#include <onnx2hpp/lowered_model.hpp>

namespace onnx2hpp {

/// exact: a constant becomes halves if all of its numbers are halves. rounded: its numbers are
/// rounded to the nearest halves.
enum class half_weights { exact, rounded };

/// `model` with weights, and other large constants whose readers take halves, stored as halves.
/// Notes say how many, and what stays float32. Throws failure(unsupported) for finite weights
/// beyond the largest half.
lowered_model with_half_weights(lowered_model model, half_weights which);

}  // namespace onnx2hpp
