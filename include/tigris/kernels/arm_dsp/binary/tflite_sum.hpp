// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// tflite's addition of bytes (portable/binary.hpp), where all shifts are short.

#include <tigris/kernels/arm_dsp/channel_scale.hpp>
#include <tigris/kernels/fast_int8/sums_of_bytes.hpp>

namespace tigris::kernels::arm_dsp_kernels {

/// One operand of tflite's addition: (code - zero point) * 2^21, times a multiplier, shifted right.
struct short_operand {
    int32_t offset;
    channel_scale scale;
};

/// Bits by which codes are shifted to the left: their product with a multiplier is doubled.
inline constexpr int32_t doubled_sum_bits = tflite_sum_bits<int8_t> + 1;

/// Bits by which codes are shifted to the left where a multiplier of one half has been taken in.
inline constexpr int32_t halved_bits = tflite_sum_bits<int8_t> - 1;

constexpr bool is_half(int32_t multiplier, int32_t shift) {
    return shift == 0 && multiplier == 1 << 30;
}

/// A scale as rescaled() (channel_scale.hpp) wants it.
constexpr channel_scale sum_scale(int32_t multiplier, int32_t zero_point, int32_t right) {
    return form_of<short_rescaling::tflite>::scale(multiplier, zero_point, right, 0);
}

/// A shift of 0 would have to round nothing. One half, the larger operand's multiplier, is almost
/// one instead, shifted by 1: the high word of its product is rounded to the exact number.
constexpr short_operand short_operand_of(int32_t multiplier, int32_t shift, int32_t zero_point) {
    constexpr int32_t almost_one = 0x7FFFFFFF;
    const bool is_exact = is_half(multiplier, shift) || is_half(-multiplier, shift);
    const int32_t right = is_exact ? 1 : -shift;
    short_operand o{.offset = -zero_point * (1 << doubled_sum_bits), .scale = {}};
    o.scale.multiplier = !is_exact ? multiplier : multiplier > 0 ? almost_one : -almost_one;
    if (is_short_shift(right)) o.scale = sum_scale(o.scale.multiplier, 0, right);
    return o;
}

/// The high word of a product, halves away from zero after a shift; as rescaled(), of a number that
/// is already doubled.
[[gnu::always_inline]] inline int32_t rescaled_double(int32_t x, const channel_scale& s) {
    return shifted<short_rescaling::tflite>(smmulr(x, s.multiplier), s.constant, s.right);
}

/// What a code is in the sum.
[[gnu::always_inline]] inline int32_t summand_of(int32_t code, const short_operand& o) {
    return rescaled_double(code * (1 << doubled_sum_bits) + o.offset, o.scale);
}

/// tflite's addition of two codes (portable/binary.hpp), where all shifts are short.
struct short_tflite_sum {
    short_operand a;
    short_operand b;
    channel_scale sum{};

    constexpr explicit short_tflite_sum(const binary_layer<int8_t>& l)
        : a(short_operand_of(l.multipliers[0], l.shifts[0], l.zero_point_a)),
          b(short_operand_of(l.multipliers[1], l.shifts[1], l.zero_point_b)) {
        const int32_t right = -l.shifts[2];
        if (is_short_shift(right)) sum = sum_scale(l.multipliers[2], l.codes.zero_point, right);
    }
    constexpr bool applies() const {
        return a.scale.is_short() && b.scale.is_short() && sum.is_short();
    }

    [[gnu::always_inline]] int32_t operator()(int32_t x, int32_t y) const {
        return rescaled_double((summand_of(x, a) + summand_of(y, b)) * 2, sum);
    }
};

/// Whether rows of two tensors are added that are spans of bytes.
constexpr bool adds_tflite_rows(const binary_key& key) {
    return adds_bytes(key) && key.function == ops::binary_function::add &&
           key.rounds == rounding::tflite && has_full_rows(key);
}

/// Four sums at a time. The operand of the larger scale is halved, exactly; the other one is
/// rescaled. The assembler below knows each member's place.
struct sum_of_rows_job {
    short_operand smaller;  // 0: offset, multiplier, constant, right; 16: bias, which nobody reads
    int32_t larger_offset;  // 20
    int32_t multiplier;     // 24: doubled, modulo 2^32
    int32_t constant;       // 28
    int32_t right;          // 32
    const int8_t* smaller_codes;  // 36
    const int8_t* larger_codes;   // 40
    int8_t* out;                  // 44
    const int8_t* end;            // 48: of the fours
};

/// What all rows share.
inline sum_of_rows_job job_of(const short_tflite_sum& sum, const short_operand& smaller,
                              int32_t larger_zero_point) {
    return {.smaller = smaller,
            .larger_offset = -larger_zero_point * (1 << halved_bits),
            .multiplier = int32_t(2 * uint32_t(sum.sum.multiplier)),
            .constant = sum.sum.constant,
            .right = sum.sum.right,
            .smaller_codes = nullptr,
            .larger_codes = nullptr,
            .out = nullptr,
            .end = nullptr};
}

/// The sum of two codes.
[[gnu::always_inline]] inline int8_t add_one(const sum_of_rows_job& job, int32_t smaller,
                                             int32_t larger) {
    const int32_t sum =
        summand_of(smaller, job.smaller) + larger * (1 << halved_bits) + job.larger_offset;
    return int8_t(
        ssat8(rescaled<short_rescaling::tflite>(sum, job.multiplier, job.constant, job.right)));
}

#if TIGRIS_HAS_ALL_REGISTERS

// r0: the job. r1: where sums go. r2, r3: codes of the smaller and of the larger scale. r4 to r7:
// what the smaller ones are rescaled by, then what sums are. r8 to r11: four of them. r12: four
// codes.
// clang-format off
#define TIGRIS_ROUND(sum)                      \
    "add " sum ", " sum ", " sum ", asr #31\n" \
    "smmlsr " sum ", " sum ", r7, r6\n"
#define TIGRIS_SMALLER(sum)               \
    "add " sum ", r4, " sum ", lsl #21\n" \
    "smmulr " sum ", " sum ", r5\n"       \
    TIGRIS_ROUND(sum)
#define TIGRIS_LARGER(sum)      \
    "add lr, r4, lr, lsl #19\n" \
    "add " sum ", " sum ", lr\n"
#define TIGRIS_END_SUM(sum)                  \
    "smmlar " sum ", " sum ", r5, " sum "\n" \
    TIGRIS_ROUND(sum)                        \
    "ssat " sum ", #8, " sum "\n"
#define TIGRIS_FOR_EACH(F) F("r8") F("r9") F("r10") F("r11")
#define TIGRIS_ADD_FOURS            \
    "ldr r2, [r0, #36]\n"           \
    "ldr r3, [r0, #40]\n"           \
    "ldr r1, [r0, #44]\n"           \
    "1:\n"                          \
    "ldr r12, [r2], #4\n"           \
    "ldm r0, {r4, r5, r6, r7}\n"    \
    "sxtb r8, r12\n"                \
    "sxtb.w r9, r12, ror #8\n"      \
    "sxtb.w r10, r12, ror #16\n"    \
    "asr r11, r12, #24\n"           \
    TIGRIS_FOR_EACH(TIGRIS_SMALLER) \
    "ldr r12, [r3], #4\n"           \
    "add lr, r0, #20\n"             \
    "ldm lr, {r4, r5, r6, r7}\n"    \
    "sxtb lr, r12\n"                \
    TIGRIS_LARGER("r8")             \
    "sxtb.w lr, r12, ror #8\n"      \
    TIGRIS_LARGER("r9")             \
    "sxtb.w lr, r12, ror #16\n"     \
    TIGRIS_LARGER("r10")            \
    "asr lr, r12, #24\n"            \
    TIGRIS_LARGER("r11")            \
    TIGRIS_FOR_EACH(TIGRIS_END_SUM) \
    "ldr r12, [r0, #48]\n"          \
    "bfi r8, r9, #8, #8\n"          \
    "bfi r8, r10, #16, #8\n"        \
    "bfi r8, r11, #24, #8\n"        \
    "str r8, [r1], #4\n"            \
    "cmp r1, r12\n"                 \
    "bne 1b\n"
// clang-format on

/// Adds all fours of a job, at least one.
[[gnu::noinline]] inline void add_fours(const sum_of_rows_job& job) {
    register const sum_of_rows_job* at asm("r0") = &job;
    asm volatile(TIGRIS_ADD_FOURS
                 : "+r"(at)
                 :
                 : "r1", "r2", "r3", "r4", "r5", "r6", "r7", "r8", "r9", "r10", "r11", "r12", "lr",
                   "cc", "memory");
}

#undef TIGRIS_ADD_FOURS
#undef TIGRIS_FOR_EACH
#undef TIGRIS_END_SUM
#undef TIGRIS_LARGER
#undef TIGRIS_SMALLER
#undef TIGRIS_ROUND

#else

inline void add_fours(const sum_of_rows_job& job) {
    for (int32_t i = 0; i < job.end - job.out; ++i)
        job.out[i] = add_one(job, job.smaller_codes[i], job.larger_codes[i]);
}

#endif

/// `count` sums.
inline void add_two_spans(sum_of_rows_job& job, const int8_t* smaller, const int8_t* larger,
                          int8_t* out, int32_t count) {
    const int32_t in_fours = count & ~3;
    job.smaller_codes = smaller, job.larger_codes = larger;
    job.out = out, job.end = out + in_fours;
    if (in_fours > 0) add_fours(job);
    for (int32_t i = in_fours; i < count; ++i) out[i] = add_one(job, smaller[i], larger[i]);
}

}  // namespace tigris::kernels::arm_dsp_kernels
