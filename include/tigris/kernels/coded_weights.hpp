// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Weights of float layers that lie in flash as codes of 8 or 4 bits, and are read as numbers.

#include <tigris/kernels/accumulator.hpp>
#include <tigris/ops/list.hpp>

namespace tigris::kernels {

/// Stands for float in a layer whose weights are codes of type Codes: i8 or i4, or u8 or u4 with a
/// zero point.
template <dtype Codes>
struct coded {};

/// One such weight, less its zero point.
template <dtype Codes>
struct weight_code {};

template <dtype Codes>
struct accumulation<coded<Codes>> {
    using element = float;
    using sum = float;
    using weight = weight_code<Codes>;
};

/// Reads codes. Of 4 bits, element 2 * k is the low half of byte k, and `first` elements lie before
/// element 0.
template <dtype Codes>
struct constant_pointer<weight_code<Codes>> {
    const int8_t* bytes = nullptr;
    int32_t first = 0;
    int32_t zero_point = 0;

    static constexpr bool is_packed = bits_of(Codes) == 4;

    [[gnu::always_inline]] constexpr float operator[](int32_t i) const {
        if constexpr (Codes == dtype::i8)
            return float(bytes[i]);
        else if constexpr (Codes == dtype::u8)
            return float(int32_t(uint8_t(bytes[i])) - zero_point);
        else if constexpr (Codes == dtype::i4)
            return float(int32_t(half(first + i) ^ 8) - 8);
        else
            return float(int32_t(half(first + i)) - zero_point);
    }
    constexpr constant_pointer operator+(int32_t i) const {
        if constexpr (is_packed)
            return {bytes, first + i, zero_point};
        else
            return {bytes + i, 0, zero_point};
    }

private:
    [[gnu::always_inline]] constexpr uint32_t half(int32_t i) const {
        return uint32_t(uint8_t(bytes[i >> 1])) >> ((i & 1) * 4) & 15;
    }
};

template <dtype Codes>
constexpr constant_pointer<weight_code<Codes>> raw(constant_pointer<weight_code<Codes>> p) {
    return p;
}

/// The weights of a layer made for T: input 1.
template <class T>
struct weights_reader {
    static constexpr constant_pointer<weight_t<T>> read(const operands& t,
                                                        view<const constant> constants) {
        return elements_of<weight_t<T>>(constants[t.input(1).index]);
    }
};
template <dtype Codes>
struct weights_reader<coded<Codes>> {
    static constexpr constant_pointer<weight_code<Codes>> read(const operands& t,
                                                               view<const constant> constants) {
        return {constants[t.input(1).index].bytes, 0, t.input(1).quant.zero_point};
    }
};

/// Whether a step multiplies floats with codes (ops/conv.hpp).
template <class Op>
constexpr bool has_coded_weights(const operands& t) {
    constexpr bool has_weights =
        is_same<Op, ops::conv> || is_same<Op, ops::depthwise_conv> || is_same<Op, ops::gemm>;
    return has_weights && t.has_input(1) && t.input(0).type == dtype::f32 &&
           t.input(1).type != dtype::f32;
}

}  // namespace tigris::kernels
