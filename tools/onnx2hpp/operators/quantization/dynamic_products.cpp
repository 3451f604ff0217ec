// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What ONNX Runtime's graph optimizations make of MatMulInteger, Cast and Mul.

#include <onnx2hpp/diagnostic.hpp>
#include <onnx2hpp/expand/common_values.hpp>
#include <onnx2hpp/expand/scaled_codes.hpp>
#include <onnx2hpp/onnx/operator_entry.hpp>

#include <fmt/format.h>

namespace onnx2hpp {
namespace {

/// The number at an input, as rank 0. Throws failure(bad_input) for several.
value_id one_number(expansion& e, std::size_t slot) {
    if (!e.has_input(slot)) return absent;
    if (element_count(e.dims(e.input(slot))) != 1)
        fail_bad_input(e.at, fmt::format("input {} is not one number", slot));
    return reshaped(e, e.input(slot), {});
}

/// One number for the matrix, or one for each of its columns.
value_id of_columns(expansion& e, std::size_t slot, std::int64_t columns) {
    if (!e.has_input(slot)) return absent;
    const std::int64_t count = element_count(e.dims(e.input(slot)));
    if (count != 1 && count != columns)
        fail_bad_input(e.at, fmt::format("input {} has {} numbers, and the matrix {} columns", slot,
                                         count, columns));
    return reshaped(e, e.input(slot), count == 1 ? extents{} : extents{columns});
}

/// Input 1 with its scale and zero point.
scaled_codes matrix_of(expansion& e, std::size_t scale, std::size_t zero_point) {
    const extents dims = e.dims(e.input(1));
    if (dims.size() < 2) fail_bad_input(e.at, "its input 1 is no matrix");
    return {e.input(1), of_columns(e, scale, dims.back()), of_columns(e, zero_point, dims.back())};
}

bool give_product(expansion& e, const scaled_codes& a, const scaled_codes& b, std::size_t bias) {
    const value_id product = scaled_product(e, a, b);
    e.give(0, e.has_input(bias) ? e.add("Add", {product, e.input(bias)}) : product);
    return true;
}

/// Source: ONNX Runtime, ContribOperators.md.
bool expand_matmul_integer_to_float(expansion& e) {
    const scaled_codes a{e.input(0), one_number(e, 2), one_number(e, 4)};
    return give_product(e, a, matrix_of(e, 3, 5), 6);
}

bool expand_dynamic_quantize_matmul(expansion& e) {
    require_float(e, 0);
    return give_product(e, quantized_at_run_time(e, e.input(0)), matrix_of(e, 2, 3), 4);
}

}  // namespace

namespace operators {

operator_entries dynamic_products_operators() {
    return {
        {.type = "com.microsoft.MatMulIntegerToFloat",
         .versions = {{.since = {1}, .inputs = {4, 7}}},
         .expand = expand_matmul_integer_to_float},
        {.type = "com.microsoft.DynamicQuantizeMatMul",
         .versions = {{.since = {1}, .inputs = {3, 5}}},
         .expand = expand_dynamic_quantize_matmul},
    };
}

}  // namespace operators

}  // namespace onnx2hpp
