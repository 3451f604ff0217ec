// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Weights less their zero points, as integers of 8 bits.

#include <onnx2hpp/centered_weights.hpp>
#include <onnx2hpp/expand/expansion.hpp>

#include <vector>

namespace onnx2hpp {

/// Weights less their zero points, with outputs along `axis`. No numbers if they are not constant,
/// or zero points are neither one nor one for each output.
centered_weights centered_weights_of(const expansion& e, value_id w, value_id zero_point,
                                     std::size_t axis);

/// How much must be taken from the weights of each output so that they fit 8 bits: the same for all
/// outputs where one number does.
std::vector<std::int64_t> offsets_of(const centered_weights& w);

}  // namespace onnx2hpp
