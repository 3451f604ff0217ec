// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/diagnostic.hpp>
#include <onnx2hpp/expand/common_values.hpp>
#include <onnx2hpp/expand/expansion.hpp>
#include <onnx2hpp/expand/quantized_values.hpp>
#include <onnx2hpp/onnx/operator_entry.hpp>
#include <onnx2hpp/operators/quantization/integer_sums.hpp>
#include <onnx2hpp/operators/quantization/narrow_weights.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace onnx2hpp {
namespace {

using tigris::dtype;

constexpr std::int64_t exact_in_float = std::int64_t{1} << 24;
constexpr std::int64_t largest_difference = 255;  // of an 8-bit code and a zero point

void require_codes(const expansion& e) {
    for (const std::size_t i : {std::size_t{0}, std::size_t{1}}) {
        if (!is_byte(e.type(e.input(i))))
            fail_bad_input(e.at, "its operands must be int8 or uint8");
        if (e.has_input(i + 2) && e.type(e.input(i + 2)) != e.type(e.input(i)))
            fail_bad_input(e.at, fmt::format("the zero point of input {} has another type", i));
    }
}

/// Zero points as a tensor of `dims`, or as they are where there is one for all.
value_id aligned(expansion& e, value_id zero_point, const extents& dims) {
    if (zero_point == absent || element_count(e.dims(zero_point)) == 1)
        return zero_point == absent || e.dims(zero_point).empty() ? zero_point
                                                                  : reshaped(e, zero_point, {});
    if (e.dims(zero_point).size() > 1) return zero_point;
    return reshaped(e, zero_point, dims);
}

/// Codes less their zero points as numbers of `type`; of constants a constant.
value_id centered(expansion& e, value_id codes, value_id zero_point, dtype type) {
    const value_id x = cast(e, codes, type);
    return zero_point == absent ? x : e.add("Sub", {x, cast(e, zero_point, type)});
}

/// The largest sum of magnitudes of `terms` weights that meet in one sum can be no larger.
std::int64_t bound(const std::vector<std::int64_t>& weights, std::int64_t terms) {
    std::int64_t largest = 0, all = 0;
    for (const std::int64_t w : weights) {
        largest = std::max(largest, std::abs(w));
        all += std::abs(w);
    }
    return std::min(all, largest * terms) * largest_difference;
}

value_id float_constant(expansion& e, const std::vector<std::int64_t>& numbers,
                        const extents& dims) {
    return e.constant(make_tensor(dtype::f32, dims, numbers));
}

/// The product of integers held as floats, as int32.
value_id exact(expansion& e, std::string_view op_type, value_id x, value_id w) {
    return cast(e, e.add(op_type, {x, w}, e.at.attributes), dtype::i32);
}

/// w = 16 * high + low, and so the results.
value_id taken_apart(expansion& e, std::string_view op_type, value_id x,
                     const std::vector<std::int64_t>& weights, std::int64_t terms) {
    e.require_memory(2 * element_count(e.dims(e.input(1))));
    std::vector<std::int64_t> high, low;
    for (const std::int64_t w : weights) {
        high.push_back(w >> 4);
        low.push_back(w & 15);
    }
    if (bound(high, terms) > exact_in_float || bound(low, terms) > exact_in_float)
        fail_unsupported(e.at, "its sums have too many terms to be exact",
                         "use fewer input channels or a smaller kernel");
    const extents dims = e.dims(e.input(1));
    const value_id upper = exact(e, op_type, x, float_constant(e, high, dims));
    const value_id lower = exact(e, op_type, x, float_constant(e, low, dims));
    return e.add("Add", {e.add("Mul", {upper, e.number(dtype::i32, 16)}), lower});
}

void check_conv_integer(const expansion& e) {
    require_codes(e);
    if (e.dims(e.input(1)).size() < 3) fail_bad_input(e.at, "its weights have no spatial axes");
    if (e.has_input(2) && element_count(e.dims(e.input(2))) != 1)
        fail_bad_input(e.at, "the zero point of input 0 is not one number");
}

/// The convolution of floats with weights that are computed at run time; a sum has `terms`
/// products.
value_id conv_at_run_time(expansion& e, value_id x, std::int64_t terms) {
    const extents dims = e.dims(e.input(1));
    if (terms * largest_difference * largest_difference > exact_in_float)
        fail_unsupported(e.at, "its weights are computed at run time, and its sums are long",
                         "make the weights an initializer");
    extents per_output(dims.size(), 1);
    per_output[0] = dims[0];
    const value_id zero_point = aligned(e, e.input(3), per_output);
    return exact(e, "Conv", x, centered(e, e.input(1), zero_point, dtype::f32));
}

bool expand_conv_integer(expansion& e) {
    check_conv_integer(e);
    if (expand_to_conv_sums(e)) return true;
    const extents dims = e.dims(e.input(1));
    const std::int64_t terms = element_count(dims) / std::max<std::int64_t>(dims[0], 1);
    const value_id x = centered(e, e.input(0), aligned(e, e.input(2), {}), dtype::f32);
    const auto weights = centered_weights_of(e, e.input(1), e.input(3), 0).numbers;
    if (weights.empty()) {
        e.give(0, conv_at_run_time(e, x, terms));
    } else if (bound(weights, terms) <= exact_in_float) {
        e.give(0, exact(e, "Conv", x, float_constant(e, weights, dims)));
    } else {
        e.give(0, taken_apart(e, "Conv", x, weights, terms));
    }
    return true;
}

/// Zero points of a lie along its rows, those of b along its columns.
bool expand_matmul_integer(expansion& e) {
    require_codes(e);
    const extents a_dims = e.dims(e.input(0)), dims = e.dims(e.input(1));
    if (a_dims.empty() || dims.empty()) fail_bad_input(e.at, "its operands must have axes");
    if (expand_to_matmul_sums(e)) return true;
    const std::int64_t terms = a_dims.back();
    const value_id a_zero =
        aligned(e, e.input(2), {a_dims.size() > 1 ? a_dims[a_dims.size() - 2] : 1, 1});
    const value_id b_zero = aligned(e, e.input(3), {dims.back()});
    const auto weights = centered_weights_of(e, e.input(1), e.input(3), dims.size() - 1).numbers;
    const bool is_small = terms * largest_difference * largest_difference <= exact_in_float;
    if (!weights.empty() && dims.size() == 2) {
        const value_id x = centered(e, e.input(0), a_zero, dtype::f32);
        e.give(0, bound(weights, terms) <= exact_in_float
                      ? exact(e, "MatMul", x, float_constant(e, weights, dims))
                      : taken_apart(e, "MatMul", x, weights, terms));
        return true;
    }
    const dtype type = is_small ? dtype::f32 : dtype::i32;
    const value_id a = centered(e, e.input(0), a_zero, type);
    const value_id b = centered(e, e.input(1), b_zero, type);
    e.give(0, cast(e, e.add("MatMul", {a, b}), dtype::i32));
    return true;
}

}  // namespace

namespace operators {

operator_entries integer_products_operators() {
    return {
        {.type = "ConvInteger",
         .versions = {{.since = {10},
                       .inputs = {2, 4},
                       .attributes = {text("auto_pad"), integers("dilations"), integer("group"),
                                      integers("kernel_shape"), integers("pads"),
                                      integers("strides")}}},
         .expand = expand_conv_integer},
        {.type = "MatMulInteger",
         .versions = {{.since = {10}, .inputs = {2, 4}}},
         .expand = expand_matmul_integer},
    };
}

}  // namespace operators

}  // namespace onnx2hpp
