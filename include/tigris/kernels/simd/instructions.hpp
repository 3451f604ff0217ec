// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// The instructions of the processor that is compiled for, in words that all processors share.

#if defined(__AVX2__)
#include <tigris/kernels/simd/x86/instructions.hpp>
#else
#include <tigris/kernels/simd/aarch64/instructions.hpp>
#endif

namespace tigris::kernels::simd_kernels {

/// Sixteen, or eight, bytes as wider numbers, from memory.
template <class T>
[[gnu::always_inline]] inline lanes<int16_t, 16> widen_16(const T* bytes) {
    return widen<T>(load<lanes<T, 16>>(bytes));
}
template <class T>
[[gnu::always_inline]] inline lanes<int32_t, 8> widen_8(const T* bytes) {
    return widen_first_8<T>(load_8(bytes));
}

}  // namespace tigris::kernels::simd_kernels
