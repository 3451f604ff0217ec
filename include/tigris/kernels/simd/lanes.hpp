// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Vectors of 128 and 256 bits as compilers know them without a header for one processor, which is
// slow to read.

#include <stdint.h>
#include <tigris/support/index_sequence.hpp>
#include <tigris/support/type_list.hpp>

namespace tigris::kernels::simd_kernels {

#if defined(__AVX2__)
inline constexpr int register_bytes = 32;
#else
inline constexpr int register_bytes = 16;
#endif

/// A vector that takes two registers.
template <class V>
struct halves {
    V low;
    V high;
};

template <class T, int Count, bool IsOne = (Count * int(sizeof(T)) <= register_bytes)>
struct lanes_of {
    typedef T type __attribute__((vector_size(Count * sizeof(T))));
};
template <class T, int Count>
struct lanes_of<T, Count, false> {
    using type = halves<typename lanes_of<T, Count / 2>::type>;
};
/// Count elements of T that are computed with side by side.
template <class T, int Count>
using lanes = typename lanes_of<T, Count>::type;

template <class V>
[[gnu::always_inline]] inline halves<V> operator+(halves<V> a, halves<V> b) {
    return {a.low + b.low, a.high + b.high};
}
template <class V>
[[gnu::always_inline]] inline halves<V> operator-(halves<V> a, halves<V> b) {
    return {a.low - b.low, a.high - b.high};
}
template <class V>
[[gnu::always_inline]] inline halves<V> operator/(halves<V> a, halves<V> b) {
    return {a.low / b.low, a.high / b.high};
}
template <class V>
[[gnu::always_inline]] inline halves<V> operator^(halves<V> a, halves<V> b) {
    return {a.low ^ b.low, a.high ^ b.high};
}
template <class V>
[[gnu::always_inline]] inline halves<V> operator<<(halves<V> a, int bits) {
    return {a.low << bits, a.high << bits};
}

/// to + a * b, of floats in one instruction.
template <class V>
[[gnu::always_inline]] inline V multiply_add(V to, V a, V b) {
    return to + a * b;
}
template <class V>
[[gnu::always_inline]] inline halves<V> multiply_add(halves<V> to, halves<V> a, halves<V> b) {
    return {to.low + a.low * b.low, to.high + a.high * b.high};
}

template <class V>
[[gnu::always_inline]] inline V larger(V a, V b) {
    return a > b ? a : b;
}
template <class V>
[[gnu::always_inline]] inline halves<V> larger(halves<V> a, halves<V> b) {
    return {larger(a.low, b.low), larger(a.high, b.high)};
}
template <class V>
[[gnu::always_inline]] inline V smaller(V a, V b) {
    return a < b ? a : b;
}
template <class V>
[[gnu::always_inline]] inline halves<V> smaller(halves<V> a, halves<V> b) {
    return {smaller(a.low, b.low), smaller(a.high, b.high)};
}

template <class V>
struct filled {
    template <class T>
    [[gnu::always_inline]] static V with(T x) {
        return x - V{};  // 0 + x would not be -0 where x is
    }
};
template <class V>
struct filled<halves<V>> {
    template <class T>
    [[gnu::always_inline]] static halves<V> with(T x) {
        return {filled<V>::with(x), filled<V>::with(x)};
    }
};
/// A vector whose lanes are all x.
template <class V, class T>
[[gnu::always_inline]] inline V all(T x) {
    return filled<V>::with(x);
}

// Not copied as bytes: g++ 12 takes other registers for those, or memory.
template <class V>
struct in_memory {
    typedef V anywhere __attribute__((aligned(1), may_alias));

    [[gnu::always_inline]] static V load(const void* from) {
        return *static_cast<const anywhere*>(from);
    }
    [[gnu::always_inline]] static void store(void* to, const V& v) {
        *static_cast<anywhere*>(to) = v;
    }
};
template <class V>
struct in_memory<halves<V>> {
    [[gnu::always_inline]] static halves<V> load(const void* from) {
        const char* bytes = static_cast<const char*>(from);
        return {in_memory<V>::load(bytes), in_memory<V>::load(bytes + sizeof(V))};
    }
    [[gnu::always_inline]] static void store(void* to, const halves<V>& v) {
        char* bytes = static_cast<char*>(to);
        in_memory<V>::store(bytes, v.low);
        in_memory<V>::store(bytes + sizeof(V), v.high);
    }
};
/// Loads and stores vectors at any address.
template <class V>
[[gnu::always_inline]] inline V load(const void* from) {
    return in_memory<V>::load(from);
}
template <class V>
[[gnu::always_inline]] inline void store(void* to, const V& v) {
    in_memory<V>::store(to, v);
}

/// Eight bytes, and zeros behind them.
template <class T>
[[gnu::always_inline]] inline lanes<T, 16> load_8(const T* bytes) {
    return lanes<T, 16>(lanes<int64_t, 2>{load<int64_t>(bytes), 0});
}

/// The sum of eight lanes.
template <class V>
[[gnu::always_inline]] inline auto sum_of_lanes(const V& v) {
    return ((v[0] + v[4]) + (v[2] + v[6])) + ((v[1] + v[5]) + (v[3] + v[7]));
}
template <class V>
[[gnu::always_inline]] inline auto sum_of_lanes(const halves<V>& v) {
    const V sum = v.low + v.high;
    return (sum[0] + sum[2]) + (sum[1] + sum[3]);
}

template <int First, class V, int... Index>
[[gnu::always_inline]] inline V interleave_from(V a, V b, index_sequence<Index...>) {
    return __builtin_shufflevector(a, b,
                                   (First + Index / 2 + Index % 2 * int(sizeof...(Index)))...);
}
/// The first halves' elements of vectors of 128 bits in turn, a's before b's; then those of the
/// second halves.
template <class T>
[[gnu::always_inline]] inline lanes<T, 16 / sizeof(T)> interleave_low(lanes<T, 16 / sizeof(T)> a,
                                                                      lanes<T, 16 / sizeof(T)> b) {
    return interleave_from<0>(a, b, make_index_sequence<16 / sizeof(T)>{});
}
template <class T>
[[gnu::always_inline]] inline lanes<T, 16 / sizeof(T)> interleave_high(lanes<T, 16 / sizeof(T)> a,
                                                                       lanes<T, 16 / sizeof(T)> b) {
    return interleave_from<int(8 / sizeof(T))>(a, b, make_index_sequence<16 / sizeof(T)>{});
}

}  // namespace tigris::kernels::simd_kernels
