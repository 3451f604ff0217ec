// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// NEON's words for what C++ has none for. In assembler: <arm_neon.h> is slow to read, and g++ 12
// makes a dozen instructions of conversions of halves of vectors.

#include <tigris/kernels/simd/lanes.hpp>

namespace tigris::kernels::simd_kernels {

/// Sixteen bytes of either sign as 16-bit numbers, and the first eight as 32-bit numbers.
template <class T>
[[gnu::always_inline]] inline lanes<int16_t, 16> widen(lanes<T, 16> bytes) {
    lanes<int16_t, 16> y;
    if constexpr (T(-1) < 0) {
        asm("sshll %0.8h, %1.8b, #0" : "=w"(y.low) : "w"(bytes));
        asm("sshll2 %0.8h, %1.16b, #0" : "=w"(y.high) : "w"(bytes));
    } else {
        asm("ushll %0.8h, %1.8b, #0" : "=w"(y.low) : "w"(bytes));
        asm("ushll2 %0.8h, %1.16b, #0" : "=w"(y.high) : "w"(bytes));
    }
    return y;
}
template <class T>
[[gnu::always_inline]] inline lanes<int16_t, 8> widen_low(lanes<T, 16> bytes) {
    lanes<int16_t, 8> y;
    if constexpr (T(-1) < 0)
        asm("sshll %0.8h, %1.8b, #0" : "=w"(y) : "w"(bytes));
    else
        asm("ushll %0.8h, %1.8b, #0" : "=w"(y) : "w"(bytes));
    return y;
}
template <class T>
[[gnu::always_inline]] inline lanes<int32_t, 8> widen_first_8(lanes<T, 16> bytes) {
    const lanes<int16_t, 8> x = widen_low<T>(bytes);
    lanes<int32_t, 8> y;
    asm("sshll %0.4s, %1.4h, #0" : "=w"(y.low) : "w"(x));
    asm("sshll2 %0.4s, %1.8h, #0" : "=w"(y.high) : "w"(x));
    return y;
}

/// 32-bit numbers as 16-bit numbers, and those as bytes of type T, saturated.
[[gnu::always_inline]] inline lanes<int16_t, 8> narrow_8(lanes<int32_t, 8> x) {
    lanes<int16_t, 8> y;
    asm("sqxtn %0.4h, %1.4s" : "=w"(y) : "w"(x.low));
    asm("sqxtn2 %0.8h, %1.4s" : "+w"(y) : "w"(x.high));
    return y;
}
[[gnu::always_inline]] inline lanes<int16_t, 16> narrow_16(lanes<int32_t, 8> low,
                                                           lanes<int32_t, 8> high) {
    return {narrow_8(low), narrow_8(high)};
}
template <class T>
[[gnu::always_inline]] inline lanes<T, 16> narrow(lanes<int16_t, 16> x) {
    lanes<T, 16> y;
    if constexpr (T(-1) < 0) {
        asm("sqxtn %0.8b, %1.8h" : "=w"(y) : "w"(x.low));
        asm("sqxtn2 %0.16b, %1.8h" : "+w"(y) : "w"(x.high));
    } else {
        asm("sqxtun %0.8b, %1.8h" : "=w"(y) : "w"(x.low));
        asm("sqxtun2 %0.16b, %1.8h" : "+w"(y) : "w"(x.high));
    }
    return y;
}
[[gnu::always_inline]] inline lanes<int16_t, 16> add_saturated(lanes<int16_t, 16> a,
                                                               lanes<int16_t, 16> b) {
    asm("sqadd %0.8h, %0.8h, %1.8h" : "+w"(a.low) : "w"(b.low));
    asm("sqadd %0.8h, %0.8h, %1.8h" : "+w"(a.high) : "w"(b.high));
    return a;
}

/// The integers nearest to floats, halves to even.
[[gnu::always_inline]] inline lanes<int32_t, 8> nearest(lanes<float, 8> x) {
    lanes<int32_t, 8> y;
    asm("fcvtns %0.4s, %1.4s" : "=w"(y.low) : "w"(x.low));
    asm("fcvtns %0.4s, %1.4s" : "=w"(y.high) : "w"(x.high));
    return y;
}

/// Eight products and eight sums.
[[gnu::always_inline]] inline lanes<int32_t, 8> add_products_of(lanes<int32_t, 8> sums,
                                                                lanes<int16_t, 8> a,
                                                                lanes<int16_t, 8> b) {
    asm("smlal %0.4s, %1.4h, %2.4h" : "+w"(sums.low) : "w"(a), "w"(b));
    asm("smlal2 %0.4s, %1.8h, %2.8h" : "+w"(sums.high) : "w"(a), "w"(b));
    return sums;
}
/// Adds sixteen products to eight sums, whichever to which.
[[gnu::always_inline]] inline lanes<int32_t, 8> add_any_products(lanes<int32_t, 8> sums,
                                                                 lanes<int16_t, 16> a,
                                                                 lanes<int16_t, 16> b) {
    return add_products_of(add_products_of(sums, a.low, b.low), a.high, b.high);
}

/// One product an output: weights of eight outputs lie side by side. What they are multiplied with
/// is the first lane of a vector.
struct widened_products {
    using vector = lanes<int16_t, 8>;
    static constexpr int32_t step = 1;

    [[gnu::always_inline]] static vector broadcast(const int16_t* x) {
        vector y;
        asm("ldr %h0, %1" : "=x"(y) : "m"(*x));
        return y;
    }
    [[gnu::always_inline]] static vector weights(const int8_t* w) {
        return widen_low<int8_t>(load_8(w));
    }
    [[gnu::always_inline]] static lanes<int32_t, 8> add(lanes<int32_t, 8> to, vector weights,
                                                        vector x) {
        asm("smlal %0.4s, %1.4h, %2.h[0]" : "+w"(to.low) : "w"(weights), "x"(x));
        asm("smlal2 %0.4s, %1.8h, %2.h[0]" : "+w"(to.high) : "w"(weights), "x"(x));
        return to;
    }
};

/// Products of sixteen channels, tap by tap.
struct tap_products {
    using vector = lanes<int16_t, 16>;
    static constexpr int32_t step = 1;
    lanes<int32_t, 8> low{}, high{};

    [[gnu::always_inline]] static void pack(const vector (&taps)[step], int16_t* to) {
        store(to, taps[0]);
    }
    [[gnu::always_inline]] void add(const vector (&taps)[step], const int16_t* packed) {
        const vector weights = load<vector>(packed);
        low = add_products_of(low, taps[0].low, weights.low);
        high = add_products_of(high, taps[0].high, weights.high);
    }
    [[gnu::always_inline]] void store_to(int32_t* sums) const {
        store(sums, low);
        store(sums + 8, high);
    }
};

/// Four products of bytes with signs to each of eight sums, which wrap around.
#if defined(__ARM_FEATURE_DOTPROD)
#define TIGRIS_HAS_QUADS 1
using quad_element = int8_t;
[[gnu::always_inline]] inline lanes<int32_t, 8> add_quads(lanes<int32_t, 8> sums,
                                                          lanes<int8_t, 32> x,
                                                          lanes<int8_t, 32> weights) {
    asm("sdot %0.4s, %1.16b, %2.16b" : "+w"(sums.low) : "w"(x.low), "w"(weights.low));
    asm("sdot %0.4s, %1.16b, %2.16b" : "+w"(sums.high) : "w"(x.high), "w"(weights.high));
    return sums;
}
/// Four elements, repeated for all sums: the first lanes.
[[gnu::always_inline]] inline lanes<int8_t, 16> broadcast_quad(const int8_t* x) {
    typedef int32_t word __attribute__((aligned(1), may_alias));
    lanes<int8_t, 16> y;
    asm("ldr %s0, %1" : "=w"(y) : "m"(*reinterpret_cast<const word*>(x)));
    return y;
}
[[gnu::always_inline]] inline lanes<int32_t, 8> add_quads(lanes<int32_t, 8> sums,
                                                          lanes<int8_t, 16> x,
                                                          lanes<int8_t, 32> weights) {
    asm("sdot %0.4s, %1.16b, %2.4b[0]" : "+w"(sums.low) : "w"(weights.low), "w"(x));
    asm("sdot %0.4s, %1.16b, %2.4b[0]" : "+w"(sums.high) : "w"(weights.high), "w"(x));
    return sums;
}
#else
#define TIGRIS_HAS_QUADS 0
#endif

/// 64-bit products of eight lanes, in their order.
using wide_products = lanes<int64_t, 8>;

[[gnu::always_inline]] inline lanes<int64_t, 4> multiply_wide(lanes<int32_t, 4> a,
                                                              lanes<int32_t, 4> b) {
    lanes<int64_t, 4> y;
    asm("smull %0.2d, %1.2s, %2.2s" : "=w"(y.low) : "w"(a), "w"(b));
    asm("smull2 %0.2d, %1.4s, %2.4s" : "=w"(y.high) : "w"(a), "w"(b));
    return y;
}
[[gnu::always_inline]] inline wide_products multiply_wide(lanes<int32_t, 8> a,
                                                          lanes<int32_t, 8> b) {
    return {multiply_wide(a.low, b.low), multiply_wide(a.high, b.high)};
}

[[gnu::always_inline]] inline lanes<int32_t, 4> shift_rounded(lanes<int64_t, 4> p,
                                                              lanes<int32_t, 4> right) {
    const lanes<int32_t, 4> left = -31 - right;
    lanes<int64_t, 4> bits;
    asm("sshll %0.2d, %1.2s, #0" : "=w"(bits.low) : "w"(left));
    asm("sshll2 %0.2d, %1.4s, #0" : "=w"(bits.high) : "w"(left));
    asm("srshl %0.2d, %0.2d, %1.2d" : "+w"(p.low) : "w"(bits.low));
    asm("srshl %0.2d, %0.2d, %1.2d" : "+w"(p.high) : "w"(bits.high));
    lanes<int32_t, 4> y;
    asm("uzp1 %0.4s, %1.4s, %2.4s" : "=w"(y) : "w"(p.low), "w"(p.high));
    return y;
}
/// The low words of products that are shifted by 31 and `right`, halves up.
[[gnu::always_inline]] inline lanes<int32_t, 8> shift_rounded(wide_products p,
                                                              lanes<int32_t, 8> right) {
    return {shift_rounded(p.low, right.low), shift_rounded(p.high, right.high)};
}

/// doubling_high_product() of kernels/arithmetic/requantize.hpp.
[[gnu::always_inline]] inline lanes<int32_t, 8> doubling_high_products(lanes<int32_t, 8> a,
                                                                       lanes<int32_t, 8> b) {
    asm("sqrdmulh %0.4s, %0.4s, %1.4s" : "+w"(a.low) : "w"(b.low));
    asm("sqrdmulh %0.4s, %0.4s, %1.4s" : "+w"(a.high) : "w"(b.high));
    return a;
}

/// Multipliers and shifts for numbers between -2^30 and 2^30, all shifts to the right by 1 to 31:
/// requantize() in a few instructions, because a division of what was rounded down can be rounded
/// down as well.
class quick_scales {
public:
    using numbers = lanes<int32_t, 8>;

    quick_scales() = default;
    [[gnu::always_inline]] quick_scales(numbers multipliers, numbers right)
        : multipliers_(multipliers), left_{-right.low, -right.high} {}

    [[gnu::always_inline]] numbers nearest(numbers x) const {
        asm("sqdmulh %0.4s, %0.4s, %1.4s" : "+w"(x.low) : "w"(multipliers_.low));
        asm("sqdmulh %0.4s, %0.4s, %1.4s" : "+w"(x.high) : "w"(multipliers_.high));
        return shifted(x);
    }
    [[gnu::always_inline]] numbers tflite(numbers x) const {
        numbers y = doubling_high_products(x, multipliers_);
        asm("ssra %0.4s, %1.4s, #31" : "+w"(y.low) : "w"(x.low));
        asm("ssra %0.4s, %1.4s, #31" : "+w"(y.high) : "w"(x.high));
        return shifted(y);
    }

private:
    [[gnu::always_inline]] numbers shifted(numbers x) const {
        asm("srshl %0.4s, %0.4s, %1.4s" : "+w"(x.low) : "w"(left_.low));
        asm("srshl %0.4s, %0.4s, %1.4s" : "+w"(x.high) : "w"(left_.high));
        return x;
    }

    numbers multipliers_, left_;
};

/// add_saturated() of kernels/arithmetic/requantize.hpp.
[[gnu::always_inline]] inline lanes<int32_t, 4> add_saturated(lanes<int32_t, 4> a,
                                                              lanes<int32_t, 4> b) {
    asm("sqadd %0.4s, %0.4s, %1.4s" : "+w"(a) : "w"(b));
    return a;
}
[[gnu::always_inline]] inline lanes<int32_t, 8> add_saturated(lanes<int32_t, 8> a,
                                                              lanes<int32_t, 8> b) {
    return {add_saturated(a.low, b.low), add_saturated(a.high, b.high)};
}

/// shift_away_from_zero() of kernels/arithmetic/requantize.hpp: halves are rounded up, so what is
/// negative is made a little smaller first.
[[gnu::always_inline]] inline lanes<int32_t, 4> shift_away_from_zero(lanes<int32_t, 4> x,
                                                                     lanes<int32_t, 4> bits) {
    const lanes<int32_t, 4> left = -bits;
    x = add_saturated(x, (x & left) >> 31);
    asm("srshl %0.4s, %0.4s, %1.4s" : "+w"(x) : "w"(left));
    return x;
}
[[gnu::always_inline]] inline lanes<int32_t, 8> shift_away_from_zero(lanes<int32_t, 8> x,
                                                                     lanes<int32_t, 8> bits) {
    return {shift_away_from_zero(x.low, bits.low), shift_away_from_zero(x.high, bits.high)};
}

}  // namespace tigris::kernels::simd_kernels
