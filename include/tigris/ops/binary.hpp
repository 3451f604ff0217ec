// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Element by element functions of two tensors, with broadcasting.

#include <tigris/ops/clamp.hpp>
#include <tigris/ops/description.hpp>

namespace tigris::ops {

/// divide: integers are cut off toward zero, and n / 0 is 0. modulo has the sign of the divisor,
/// remainder that of the dividend. prelu: a * b where a is negative, else a. The rest as the words
/// say; on bool, bitwise is logical. What they compute stands in
/// kernels/arithmetic/functions/binary.hpp.
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

/// Inputs: two tensors whose shapes broadcast, either of them possibly a constant. Output: their
/// common shape. All have one type, but for the exponent of power and for the bool that comparisons
/// make. Codes are added, subtracted, multiplied, compared by maximum and minimum, and taken
/// by prelu. `clamp` is for floating point and for codes. Source: ONNX Add, Mul, Sub, Div, Mod,
/// Pow, Max, Min, And, Or, Xor, BitwiseAnd, BitwiseOr, BitwiseXor, BitShift, Equal, Greater,
/// GreaterOrEqual, PRelu.
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

/// The inputs that have an element of the output's size for each of its elements.
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

/// What a row of an operand holds: every element of the output's row, one for each channel, one for
/// each pixel, or a single one.
enum class row_pattern : uint8_t { full, channels, pixels, single };

/// An operand seen from the output's rows. `fixed`: it has one row, which all of the output's read.
/// Not `by_rows`: its rows are not those of the output, so that only the whole contract reads it.
struct row_operand {
    row_pattern pattern = row_pattern::full;
    bool fixed = false;
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

/// Requires that `dims` broadcasts to `output`. The operand's rows are those that its own shape
/// says (model/shape.hpp, rows_of), whatever the output's rank.
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

/// A strip of the output's columns needs no slice of a constant, and the same strip of the rest.
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
