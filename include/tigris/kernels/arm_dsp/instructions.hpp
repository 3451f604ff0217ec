// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Instructions of Arm's DSP extension, by their names; plain C++ that does the same elsewhere, so
// that kernels can be tested on any machine. Source: Armv7-M Architecture Reference Manual, A7.7.

#include <stdint.h>

#if defined(__ARM_FEATURE_DSP) && __ARM_FEATURE_DSP && defined(__thumb2__)
#define TIGRIS_HAS_ARM_DSP 1
#else
#define TIGRIS_HAS_ARM_DSP 0
#endif

/// Some inner loops are assembler that takes all fourteen registers; otherwise plain C++ with the
/// same instructions. Programs compiled with -fno-omit-frame-pointer define
/// TIGRIS_KEEPS_FRAME_POINTER.
#if TIGRIS_HAS_ARM_DSP && defined(__OPTIMIZE__) && !defined(__clang__) && \
    !defined(TIGRIS_KEEPS_FRAME_POINTER)
#define TIGRIS_HAS_ALL_REGISTERS 1
#else
#define TIGRIS_HAS_ALL_REGISTERS 0
#endif

/// Floating-point registers hold words, too, where the program may use them at all.
#if TIGRIS_HAS_ALL_REGISTERS && defined(__ARM_FP)
#define TIGRIS_HAS_FLOAT_REGISTERS 1
#else
#define TIGRIS_HAS_FLOAT_REGISTERS 0
#endif

namespace tigris::kernels::arm_dsp_kernels {

/// Four bytes from any address, the first lowest.
inline uint32_t load_word(const int8_t* from) {
    uint32_t word;
    __builtin_memcpy(&word, from, sizeof word);
    return word;
}

/// Words that begin at a multiple of four.
inline const uint32_t* words_at(const int8_t* from) {
    return static_cast<const uint32_t*>(__builtin_assume_aligned(from, 4));
}

/// Two of the operand's halves as one word.
constexpr uint32_t halves(int32_t low, int32_t high) {
    return (uint32_t(low) & 0xFFFF) | uint32_t(high) << 16;
}
constexpr int32_t low_half(uint32_t x) { return int16_t(x); }
constexpr int32_t high_half(uint32_t x) { return int16_t(x >> 16); }

/// Sums are modulo 2^32, as the registers' are.
constexpr int32_t wrapped_sum(int32_t a, int32_t b) { return int32_t(uint32_t(a) + uint32_t(b)); }

#if TIGRIS_HAS_ARM_DSP

[[gnu::always_inline]] inline uint32_t sxtb16(uint32_t x) {
    uint32_t y;
    asm("sxtb16 %0, %1" : "=r"(y) : "r"(x));
    return y;
}
[[gnu::always_inline]] inline uint32_t sxtb16_ror8(uint32_t x) {
    uint32_t y;
    asm("sxtb16 %0, %1, ror #8" : "=r"(y) : "r"(x));
    return y;
}
[[gnu::always_inline]] inline uint32_t sxtab16(uint32_t sums, uint32_t x) {
    uint32_t y;
    asm("sxtab16 %0, %1, %2" : "=r"(y) : "r"(sums), "r"(x));
    return y;
}
[[gnu::always_inline]] inline uint32_t sxtab16_ror8(uint32_t sums, uint32_t x) {
    uint32_t y;
    asm("sxtab16 %0, %1, %2, ror #8" : "=r"(y) : "r"(sums), "r"(x));
    return y;
}
[[gnu::always_inline]] inline int32_t smlad(uint32_t a, uint32_t b, int32_t sum) {
    int32_t y;
    asm("smlad %0, %1, %2, %3" : "=r"(y) : "r"(a), "r"(b), "r"(sum));
    return y;
}
[[gnu::always_inline]] inline int32_t smlabb(uint32_t a, uint32_t b, int32_t sum) {
    int32_t y;
    asm("smlabb %0, %1, %2, %3" : "=r"(y) : "r"(a), "r"(b), "r"(sum));
    return y;
}
[[gnu::always_inline]] inline int32_t smlabt(uint32_t a, uint32_t b, int32_t sum) {
    int32_t y;
    asm("smlabt %0, %1, %2, %3" : "=r"(y) : "r"(a), "r"(b), "r"(sum));
    return y;
}
[[gnu::always_inline]] inline int32_t smlatt(uint32_t a, uint32_t b, int32_t sum) {
    int32_t y;
    asm("smlatt %0, %1, %2, %3" : "=r"(y) : "r"(a), "r"(b), "r"(sum));
    return y;
}
[[gnu::always_inline]] inline uint32_t sadd16(uint32_t a, uint32_t b) {
    uint32_t y;
    asm("sadd16 %0, %1, %2" : "=r"(y) : "r"(a), "r"(b));
    return y;
}
[[gnu::always_inline]] inline uint32_t low_halves(uint32_t a, uint32_t b) {
    uint32_t y;
    asm("pkhbt %0, %1, %2, lsl #16" : "=r"(y) : "r"(a), "r"(b));
    return y;
}
[[gnu::always_inline]] inline uint32_t high_halves(uint32_t a, uint32_t b) {
    uint32_t y;
    asm("pkhtb %0, %1, %2, asr #16" : "=r"(y) : "r"(b), "r"(a));
    return y;
}
[[gnu::always_inline]] inline int32_t smmulr(int32_t a, int32_t b) {
    int32_t y;
    asm("smmulr %0, %1, %2" : "=r"(y) : "r"(a), "r"(b));
    return y;
}
[[gnu::always_inline]] inline int32_t smmlsr(int32_t a, int32_t b, int32_t sum) {
    int32_t y;
    asm("smmlsr %0, %1, %2, %3" : "=r"(y) : "r"(a), "r"(b), "r"(sum));
    return y;
}
[[gnu::always_inline]] inline int32_t ssat8(int32_t x) {
    int32_t y;
    asm("ssat %0, #8, %1" : "=r"(y) : "r"(x) : "cc");
    return y;
}
[[gnu::always_inline]] inline uint32_t max_bytes(uint32_t a, uint32_t b) {
    uint32_t y;
    asm("ssub8 %0, %1, %2\n\tsel %0, %1, %2" : "=&r"(y) : "r"(a), "r"(b) : "cc");
    return y;
}
[[gnu::always_inline]] inline uint32_t min_bytes(uint32_t a, uint32_t b) {
    uint32_t y;
    asm("ssub8 %0, %1, %2\n\tsel %0, %2, %1" : "=&r"(y) : "r"(a), "r"(b) : "cc");
    return y;
}

#else

/// Bytes 0 and 2 as halves.
constexpr uint32_t sxtb16(uint32_t x) { return halves(int8_t(x), int8_t(x >> 16)); }
/// Bytes 1 and 3 as halves.
constexpr uint32_t sxtb16_ror8(uint32_t x) { return halves(int8_t(x >> 8), int8_t(x >> 24)); }

/// sum + the product of the low halves + the product of the high halves.
constexpr int32_t smlad(uint32_t a, uint32_t b, int32_t sum) {
    const int32_t low = low_half(a) * low_half(b);
    return wrapped_sum(sum, wrapped_sum(low, high_half(a) * high_half(b)));
}
/// sum + one product of halves: low by low (bb), a's low by b's high (bt), or high by high (tt).
constexpr int32_t smlabb(uint32_t a, uint32_t b, int32_t sum) {
    return wrapped_sum(sum, low_half(a) * low_half(b));
}
constexpr int32_t smlabt(uint32_t a, uint32_t b, int32_t sum) {
    return wrapped_sum(sum, low_half(a) * high_half(b));
}
constexpr int32_t smlatt(uint32_t a, uint32_t b, int32_t sum) {
    return wrapped_sum(sum, high_half(a) * high_half(b));
}
/// A word of a's low half and, above that, b's low half; or of their high halves.
constexpr uint32_t low_halves(uint32_t a, uint32_t b) { return halves(low_half(a), low_half(b)); }
constexpr uint32_t high_halves(uint32_t a, uint32_t b) {
    return halves(high_half(a), high_half(b));
}
/// Sums of both halves.
constexpr uint32_t sadd16(uint32_t a, uint32_t b) {
    return halves(low_half(a) + low_half(b), high_half(a) + high_half(b));
}

/// Bytes 0 and 2, or 1 and 3, added to halves.
constexpr uint32_t sxtab16(uint32_t sums, uint32_t x) { return sadd16(sums, sxtb16(x)); }
constexpr uint32_t sxtab16_ror8(uint32_t sums, uint32_t x) { return sadd16(sums, sxtb16_ror8(x)); }

/// The product's high word, rounded to the nearest.
constexpr int32_t smmulr(int32_t a, int32_t b) {
    return int32_t((int64_t(a) * b + (int64_t(1) << 31)) >> 32);
}
/// The sum less the product, halves of the difference's high word up. Modulo 2^32.
constexpr int32_t smmlsr(int32_t a, int32_t b, int32_t sum) {
    const uint64_t product = uint64_t(int64_t(a) * b), half = uint64_t(1) << 31;
    return int32_t(uint32_t(((uint64_t(uint32_t(sum)) << 32) - product + half) >> 32));
}
/// x, saturated to a byte with a sign.
constexpr int32_t ssat8(int32_t x) { return x < -128 ? -128 : x > 127 ? 127 : x; }

/// The larger, or the smaller, of each pair of bytes with a sign.
constexpr uint32_t max_bytes(uint32_t a, uint32_t b) {
    uint32_t y = 0;
    for (int bit = 0; bit < 32; bit += 8)
        y |= (int8_t(a >> bit) >= int8_t(b >> bit) ? a : b) & 255u << bit;
    return y;
}
constexpr uint32_t min_bytes(uint32_t a, uint32_t b) { return a ^ b ^ max_bytes(a, b); }

#endif

}  // namespace tigris::kernels::arm_dsp_kernels
