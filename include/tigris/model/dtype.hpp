// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Element types, and the C++ types that hold them.

#include <stdint.h>
#include <tigris/support/half.hpp>

namespace tigris {

enum class dtype : uint8_t {
    f32,
    f16,
    bf16,
    i4,
    u4,
    i8,
    u8,
    i16,
    u16,
    i32,
    u32,
    i64,
    u64,
    boolean,
    f64
};

constexpr int bits_of(dtype type) {
    switch (type) {
        case dtype::i4:
        case dtype::u4: return 4;
        case dtype::i8:
        case dtype::u8:
        case dtype::boolean: return 8;
        case dtype::f16:
        case dtype::bf16:
        case dtype::i16:
        case dtype::u16: return 16;
        case dtype::i64:
        case dtype::u64:
        case dtype::f64: return 64;
        default: return 32;
    }
}

/// Bytes of `count` elements; 4-bit elements are packed by two.
constexpr int64_t bytes_of_bits(int bits, int64_t count) { return (count * bits + 7) / 8; }
constexpr int64_t bytes_of(dtype type, int64_t count) {
    return bytes_of_bits(bits_of(type), count);
}

/// Whether an element of this type is an integer of 8 bits.
constexpr bool is_byte(dtype type) { return type == dtype::i8 || type == dtype::u8; }

/// Whether an element of this type may be the code of a real number: 8 bits, or 16 bits with zero
/// point 0.
constexpr bool is_quantizable(dtype type) { return is_byte(type) || type == dtype::i16; }

/// The range of the codes of a type of 4 to 16 bits.
constexpr int lowest_of(dtype type) {
    const bool has_sign = type == dtype::i4 || type == dtype::i8 || type == dtype::i16;
    return has_sign ? -(1 << (bits_of(type) - 1)) : 0;
}
constexpr int highest_of(dtype type) {
    const int bits = bits_of(type);
    return lowest_of(type) + (bits == 16 ? 65535 : bits == 4 ? 15 : 255);
}

template <dtype D>
struct element;
template <>
struct element<dtype::i4> {
    using type = int8_t;
};
template <>
struct element<dtype::u4> {
    using type = uint8_t;
};
template <>
struct element<dtype::f32> {
    using type = float;
};
template <>
struct element<dtype::f16> {
    using type = half;
};
template <>
struct element<dtype::i8> {
    using type = int8_t;
};
template <>
struct element<dtype::u8> {
    using type = uint8_t;
};
template <>
struct element<dtype::i16> {
    using type = int16_t;
};
template <>
struct element<dtype::u16> {
    using type = uint16_t;
};
template <>
struct element<dtype::i32> {
    using type = int32_t;
};
template <>
struct element<dtype::u32> {
    using type = uint32_t;
};
template <>
struct element<dtype::i64> {
    using type = int64_t;
};
template <>
struct element<dtype::u64> {
    using type = uint64_t;
};
template <>
struct element<dtype::boolean> {
    using type = bool;
};

/// The C++ type of one element. Only constants may have 4 bits: two are packed into a byte, and
/// this type holds one. Only constants may be halves. Types without a C++ type (bf16, f64) have no
/// kernels.
template <dtype D>
using element_t = typename element<D>::type;

/// The element type that a C++ type holds.
template <class T>
inline constexpr dtype dtype_of = dtype::f32;
template <>
inline constexpr dtype dtype_of<half> = dtype::f16;
template <>
inline constexpr dtype dtype_of<int8_t> = dtype::i8;
template <>
inline constexpr dtype dtype_of<uint8_t> = dtype::u8;
template <>
inline constexpr dtype dtype_of<int32_t> = dtype::i32;
template <>
inline constexpr dtype dtype_of<bool> = dtype::boolean;
template <>
inline constexpr dtype dtype_of<uint64_t> = dtype::u64;
template <>
inline constexpr dtype dtype_of<int64_t> = dtype::i64;
template <>
inline constexpr dtype dtype_of<uint32_t> = dtype::u32;
template <>
inline constexpr dtype dtype_of<uint16_t> = dtype::u16;
template <>
inline constexpr dtype dtype_of<int16_t> = dtype::i16;

}  // namespace tigris
