// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Functions of one 8-bit code as tables of 256 bytes, computed once for each pair of quantizations.

#include <tigris/kernels/arithmetic/functions/tflite_curves.hpp>
#include <tigris/kernels/arithmetic/functions/unary.hpp>

namespace tigris::kernels {

/// What a table of unary results is computed from.
struct curve_key {
    uint32_t scale_in = 0;       // float32 bits of the input's scale
    uint32_t scale_out = 0;      // float32 bits of the output's scale
    int16_t zero_point_in = 0;   // zero point of the input
    int16_t zero_point_out = 0;  // zero point of the output
    uint32_t alpha = 0;          // float32 bits of the function's first parameter
    uint32_t beta = 0;           // float32 bits of the function's second parameter

    friend constexpr bool operator==(const curve_key&, const curve_key&) = default;
};

/// of[uint8_t(code)] is the code of the result, as a byte.
struct code_table {
    uint8_t of[256]{};
};

/// Key of a table. Equal ones share it, whatever else their layers are.
struct code_curve {
    ops::unary_function function{};
    dtype in = dtype::i8;
    dtype out = dtype::i8;
    rounding rounds = rounding::nearest;
    curve_key key{};

    friend constexpr bool operator==(const code_curve&, const code_curve&) = default;

    constexpr quantization quant_in() const {
        return {__builtin_bit_cast(float, key.scale_in), key.zero_point_in};
    }
    constexpr quantization quant_out() const {
        return {__builtin_bit_cast(float, key.scale_out), key.zero_point_out};
    }
};

/// The code that a byte is.
constexpr int32_t code_of_byte(int32_t byte, dtype type) {
    return type == dtype::i8 ? int32_t(int8_t(byte)) : byte;
}

/// Dequantized in single precision, computed in double, quantized as ONNX QuantizeLinear says; what
/// is no number is the lowest code.
template <code_curve C>
constexpr int32_t nearest_result(int32_t code) {
    const float x = float(code - C.key.zero_point_in) * C.quant_in().scale;
    const double alpha = double(__builtin_bit_cast(float, C.key.alpha));
    const double beta = double(__builtin_bit_cast(float, C.key.beta));
    const float result = narrowed(apply<C.function>(double(x), alpha, beta));
    return result != result ? lowest_of(C.out) : ops::quantize(result, C.quant_out(), C.out);
}

/// Units of the result under rounding::tflite.
template <code_curve C>
constexpr int32_t tflite_units(int32_t units) {
    if constexpr (C.function == ops::unary_function::sigmoid)
        return tflite_sigmoid(C.quant_in().scale)(units);
    else
        return tflite_hard_swish(C.quant_in().scale, C.quant_out().scale)(units);
}

template <code_curve C>
constexpr int32_t result_of(int32_t code) {
    if constexpr (C.rounds == rounding::nearest) {
        return nearest_result<C>(code);
    } else {
        const int32_t result = tflite_units<C>(code - C.key.zero_point_in) + C.key.zero_point_out;
        const int32_t low = lowest_of(C.out), high = highest_of(C.out);
        return result < low ? low : result > high ? high : result;
    }
}

template <code_curve C>
constexpr code_table make_code_table() {
    code_table table;
    for (int32_t byte = 0; byte < 256; ++byte)
        table.of[byte] = uint8_t(result_of<C>(code_of_byte(byte, C.in)));
    return table;
}

template <code_curve C>
inline constexpr code_table codes_of_curve = make_code_table<C>();

}  // namespace tigris::kernels
