// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Which operators on rows of codes libraries of kernels compute as TFLite does, and how their calls
// go through rows.

#include <tigris/kernels/arithmetic/tables/exponential_table.hpp>
#include <tigris/kernels/fast_int8/sums_of_bytes.hpp>
#include <tigris/kernels/portable/softmax.hpp>

namespace tigris::kernels {

/// Sums, differences and products of operands as wide as the result, all of them of one type.
constexpr bool combines_codes(const binary_key& key, dtype type) {
    const ops::binary_function f = key.function;
    return key.quantized && key.in_a == type && key.in_b == type && key.out == type &&
           has_full_rows(key) && (is_sum(f) || f == ops::binary_function::multiply);
}

/// What combining a span is compiled for: the function, and how operands repeat in a row.
constexpr binary_key combined_key(const binary_key& key) {
    constexpr uint16_t patterns = 3 | 3 << 3;
    return {.function = key.function, .broadcast = uint16_t(key.broadcast & patterns)};
}

constexpr bool is_shift_to_right(int shift) { return shift <= 0 && shift >= -30; }

/// Whether nothing leaves 32 bits: libraries do not saturate.
template <binary_key G, class T>
constexpr bool stay_in_range(const binary_layer<T>& l) {
    for (int i = 0; i < (is_sum(G.function) ? 3 : 1); ++i)
        if (!is_shift_to_right(l.shifts[i])) return false;
    return true;
}

/// A row of an activation or of a constant.
template <class T>
constexpr const T* elements_of_row(const T* row) {
    return row;
}
template <class T>
inline const T* elements_of_row(constant_pointer<T> row) {
    return reinterpret_cast<const T*>(row.bytes);
}

/// Calls combine(layer, a, b, out, elements) for each row.
template <binary_key G, class T, class A, class B, class Combine>
inline void combine_by_rows(const binary_layer<T>& layer, T* out, int32_t row_count,
                            const A& window_a, const B& window_b, Combine combine) {
    const int32_t elements = layer.width * layer.channels;
    for (int32_t y = 0; y < row_count; ++y, out += elements)
        combine(layer, elements_of_row(window_a(is_fixed(G.broadcast, 0) ? 0 : y)),
                elements_of_row(window_b(is_fixed(G.broadcast, 1) ? 0 : y)), out, elements);
}

/// TFLite's softmax of codes, for scales that it is defined for.
constexpr bool has_library_softmax(const softmax_key& key) {
    return !key.logarithm && key.rounds == rounding::tflite;
}
/// Whether a softmax is TFLite's, from codes of `type` to codes of `type`.
constexpr bool has_library_softmax(const ops::softmax& op, const operands& t, dtype type) {
    return t.input(0).type == type && t.output().type == type &&
           has_library_softmax(key_of(op, t, rounding::tflite));
}

/// The differences of a layer's scale.
template <softmax_key G>
inline constexpr tflite_differences softmax_differences =
    tflite_differences_of(__builtin_bit_cast(float, G.scale_bits));

/// The lowest difference that counts: lower ones count as nothing.
template <softmax_key G>
inline constexpr int32_t softmax_lowest_difference = -softmax_differences<G>.largest();

}  // namespace tigris::kernels
