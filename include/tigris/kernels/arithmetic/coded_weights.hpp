// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Weights of float layers that lie in flash as codes of 8 or 4 bits or as halves, and are read as
// numbers.

#include <tigris/kernels/arithmetic/accumulator.hpp>
#include <tigris/ops/list.hpp>

namespace tigris::kernels {

/// Stands for float in a layer whose weights are codes of type Codes: i8 or i4, or u8 or u4 with a
/// zero point. Every Block of them that lie one behind the other have a scale of their own, and
/// perhaps a zero point; with 0 all of an output have one. Halves (f16) have neither.
template <dtype Codes, int32_t Block = 0>
struct coded {};

/// One coded weight: the code less its zero point; of a block, times the block's scale, too.
template <dtype Codes, int32_t Block = 0>
struct weight_code {};

template <dtype Codes, int32_t Block>
struct accumulation<coded<Codes, Block>> {
    using element = float;
    using sum = float;
    using weight = weight_code<Codes, Block>;
};

/// Element i of 4 bits, without a sign: element 2 * k is the low half of byte k.
[[gnu::always_inline]] constexpr uint32_t half_byte(const int8_t* bytes, int32_t i) {
    return uint32_t(uint8_t(bytes[i >> 1])) >> ((i & 1) * 4) & 15;
}
/// The number of a half byte in a type with a sign: from -8 to 7.
constexpr int32_t signed_half_byte(uint32_t half) { return int32_t(half ^ 8) - 8; }

/// Reads codes. Of 4 bits, `first` elements lie before element 0.
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
            return float(signed_half_byte(half_byte(bytes, first + i)));
        else
            return float(int32_t(half_byte(bytes, first + i)) - zero_point);
    }
    constexpr constant_pointer operator+(int32_t i) const {
        if constexpr (is_packed)
            return {bytes, first + i, zero_point};
        else
            return {bytes + i, 0, zero_point};
    }
};

/// Reads codes in blocks, `first` elements behind the first of all. `zero_points` are bytes without
/// a sign, or null.
template <dtype Codes, int32_t Block>
struct constant_pointer<weight_code<Codes, Block>> {
    constant_pointer<weight_code<Codes>> codes{};
    constant_pointer<float> scales{};
    const int8_t* zero_points = nullptr;
    int32_t first = 0;

    constexpr constant_pointer operator+(int32_t i) const {
        return {codes + i, scales, zero_points, first + i};
    }
    /// Block by block; a weight is rounded once, as DequantizeLinear rounds it.
    constexpr float add_products(float sum, const float* x, int32_t count) const {
        int32_t block = first / Block, end = (block + 1) * Block - first;
        for (int32_t i = 0; i < count; ++block, end += Block) {
            const constant_pointer<weight_code<Codes>> w = codes_of(block);
            const float scale = scales[block];
            for (const int32_t stop = end < count ? end : count; i < stop; ++i)
                sum += x[i] * (w[i] * scale);
        }
        return sum;
    }

private:
    constexpr constant_pointer<weight_code<Codes>> codes_of(int32_t block) const {
        constant_pointer<weight_code<Codes>> result = codes;
        if (zero_points) result.zero_point = uint8_t(zero_points[block]);
        return result;
    }
};

template <>
struct accumulation<coded<dtype::f16>> {
    using element = float;
    using sum = float;
    using weight = half;
};

template <dtype Codes, int32_t Block>
constexpr constant_pointer<weight_code<Codes, Block>> raw(
    constant_pointer<weight_code<Codes, Block>> p) {
    return p;
}

/// The weights of a layer made for T: input 1. `constants` are the model's by their numbers.
template <class T>
struct weights_reader {
    template <class Constants>
    [[gnu::always_inline]] static constexpr constant_pointer<weight_t<T>> read(
        const operands& t, const Constants& constants) {
        return elements_of<weight_t<T>>(constants[t.input(1).index]);
    }
};
template <dtype Codes>
struct weights_reader<coded<Codes>> {
    template <class Constants>
    [[gnu::always_inline]] static constexpr constant_pointer<weight_code<Codes>> read(
        const operands& t, const Constants& constants) {
        return {constants[t.input(1).index].bytes, 0, t.input(1).quant.zero_point};
    }
};
template <>
struct weights_reader<coded<dtype::f16>> {
    template <class Constants>
    [[gnu::always_inline]] static constexpr constant_pointer<half> read(
        const operands& t, const Constants& constants) {
        return elements_of<half>(constants[t.input(1).index]);
    }
};
template <dtype Codes, int32_t Block>
struct weights_reader<coded<Codes, Block>> {
    template <class Constants>
    [[gnu::always_inline]] static constexpr constant_pointer<weight_code<Codes, Block>> read(
        const operands& t, const Constants& constants) {
        return {.codes = weights_reader<coded<Codes>>::read(t, constants),
                .scales = elements_of<float>(constants[t.input(3).index]),
                .zero_points = t.has_input(4) ? constants[t.input(4).index].bytes : nullptr};
    }
};

/// Operators whose weights may be codes beside floats.
template <class Op>
inline constexpr bool may_have_coded_weights =
    is_same<Op, ops::conv> || is_same<Op, ops::depthwise_conv> || is_same<Op, ops::gemm> ||
    is_same<Op, ops::conv_transpose> || is_same<Op, ops::recurrent>;

/// Whether a step multiplies floats with codes (ops/conv.hpp) or halves. Steps of other operators
/// read halves as they read other constants.
template <class Op>
constexpr bool has_coded_weights(const operands& t) {
    return may_have_coded_weights<Op> && t.has_input(1) && t.input(0).type == dtype::f32 &&
           t.input(1).type != dtype::f32;
}

/// How many codes have a scale in common, where scales are [outputs, blocks] (ops/gemm.hpp); else
/// 0.
constexpr int32_t block_of_codes(const operands& t) {
    if (t.input(1).type == dtype::f16) return 0;
    const shape scales = t.input(3).dims;
    return scales.rank == 2 ? t.input(1).dims[1] / scales[1] : 0;
}

}  // namespace tigris::kernels
