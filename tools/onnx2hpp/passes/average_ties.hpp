// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Which averages of codes may lie halfway between two codes.

#include <onnx2hpp/onnx_model.hpp>

namespace onnx2hpp {

/// Whether node `n` averages codes so that errors of floating point may decide a tie. Three
/// conditions:
///
/// * results keep the scale: between two scales a quotient is hardly ever a tie;
/// * some average is of an even number of codes: with an odd number no quotient is half a code;
/// * the scale is no power of 2: with one, floating point makes no errors.
bool may_average_to_ties(const onnx_model& m, const node& n);

}  // namespace onnx2hpp
