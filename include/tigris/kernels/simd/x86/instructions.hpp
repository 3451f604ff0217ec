// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// AVX2's words for what C++ has none for, and the instruction of VNNI that multiplies bytes.

#include <tigris/kernels/simd/lanes.hpp>

#if defined(__AVXVNNI__) || (defined(__AVX512VNNI__) && defined(__AVX512VL__))
#define TIGRIS_HAS_VNNI 1
#else
#define TIGRIS_HAS_VNNI 0
#endif

namespace tigris::kernels::simd_kernels {

/// Sixteen bytes of either sign as 16-bit numbers, and the first eight as 32-bit numbers. g++ 12
/// makes a dozen instructions of what clang knows as one.
template <class T>
[[gnu::always_inline]] inline lanes<int16_t, 16> widen(lanes<T, 16> bytes) {
#if __has_builtin(__builtin_ia32_pmovsxbw256)
    const auto chars = lanes<char, 16>(bytes);
    return lanes<int16_t, 16>(T(-1) < 0 ? __builtin_ia32_pmovsxbw256(chars)
                                        : __builtin_ia32_pmovzxbw256(chars));
#else
    return __builtin_convertvector(bytes, lanes<int16_t, 16>);
#endif
}
template <class T>
[[gnu::always_inline]] inline lanes<int32_t, 8> widen_first_8(lanes<T, 16> bytes) {
#if __has_builtin(__builtin_ia32_pmovsxbd256)
    const auto chars = lanes<char, 16>(bytes);
    return lanes<int32_t, 8>(T(-1) < 0 ? __builtin_ia32_pmovsxbd256(chars)
                                       : __builtin_ia32_pmovzxbd256(chars));
#else
    const auto first = __builtin_shufflevector(bytes, bytes, 0, 1, 2, 3, 4, 5, 6, 7);
    return __builtin_convertvector(first, lanes<int32_t, 8>);
#endif
}

/// 32-bit numbers as 16-bit numbers, and those as bytes of type T, saturated.
[[gnu::always_inline]] inline lanes<int16_t, 16> narrow_16(lanes<int32_t, 8> low,
                                                           lanes<int32_t, 8> high) {
    using words = lanes<int64_t, 4>;
    const words mixed = words(__builtin_ia32_packssdw256(low, high));
    return lanes<int16_t, 16>(__builtin_shufflevector(mixed, mixed, 0, 2, 1, 3));
}
template <class T>
[[gnu::always_inline]] inline lanes<T, 16> narrow(lanes<int16_t, 16> x) {
    using shorts = lanes<int16_t, 8>;
    const shorts low = __builtin_shufflevector(x, x, 0, 1, 2, 3, 4, 5, 6, 7);
    const shorts high = __builtin_shufflevector(x, x, 8, 9, 10, 11, 12, 13, 14, 15);
    return lanes<T, 16>(T(-1) < 0 ? __builtin_ia32_packsswb128(low, high)
                                  : __builtin_ia32_packuswb128(low, high));
}
[[gnu::always_inline]] inline lanes<int16_t, 16> add_saturated(lanes<int16_t, 16> a,
                                                               lanes<int16_t, 16> b) {
#if __has_builtin(__builtin_ia32_paddsw256)
    return lanes<int16_t, 16>(__builtin_ia32_paddsw256(a, b));
#else
    return __builtin_elementwise_add_sat(a, b);
#endif
}

/// The integers nearest to floats, halves to even.
[[gnu::always_inline]] inline lanes<int32_t, 8> nearest(lanes<float, 8> x) {
    return lanes<int32_t, 8>(__builtin_ia32_cvtps2dq256(x));
}

/// Sums of neighboring products: a[2i] * b[2i] + a[2i + 1] * b[2i + 1].
[[gnu::always_inline]] inline lanes<int32_t, 8> multiply_pairs(lanes<int16_t, 16> a,
                                                               lanes<int16_t, 16> b) {
    return lanes<int32_t, 8>(__builtin_ia32_pmaddwd256(a, b));
}

/// Adds sixteen products to eight sums, whichever to which.
[[gnu::always_inline]] inline lanes<int32_t, 8> add_any_products(lanes<int32_t, 8> sums,
                                                                 lanes<int16_t, 16> a,
                                                                 lanes<int16_t, 16> b) {
    return sums + multiply_pairs(a, b);
}

/// Two products an output and instruction: weights of eight outputs lie in pairs.
struct widened_products {
    using vector = lanes<int16_t, 16>;
    static constexpr int32_t step = 2;

    [[gnu::always_inline]] static vector broadcast(const int16_t* x) {
        return vector(all<lanes<int32_t, 8>>(load<int32_t>(x)));
    }
    [[gnu::always_inline]] static vector weights(const int8_t* w) {
        return widen<int8_t>(load<lanes<int8_t, 16>>(w));
    }
    [[gnu::always_inline]] static lanes<int32_t, 8> add(lanes<int32_t, 8> to, vector a, vector b) {
        return to + multiply_pairs(a, b);
    }
};

/// Products of sixteen channels over two taps at a time, which are interleaved. Vectors of 256 bits
/// are two of 128.
struct tap_products {
    using vector = lanes<int16_t, 16>;
    static constexpr int32_t step = 2;
    lanes<int32_t, 8> low{}, high{};

    [[gnu::always_inline]] static vector interleave_low(vector a, vector b) {
        return __builtin_shufflevector(a, b, 0, 16, 1, 17, 2, 18, 3, 19, 8, 24, 9, 25, 10, 26, 11,
                                       27);
    }
    [[gnu::always_inline]] static vector interleave_high(vector a, vector b) {
        return __builtin_shufflevector(a, b, 4, 20, 5, 21, 6, 22, 7, 23, 12, 28, 13, 29, 14, 30, 15,
                                       31);
    }
    [[gnu::always_inline]] static void pack(const vector (&taps)[step], int16_t* to) {
        store(to, interleave_low(taps[0], taps[1]));
        store(to + 16, interleave_high(taps[0], taps[1]));
    }
    [[gnu::always_inline]] void add(const vector (&taps)[step], const int16_t* packed) {
        low += multiply_pairs(interleave_low(taps[0], taps[1]), load<vector>(packed));
        high += multiply_pairs(interleave_high(taps[0], taps[1]), load<vector>(packed + 16));
    }
    [[gnu::always_inline]] void store_to(int32_t* sums) const {
        store(sums, __builtin_shufflevector(low, high, 0, 1, 2, 3, 8, 9, 10, 11));
        store(sums + 8, __builtin_shufflevector(low, high, 4, 5, 6, 7, 12, 13, 14, 15));
    }
};

/// Four products of bytes, of activations without a sign and of weights with one, to each of eight
/// sums, which wrap around. TIGRIS_PLAIN_VNNI: in C++, where there is no such instruction.
#if TIGRIS_HAS_VNNI || defined(TIGRIS_PLAIN_VNNI)
#define TIGRIS_HAS_QUADS 1
using quad_element = uint8_t;
[[gnu::always_inline]] inline lanes<int32_t, 8> add_quads(lanes<int32_t, 8> sums,
                                                          lanes<uint8_t, 32> x,
                                                          lanes<int8_t, 32> weights) {
#if !TIGRIS_HAS_VNNI
    for (int i = 0; i < 32; ++i) sums[i / 4] += x[i] * weights[i];
    return sums;
#else
    using numbers = lanes<int32_t, 8>;
#if __has_builtin(__builtin_ia32_vpdpbusd256)
    return numbers(__builtin_ia32_vpdpbusd256(sums, numbers(x), numbers(weights)));
#else
    return numbers(__builtin_ia32_vpdpbusd_v8si(sums, numbers(x), numbers(weights)));
#endif
#endif
}
/// Four elements, repeated for all sums.
[[gnu::always_inline]] inline lanes<uint8_t, 32> broadcast_quad(const uint8_t* x) {
    return lanes<uint8_t, 32>(all<lanes<int32_t, 8>>(load<int32_t>(x)));
}
#else
#define TIGRIS_HAS_QUADS 0
#endif

/// 64-bit products: those of the lanes 0, 2, 4 and 6, and the others.
struct wide_products {
    using products = lanes<uint64_t, 4>;
    products even, odd;

    friend wide_products operator+(wide_products a, wide_products b) {
        return {a.even + b.even, a.odd + b.odd};
    }
};

[[gnu::always_inline]] inline lanes<uint64_t, 4> multiply_even(lanes<int32_t, 8> a,
                                                               lanes<int32_t, 8> b) {
    using products = lanes<long long, 4>;
    return lanes<uint64_t, 4>(products(__builtin_ia32_pmuldq256(a, b)));
}
/// The odd lanes where the even ones are.
[[gnu::always_inline]] inline lanes<int32_t, 8> odd_lanes(lanes<int32_t, 8> x) {
    return lanes<int32_t, 8>(lanes<uint64_t, 4>(x) >> 32);
}
[[gnu::always_inline]] inline wide_products multiply_wide(lanes<int32_t, 8> a,
                                                          lanes<int32_t, 8> b) {
    return {multiply_even(a, b), multiply_even(odd_lanes(a), odd_lanes(b))};
}

/// (product + half) >> bits. Made positive first, because no instruction shifts them with their
/// sign: |product| <= 2^62.
[[gnu::always_inline]] inline lanes<uint64_t, 4> shift_rounded(lanes<uint64_t, 4> product,
                                                               lanes<uint64_t, 4> bits) {
    const lanes<uint64_t, 4> one = {1, 1, 1, 1}, offset = one << 62;
    return ((product + offset + (one << (bits - 1))) >> bits) - (offset >> bits);
}
/// The low words of products that are shifted by 31 and `right`, halves up.
[[gnu::always_inline]] inline lanes<int32_t, 8> shift_rounded(wide_products p,
                                                              lanes<int32_t, 8> right) {
    using products = lanes<uint64_t, 4>;
    const products bits = products(right + 31), low = products{} + 0xffffffff;
    return lanes<int32_t, 8>((shift_rounded(p.even, bits & low) & low) |
                             (shift_rounded(p.odd, bits >> 32) << 32));
}

/// doubling_high_product() of kernels/arithmetic/requantize.hpp.
[[gnu::always_inline]] inline lanes<int32_t, 8> doubling_high_products(lanes<int32_t, 8> a,
                                                                       lanes<int32_t, 8> b) {
    using products = lanes<uint64_t, 4>;
    const products half = products{} + (1u << 30), high = products{} + (~uint64_t(0) << 32);
    const products even = multiply_even(a, b) + half;
    const products odd = multiply_even(odd_lanes(a), odd_lanes(b)) + half;
    return lanes<int32_t, 8>(((even >> 31) & ~high) | ((odd << 1) & high));
}

/// Multipliers and shifts for numbers between -2^30 and 2^30, all shifts to the right by 1 to 31:
/// requantize() in a few instructions, because a division of what was rounded down can be rounded
/// down as well.
class quick_scales {
public:
    using numbers = lanes<int32_t, 8>;

    quick_scales() = default;
    [[gnu::always_inline]] quick_scales(numbers multipliers, numbers right)
        : even_(multipliers),
          odd_(odd_lanes(multipliers)),
          half_((numbers{} + 1) << (right - 1)),
          right_(right) {}

    [[gnu::always_inline]] numbers nearest(numbers x) const {
        return (doubled_high(x, products{}) + half_) >> right_;
    }
    [[gnu::always_inline]] numbers tflite(numbers x) const {
        const numbers y = doubled_high(x, products{} + (int64_t(1) << 31));
        return (y + (x >> 31) + half_) >> right_;
    }

private:
    using products = lanes<int64_t, 4>;

    /// (2 * x * multipliers + more) >> 32.
    [[gnu::always_inline]] numbers doubled_high(numbers x, products more) const {
        const numbers twice = x + x;
        const products even = products(multiply_even(twice, even_)) + more;
        const products odd = products(multiply_even(odd_lanes(twice), odd_)) + more;
        return __builtin_shufflevector(odd_lanes(numbers(even)), numbers(odd), 0, 9, 2, 11, 4, 13,
                                       6, 15);
    }

    numbers even_, odd_, half_, right_;
};

/// shift_away_from_zero() of kernels/arithmetic/requantize.hpp.
[[gnu::always_inline]] inline lanes<int32_t, 8> shift_away_from_zero(lanes<int32_t, 8> x,
                                                                     lanes<int32_t, 8> bits) {
    using numbers = lanes<int32_t, 8>;
    using words = lanes<uint32_t, 8>;
    const numbers mask = numbers(((words{} + 1) << words(bits)) - 1);
    const numbers threshold = (mask >> 1) - numbers(x < 0);
    return (x >> bits) - numbers((x & mask) > threshold);
}

/// add_saturated() of kernels/arithmetic/requantize.hpp.
[[gnu::always_inline]] inline lanes<int32_t, 8> add_saturated(lanes<int32_t, 8> a,
                                                              lanes<int32_t, 8> b) {
    using numbers = lanes<int32_t, 8>;
    using words = lanes<uint32_t, 8>;
    const numbers sum = numbers(words(a) + words(b));
    const numbers limit = (a >> 31) ^ (numbers{} + INT32_MAX);
    const numbers overflows = ((a ^ sum) & (b ^ sum)) >> 31;
    return (overflows & limit) | (~overflows & sum);
}

}  // namespace tigris::kernels::simd_kernels
