// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Vectors of 128 bits, and what a compiler may use of Helium. Compilers know vectors without
// <arm_mve.h>, which is slow to read. Source: Armv8-M Architecture Reference Manual, C2.4.

#include <stdint.h>

#if defined(__ARM_FEATURE_MVE) && (__ARM_FEATURE_MVE & 1)
#define TIGRIS_HAS_HELIUM 1
#else
#define TIGRIS_HAS_HELIUM 0
#endif

/// Some inner loops are assembler that takes all fourteen registers; otherwise plain C++ with the
/// same instructions. Programs compiled with -fno-omit-frame-pointer define
/// TIGRIS_KEEPS_FRAME_POINTER.
#if TIGRIS_HAS_HELIUM && defined(__OPTIMIZE__) && !defined(__clang__) && \
    !defined(TIGRIS_KEEPS_FRAME_POINTER)
#define TIGRIS_HELIUM_HAS_ALL_REGISTERS 1
#else
#define TIGRIS_HELIUM_HAS_ALL_REGISTERS 0
#endif

/// What GCC calls the register of predicates. Clang has no name for it, and needs none: it keeps
/// predicates only within loops that it vectorizes, which hold no assembler.
#if defined(__clang__)
#define TIGRIS_PREDICATES "cc"
#else
#define TIGRIS_PREDICATES "p0"
#endif

namespace tigris::kernels::helium_kernels {

typedef int8_t bytes __attribute__((vector_size(16)));
typedef int16_t halves __attribute__((vector_size(16)));
typedef int32_t words __attribute__((vector_size(16)));
typedef uint32_t unsigned_words __attribute__((vector_size(16)));

/// Loads and stores vectors at any address.
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

/// `x` in every lane.
[[gnu::always_inline]] inline words all_words(int32_t x) { return words{x, x, x, x}; }
[[gnu::always_inline]] inline halves all_halves(int32_t x) { return halves{} + int16_t(x); }
[[gnu::always_inline]] inline bytes all_bytes(int32_t x) { return bytes{} + int8_t(x); }
/// The lanes 0, apart, 2 * apart, ...
[[gnu::always_inline]] inline halves eight_places(int32_t apart) {
    return halves{0, 1, 2, 3, 4, 5, 6, 7} * all_halves(apart);
}

template <class V>
[[gnu::always_inline]] inline V larger(V a, V b) {
    return a > b ? a : b;
}
template <class V>
[[gnu::always_inline]] inline V smaller(V a, V b) {
    return a < b ? a : b;
}

/// Stores four vectors, each 48 bytes behind the one before.
[[gnu::always_inline]] inline void store_fours(int32_t* to, words a, words b, words c, words d) {
    store(to, a);
    store(to + 12, b);
    store(to + 24, c);
    store(to + 36, d);
}

}  // namespace tigris::kernels::helium_kernels
