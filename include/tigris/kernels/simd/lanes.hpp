// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Vectors of 128 and 256 bits, and the few operations on them that C++ has no word for. Compilers
// know vectors without <immintrin.h>, which is slow to read.

#include <stdint.h>

namespace tigris::kernels::simd {

template <class T, int Count>
struct lanes_of {
    typedef T type __attribute__((vector_size(Count * sizeof(T))));
};
/// Count elements of T that are computed with side by side.
template <class T, int Count>
using lanes = typename lanes_of<T, Count>::type;

/// From and to memory at any address.
template <class V>
[[gnu::always_inline]] inline V load(const void* from) {
    V v;
    __builtin_memcpy(&v, from, sizeof v);
    return v;
}
template <class V>
[[gnu::always_inline]] inline void store(void* to, const V& v) {
    __builtin_memcpy(to, &v, sizeof v);
}

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

/// Eight bytes, and zeros behind them.
template <class T>
[[gnu::always_inline]] inline lanes<T, 16> load_8(const T* bytes) {
    return lanes<T, 16>(lanes<int64_t, 2>{load<int64_t>(bytes), 0});
}

/// The same from memory.
template <class T>
[[gnu::always_inline]] inline lanes<int16_t, 16> widen_16(const T* bytes) {
    return widen<T>(load<lanes<T, 16>>(bytes));
}
template <class T>
[[gnu::always_inline]] inline lanes<int32_t, 8> widen_8(const T* bytes) {
    return widen_first_8<T>(load_8(bytes));
}

/// Sixteen codes that T has as bytes.
template <class T>
[[gnu::always_inline]] inline lanes<T, 16> narrow_16(lanes<int32_t, 8> low,
                                                     lanes<int32_t, 8> high) {
    using words = lanes<int64_t, 4>;
    using shorts = lanes<int16_t, 8>;
    const words mixed = words(__builtin_ia32_packssdw256(low, high));
    const shorts first = shorts(__builtin_shufflevector(mixed, mixed, 0, 2));
    const shorts second = shorts(__builtin_shufflevector(mixed, mixed, 1, 3));
    return lanes<T, 16>(T(-1) < 0 ? __builtin_ia32_packsswb128(first, second)
                                  : __builtin_ia32_packuswb128(first, second));
}

/// The first halves' elements in turn, a's before b's; then those of the second halves. Vectors of
/// 256 bits are two of 128.
[[gnu::always_inline]] inline lanes<float, 4> interleave_low(lanes<float, 4> a, lanes<float, 4> b) {
    return __builtin_shufflevector(a, b, 0, 4, 1, 5);
}
[[gnu::always_inline]] inline lanes<float, 4> interleave_high(lanes<float, 4> a,
                                                              lanes<float, 4> b) {
    return __builtin_shufflevector(a, b, 2, 6, 3, 7);
}
[[gnu::always_inline]] inline lanes<int16_t, 8> interleave_low(lanes<int16_t, 8> a,
                                                               lanes<int16_t, 8> b) {
    return __builtin_shufflevector(a, b, 0, 8, 1, 9, 2, 10, 3, 11);
}
[[gnu::always_inline]] inline lanes<int16_t, 8> interleave_high(lanes<int16_t, 8> a,
                                                                lanes<int16_t, 8> b) {
    return __builtin_shufflevector(a, b, 4, 12, 5, 13, 6, 14, 7, 15);
}
[[gnu::always_inline]] inline lanes<int16_t, 16> interleave_low(lanes<int16_t, 16> a,
                                                                lanes<int16_t, 16> b) {
    return __builtin_shufflevector(a, b, 0, 16, 1, 17, 2, 18, 3, 19, 8, 24, 9, 25, 10, 26, 11, 27);
}
[[gnu::always_inline]] inline lanes<int16_t, 16> interleave_high(lanes<int16_t, 16> a,
                                                                 lanes<int16_t, 16> b) {
    return __builtin_shufflevector(a, b, 4, 20, 5, 21, 6, 22, 7, 23, 12, 28, 13, 29, 14, 30, 15,
                                   31);
}

/// Sums of neighboring products: a[2i] * b[2i] + a[2i + 1] * b[2i + 1].
[[gnu::always_inline]] inline lanes<int32_t, 8> multiply_pairs(lanes<int16_t, 16> a,
                                                               lanes<int16_t, 16> b) {
    return lanes<int32_t, 8>(__builtin_ia32_pmaddwd256(a, b));
}

/// 64-bit products of the lanes 0, 2, 4 and 6.
[[gnu::always_inline]] inline lanes<uint64_t, 4> multiply_even(lanes<int32_t, 8> a,
                                                               lanes<int32_t, 8> b) {
    using products = lanes<long long, 4>;
    return lanes<uint64_t, 4>(products(__builtin_ia32_pmuldq256(a, b)));
}

/// The odd lanes where the even ones are.
[[gnu::always_inline]] inline lanes<int32_t, 8> odd_lanes(lanes<int32_t, 8> x) {
    return lanes<int32_t, 8>(lanes<uint64_t, 4>(x) >> 32);
}

template <class V>
[[gnu::always_inline]] inline V larger(V a, V b) {
    return a > b ? a : b;
}
template <class V>
[[gnu::always_inline]] inline V smaller(V a, V b) {
    return a < b ? a : b;
}

}  // namespace tigris::kernels::simd
