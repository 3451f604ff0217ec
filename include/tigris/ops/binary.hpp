// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Element by element functions of two tensors, with broadcasting.

#include <tigris/ops/clamp.hpp>
#include <tigris/ops/description.hpp>

namespace tigris::ops {

/// Functions of two elements; kernels/arithmetic/functions/binary.hpp computes them.
///
/// * divide: quotients of integers are truncated toward zero, and n / 0 is 0.
/// * modulo: has the sign of the divisor.
/// * remainder: has the sign of the dividend.
/// * prelu: a * b if a is negative, otherwise a.
/// * bitwise functions: on bool they are logical functions.
enum class binary_function : uint8_t {
    add,
    multiply,
    subtract,
    divide,
    modulo,
    remainder,
    power,
    maximum,
    minimum,
    bitwise_and,
    bitwise_or,
    bitwise_xor,
    shift_left,
    shift_right,
    equal,
    greater,
    greater_or_equal,
    prelu
};

/// Inputs: two tensors whose shapes broadcast; each may be a constant. Output: their common shape.
/// All have one type, with two exceptions: the exponent of power, and the bool that comparisons
/// make.
///
/// Codes may be added, subtracted, multiplied, compared by maximum and minimum, and taken by prelu.
/// `clamp` is for floating point and for codes.
///
/// Source: ONNX Add, Mul, Sub, Div, Mod, Pow, Max, Min, And, Or, Xor, BitwiseAnd, BitwiseOr,
/// BitwiseXor, BitShift, Equal, Greater, GreaterOrEqual, PRelu.
struct binary {
    static constexpr const char* name = "binary";
    static constexpr const char* member_names = "function, clamp";

    static constexpr int data_inputs = 2;

    binary_function function = binary_function::add;
    struct clamp clamp {};
};

/// The common shape of two operands: axes aligned at the innermost, extents equal or 1.
/// Rank 0 if there is none and the operands are not scalars.
constexpr shape broadcast(const shape& a, const shape& b) {
    shape result{.rank = a.rank > b.rank ? a.rank : b.rank};
    for (int back = 1; back <= result.rank; ++back) {
        const int32_t x = back <= a.rank ? a[a.rank - back] : 1;
        const int32_t y = back <= b.rank ? b[b.rank - back] : 1;
        if (x != y && x != 1 && y != 1) return {};
        result.extent[result.rank - back] = x == 1 ? y : x;
    }
    return result;
}

/// The inputs that have as many elements as the output, of the same size.
constexpr input_set inputs_as_output(const operands& t, int inputs) {
    const tensor& out = t.output();
    input_set found{};
    for (int i = 0; i < inputs; ++i) {
        const tensor& in = t.input(i);
        if (in.kind != tensor_kind::constant && element_count(in.dims) == element_count(out.dims) &&
            bits_of(in.type) == bits_of(out.type))
            found.bits |= uint8_t(1 << i);
    }
    return found;
}

/// What a row of an operand holds. full: every element of the output's row. channels: one element
/// for each channel. pixels: one element for each pixel. single: one element.
enum class row_pattern : uint8_t { full, channels, pixels, single };

/// An operand as the rows of the output see it.
struct row_operand {
    row_pattern pattern = row_pattern::full;  // elements of a row of the operand
    bool fixed = false;  // the operand has one row, which all rows of the output read
    /// Its rows are the rows of the output, or it is fixed; else only the whole contract reads it.
    bool by_rows = false;
};

/// A shape as if it had the rank of `like`, with extents of 1 in front.
constexpr shape with_rank_of(const shape& dims, const shape& like) {
    shape result{.rank = like.rank};
    for (int axis = 0; axis < like.rank; ++axis) {
        const int own = axis - (like.rank - dims.rank);
        result.extent[axis] = own < 0 ? 1 : dims[own];
    }
    return result;
}

constexpr row_pattern pattern_of(const row_extents& operand, const row_extents& output) {
    if (operand.row_elements() == output.row_elements()) return row_pattern::full;
    if (operand.row_elements() == 1) return row_pattern::single;
    return operand.channels == output.channels ? row_pattern::channels : row_pattern::pixels;
}

/// Requires that `dims` broadcasts to `output`. The rows of the operand follow from its own shape
/// (model/shape.hpp, rows_of), not from the rank of the output.
constexpr row_operand row_operand_of(const shape& dims, const shape& output) {
    if (dims == output) return {.by_rows = true};
    const row_extents own = rows_of(dims), as_output = rows_of(with_rank_of(dims, output));
    const row_extents out = rows_of(output);
    const bool has_axes = output.rank >= 2 && output.rank <= 4;
    row_operand result{.pattern = pattern_of(as_output, out)};
    result.fixed = own.images * own.rows == 1 && out.images * out.rows > 1;
    result.by_rows = own.row_elements() == as_output.row_elements() &&
                     (result.fixed || (own.images == out.images && own.rows == out.rows)) &&
                     (has_axes || result.pattern == row_pattern::full || element_count(dims) == 1);
    return result;
}

/// Whether an operand can be read in strips: a constant needs no slicing, and another operand needs
/// the same columns as the output.
constexpr bool has_strips(const row_operand& seen, tensor_kind kind) {
    if (seen.pattern == row_pattern::full) return kind != tensor_kind::constant;
    return seen.pattern != row_pattern::pixels;
}

constexpr description describe(const binary&, const operands& t) {
    const tensor &a = t.input(0), &b = t.input(1);
    const shape output = broadcast(a.dims, b.dims);
    const row_operand a_seen = row_operand_of(a.dims, output),
                      b_seen = row_operand_of(b.dims, output);
    const bool by_rows = a_seen.by_rows && b_seen.by_rows;
    return {.output = output,
            .contract = by_rows ? contract::rows : contract::whole,
            .in_place = inputs_as_output(t, 2),
            .by_columns = by_rows && has_strips(a_seen, a.kind) && has_strips(b_seen, b.kind)};
}

}  // namespace tigris::ops
