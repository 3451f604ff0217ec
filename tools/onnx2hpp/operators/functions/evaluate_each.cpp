// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/operators/functions/evaluate_each.hpp>

#include <onnx2hpp/constants.hpp>

#include <algorithm>

namespace onnx2hpp {

bool divides_by_zero(const tensor_data& divisor) {
    if (is_real(divisor.type)) return false;
    const std::vector<std::int64_t> numbers = integers_of(divisor);
    return std::find(numbers.begin(), numbers.end(), 0) != numbers.end();
}

}  // namespace onnx2hpp
