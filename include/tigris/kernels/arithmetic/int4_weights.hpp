// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Weights of integer layers that lie in flash as int4, two to a byte.

#include <tigris/kernels/arithmetic/epilogue.hpp>

namespace tigris::kernels {

/// Stands for int8_t in a layer whose weights are of type i4.
struct int4_weights {};
struct int4_code {};

template <>
struct accumulation<int4_weights> {
    using element = int8_t;
    using sum = int32_t;
    using weight = int4_code;
};
template <>
struct epilogue<int4_weights> : epilogue<int8_t> {};

/// Where the weights of a layer begin.
template <>
struct constant_pointer<int4_code> {
    const int8_t* bytes = nullptr;
};

/// Reads weights, `first` of which lie before element 0.
struct int4_reader {
    const int8_t* bytes = nullptr;
    int32_t first = 0;

    [[gnu::always_inline]] constexpr int8_t operator[](int32_t i) const {
        return int8_t(signed_half_byte(half_byte(bytes, first + i)));
    }
    constexpr int4_reader operator+(int32_t i) const { return {bytes, first + i}; }

    /// A byte at a time, which takes half the time.
    constexpr int32_t add_products(int32_t sum, const int8_t* x, int32_t count) const {
        int32_t i = 0;
        if (first & 1 && count > 0) sum += x[i] * (*this)[0], ++i;
        for (; i + 2 <= count; i += 2) {
            const int32_t both = bytes[(first + i) >> 1];
            sum += x[i] * (int8_t(both << 4) >> 4) + x[i + 1] * (both >> 4);
        }
        return i < count ? sum + x[i] * (*this)[i] : sum;
    }
};

constexpr int4_reader raw(constant_pointer<int4_code> p) { return {p.bytes}; }

}  // namespace tigris::kernels
