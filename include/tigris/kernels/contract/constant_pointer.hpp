// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Elements of a constant as kernels read them: bytes in flash, and in constant expressions.

#include <tigris/model/tensor.hpp>
#include <tigris/support/type_list.hpp>

namespace tigris::kernels {

/// The unsigned integer of `Bytes` bytes.
template <int Bytes>
struct unsigned_of {
    using type = uint64_t;
};
template <>
struct unsigned_of<1> {
    using type = uint8_t;
};
template <>
struct unsigned_of<2> {
    using type = uint16_t;
};
template <>
struct unsigned_of<4> {
    using type = uint32_t;
};

/// Reads T from `bytes` (little-endian, aligned for T). It never reads a float through a float
/// pointer, because the elements of the array are int8_t. Compilers still make one load of it.
template <class T>
struct constant_pointer {
    const int8_t* bytes = nullptr;

    [[gnu::always_inline]] constexpr T operator[](int32_t i) const {
        const int8_t* at = bytes + i * int32_t(sizeof(T));
        if (__builtin_is_constant_evaluated()) {
            using bits = typename unsigned_of<sizeof(T)>::type;
            bits value = 0;
            for (int k = 0; k < int(sizeof(T)); ++k)
                value = bits(value | bits(bits(uint8_t(at[k])) << (8 * k)));
            return __builtin_bit_cast(T, value);
        }
        T result;
        __builtin_memcpy(&result, __builtin_assume_aligned(at, alignof(T)), sizeof(T));
        return result;
    }
    constexpr constant_pointer operator+(int32_t i) const {
        return {bytes + i * int32_t(sizeof(T))};
    }
};

template <>
struct constant_pointer<int32_t> {
    const int32_t* words = nullptr;
    [[gnu::always_inline]] constexpr int32_t operator[](int32_t i) const { return words[i]; }
    constexpr constant_pointer operator+(int32_t i) const { return {words + i}; }
};

template <>
struct constant_pointer<int8_t> {
    const int8_t* bytes = nullptr;
    [[gnu::always_inline]] constexpr int8_t operator[](int32_t i) const { return bytes[i]; }
    constexpr constant_pointer operator+(int32_t i) const { return {bytes + i}; }
};

template <>
struct constant_pointer<uint8_t> {
    const int8_t* bytes = nullptr;
    [[gnu::always_inline]] constexpr uint8_t operator[](int32_t i) const {
        return uint8_t(bytes[i]);
    }
    constexpr constant_pointer operator+(int32_t i) const { return {bytes + i}; }
};

/// Halves are read as floats.
template <>
struct constant_pointer<half> {
    const int8_t* bytes = nullptr;
    [[gnu::always_inline]] constexpr float operator[](int32_t i) const {
        return to_float(half{constant_pointer<uint16_t>{bytes}[i]});
    }
    constexpr constant_pointer operator+(int32_t i) const { return {bytes + i * 2}; }
};

/// Floats at `bytes`, for instructions that load several.
inline const float* floats_at(const int8_t* bytes) {
    return static_cast<const float*>(static_cast<const void*>(bytes));
}

/// Elements of a constant tensor of a model.
template <class T>
[[gnu::always_inline]] constexpr constant_pointer<T> elements_of(const constant& c) {
    if constexpr (is_same<T, int32_t>)
        return {c.words};
    else
        return {c.bytes};
}

}  // namespace tigris::kernels
