// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/onnx/functions.hpp>
#include <onnx2hpp/onnx/operator_table.hpp>

namespace onnx2hpp {

std::optional<tigris::ops::unary> unary_of(const onnx_model& m, const node& n) {
    const operator_entry& entry = entry_of(m, n);
    if (!entry.unary) return {};
    return entry.unary(n);
}

bool is_real_function(const onnx_model& m, const node& n) {
    using enum tigris::ops::unary_function;
    const auto op = unary_of(m, n);
    return op && op->function != is_nan && op->function != is_inf && op->function != bitwise_not &&
           op->function != logical_not;
}

std::optional<binary_form> binary_of(const onnx_model& m, const node& n) {
    const operator_entry& entry = entry_of(m, n);
    if (!entry.binary) return {};
    return entry.binary(n);
}

}  // namespace onnx2hpp
