// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Weights less their zero points, as integers of 8 bits.

#include <onnx2hpp/expand/expansion.hpp>

#include <vector>

namespace onnx2hpp {

/// Integers in the order of a tensor of weights: of `outputs`, `inner` one after the other.
struct centered_weights {
    std::vector<std::int64_t> numbers;
    std::size_t outputs = 1;
    std::size_t inner = 1;

    std::size_t output_of(std::size_t i) const { return i / inner % outputs; }
};

/// Weights less their zero points, with outputs along `axis`. No numbers if they are not constant,
/// or zero points are neither one nor one for each output.
centered_weights centered_weights_of(const expansion& e, value_id w, value_id zero_point,
                                     std::size_t axis);

/// What each output's weights add up to.
std::vector<std::int64_t> totals_of(const centered_weights& w);

/// How much must be taken from the weights of each output so that they fit 8 bits: the same for all
/// outputs where one number does.
std::vector<std::int64_t> offsets_of(const centered_weights& w);

/// The largest sum of an output's products with codes.
std::int64_t largest_sum(const centered_weights& w);

}  // namespace onnx2hpp
