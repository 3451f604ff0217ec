// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Integers that wrap: sums and products modulo 2^32 or 2^64, never undefined.

#include <stdint.h>
#include <tigris/support/type_list.hpp>

namespace tigris::kernels {

template <bool Wide>
struct wrapping_unsigned {
    using type = uint32_t;
};
template <>
struct wrapping_unsigned<true> {
    using type = uint64_t;
};

/// The type of sums and products of T: floats as they are, integers of up to 32 bits in 32, others
/// in 64.
template <class T>
struct wrapping_sum {
    using type = typename wrapping_unsigned<(sizeof(T) > 4)>::type;
};
template <>
struct wrapping_sum<float> {
    using type = float;
};

template <class T>
using wrapping_t = typename wrapping_sum<T>::type;

}  // namespace tigris::kernels
