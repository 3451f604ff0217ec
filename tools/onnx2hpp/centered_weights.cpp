// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/centered_weights.hpp>

#include <algorithm>
#include <cstdlib>
#include <limits>

namespace onnx2hpp {
namespace {

using tigris::dtype;

/// Numbers of 16 bits, or of 32 where one needs them.
shared_tensor list_of(const std::vector<std::int64_t>& numbers) {
    const bool is_short = std::all_of(numbers.begin(), numbers.end(), [](std::int64_t n) {
        return n == static_cast<std::int16_t>(n);
    });
    return make_tensor(is_short ? dtype::i16 : dtype::i32,
                       {static_cast<std::int64_t>(numbers.size())}, numbers);
}

/// The largest sum of an output's products with codes.
std::int64_t largest_sum(const centered_weights& w) {
    std::vector<std::int64_t> sums(w.outputs, 0);
    for (std::size_t i = 0; i < w.numbers.size(); ++i)
        sums[w.output_of(i)] += std::abs(w.numbers[i]) * 255;
    return sums.empty() ? 0 : *std::max_element(sums.begin(), sums.end());
}

}  // namespace

shared_tensor totals_of(const centered_weights& w) {
    std::vector<std::int64_t> totals(w.outputs, 0);
    for (std::size_t i = 0; i < w.numbers.size(); ++i) totals[w.output_of(i)] += w.numbers[i];
    return list_of(totals);
}

bool fits_32_bits(const centered_weights& w) {
    return largest_sum(w) <= std::numeric_limits<std::int32_t>::max();
}

}  // namespace onnx2hpp
