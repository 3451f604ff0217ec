// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Windows, four at a time, times the weights of two output channels, to bytes.

#include <tigris/kernels/arm_dsp/channel_scale.hpp>
#include <tigris/kernels/arm_dsp/conv/multiply_block.hpp>
#include <tigris/kernels/arm_dsp/paired_sum.hpp>
#include <tigris/kernels/arm_dsp/rescale_assembler.hpp>
#include <tigris/model/weight_order.hpp>

namespace tigris::kernels::arm_dsp_kernels {

/// What is multiplied, what two outputs' sums begin at and are rescaled by, and where bytes go:
/// `blocks` times four pixels, `step` bytes apart, the second output `second_offset` behind the
/// first. The assembler below knows each member's place.
struct block_job {
    int32_t first_pairs;      // 0: 1 to 8, taken before all others, which come by eights or by twos
    int32_t words;            // 4: of all weights
    const uint32_t* weights;  // 8
    const uint32_t* pixels;   // 12
    int32_t starts[8];        // 16: four times the first output's, then the second's
    channel_scale second;     // 48: multiplier, constant, right, bias
    channel_scale first;      // 64
    int32_t step;             // 80
    int32_t second_offset;    // 84
    int8_t* out;              // 88
    int32_t blocks;           // 92
};

constexpr bool is_paired(weight_order order) { return order != weight_order::canonical; }

/// Words of weights for each pair of elements.
template <weight_order Order>
inline constexpr int32_t words_of_pair = is_paired(Order) ? 1 : 2;

/// Sets how many weights there are: `pairs` of elements (even, not 0).
template <weight_order Order>
[[gnu::always_inline]] inline void set_pairs(block_job& job, int32_t pairs) {
    job.first_pairs = ((pairs - 1) & 7) + 1;
    job.words = words_of_pair<Order> * pairs;
}
/// Sets what sums begin at: of weights in pairs, both at the first output's bias.
template <weight_order Order>
[[gnu::always_inline]] inline void set_starts(block_job& job) {
    const int32_t second = is_paired(Order) ? job.first.bias : job.second.bias;
    for (int n = 0; n < 4; ++n) job.starts[n] = job.first.bias, job.starts[4 + n] = second;
}
template <weight_order Order>
inline int32_t pairs_of(const block_job& job) {
    return job.words / words_of_pair<Order>;
}

/// Products of a pixel whose words lie `apart`, without biases.
template <weight_order Order>
[[gnu::always_inline]] inline two_sums sum_pixel(const block_job& job, const uint32_t* pixel,
                                                 int32_t apart) {
    if constexpr (is_paired(Order)) {
        paired_sum sum;
        for (int32_t i = 0; i < job.words; ++i, pixel += apart)
            add_word(sum, job.weights[i], *pixel);
        return sum.apart();
    } else {
        two_sums sums;
        for (int32_t i = 0; i < job.words; i += 2, pixel += apart) {
            sums.first = smlad(job.weights[i], *pixel, sums.first);
            sums.second = smlad(job.weights[i + 1], *pixel, sums.second);
        }
        return sums;
    }
}

/// The same where they are neighbors.
template <weight_order Order, bool Compact>
[[gnu::always_inline]] inline two_sums sum_dense_pixel(const block_job& job) {
    if constexpr (!is_paired(Order) || Compact) return sum_pixel<Order>(job, job.pixels, 1);
    paired_sum sum;
    add_words(sum, job.weights, job.pixels, pairs_of<Order>(job));
    return sum.apart();
}

/// The next pixel, and the places behind it.
template <weight_order Order, rounding Rounds, bool Compact>
[[gnu::noinline]] inline void multiply_pixel(block_job& job) {
    const two_sums sums = sum_dense_pixel<Order, Compact>(job);
    int8_t* const out = job.out;
    const int8_t first = finish_short<Rounds>(sums.first + job.first.bias, job.first);
    out[job.second_offset] = finish_short<Rounds>(sums.second + job.second.bias, job.second);
    *out = first;
    job.pixels += pairs_of<Order>(job);
    job.out = out + job.step;
}

#if TIGRIS_HAS_ALL_REGISTERS

// r0, r1: weights and pixels. r4 to r7: sums of the first output, r8 to r11: of the second, or of
// both in one number. On the stack: where the job's second scale is, where the first round of the
// loop is entered, and the end of the weights. Spelled out, because compilers count the lines to
// know how far branches reach.
// clang-format off
#define TIGRIS_STEP             \
    ".if %c[paired]\n"          \
    "ldr r3, [r0], #4\n"        \
    "sxtb16 r2, r3\n"           \
    ".else\n"                   \
    "ldrd r2, r3, [r0], #8\n"   \
    ".endif\n"                  \
    "ldrd r12, lr, [r1], #8\n"  \
    "smlad r4, r2, r12, r4\n"   \
    "smlad r8, r3, r12, r8\n"   \
    "smlad r5, r2, lr, r5\n"    \
    "smlad r9, r3, lr, r9\n"    \
    "ldrd r12, lr, [r1], #8\n"  \
    "smlad r6, r2, r12, r6\n"   \
    "smlad r10, r3, r12, r10\n" \
    "smlad r7, r2, lr, r7\n"    \
    "smlad r11, r3, lr, r11\n"
/// The second output's sum; of weights in pairs it is the 256th of what both have more than the
/// first, and its bias.
#define TIGRIS_TAKE_OUT(second, first)          \
    ".if %c[paired]\n"                          \
    "sub " second ", " second ", " first "\n"   \
    "add " second ", r12, " second ", asr #8\n" \
    ".endif\n"
#define TIGRIS_RESCALE(sum) TIGRIS_DSP_RESCALE(sum, "r0", "r1", "r2")
#define TIGRIS_FOR_EACH(F, a, b, c, d) F(a) F(b) F(c) F(d)

// The first output is written last: it is the second's place, too, where there is no second.
#define TIGRIS_RUN_JOB                                        \
    "ldm r0, {r1, r2, r3}\n"                                  \
    "add r2, r3, r2, lsl #2\n"                                \
    ".if %c[compact]\n"                                       \
    "sub r1, r1, #1\n"                                        \
    "and r1, r1, #1\n"                                        \
    "add r1, r1, #1\n"                                        \
    ".endif\n"                                                \
    "adr.w r3, 3f\n"                                          \
    "mov lr, %[step_bytes]\n"                                 \
    "mls r1, r1, lr, r3\n"                                    \
    "orr r1, r1, #1\n"                                        \
    "add r0, r0, #48\n"                                       \
    "push {r0, r1, r2}\n"                                     \
    "1:\n"                                                    \
    "ldr r3, [sp]\n"                                          \
    "ldmdb r3, {r0, r1, r4, r5, r6, r7, r8, r9, r10, r11}\n"  \
    "ldr.w pc, [sp, #4]\n"                                    \
    ".balign 4\n"                                             \
    "2:\n"                                                    \
    ".if !%c[compact]\n"                                      \
    TIGRIS_STEP TIGRIS_STEP TIGRIS_STEP                       \
    TIGRIS_STEP TIGRIS_STEP TIGRIS_STEP                       \
    ".endif\n"                                                \
    TIGRIS_STEP TIGRIS_STEP                                   \
    "3:\n"                                                    \
    ".if 3b - 2b - %c[steps] * %c[step_bytes]\n"              \
    ".error \"a step has another size\"\n"                    \
    ".endif\n"                                                \
    "ldr r2, [sp, #8]\n"                                      \
    "cmp r0, r2\n"                                            \
    "bne 2b\n"                                                \
    "ldr r3, [sp]\n"                                          \
    "str r1, [r3, #-36]\n"                                    \
    "ldm r3!, {r0, r1, r2, r12}\n"                            \
    TIGRIS_TAKE_OUT("r8", "r4") TIGRIS_TAKE_OUT("r9", "r5")   \
    TIGRIS_TAKE_OUT("r10", "r6") TIGRIS_TAKE_OUT("r11", "r7") \
    TIGRIS_FOR_EACH(TIGRIS_RESCALE, "r8", "r9", "r10", "r11") \
    "ldm r3!, {r0, r1, r2, r12}\n"                            \
    TIGRIS_FOR_EACH(TIGRIS_RESCALE, "r4", "r5", "r6", "r7")   \
    "ldm r3, {r0, r1, r2, r12}\n"                             \
    "add r1, r2, r1\n"                                        \
    "add lr, r0, r0, lsl #1\n"                                \
    "strb r8, [r1]\n"                                         \
    "strb r9, [r1, r0]\n"                                     \
    "strb r10, [r1, r0, lsl #1]\n"                            \
    "strb r11, [r1, lr]\n"                                    \
    "strb r4, [r2]\n"                                         \
    "strb r5, [r2, r0]\n"                                     \
    "strb r6, [r2, r0, lsl #1]\n"                             \
    "strb r7, [r2, lr]\n"                                     \
    "add r2, r2, r0, lsl #2\n"                                \
    "subs r12, r12, #1\n"                                     \
    "strd r2, r12, [r3, #8]\n"                                \
    "bne 1b\n"                                                \
    "add sp, sp, #12\n"
// clang-format on

/// All blocks of a job, at least one; its pixels and its place are then those behind.
template <weight_order Order, rounding Rounds, bool Compact>
[[gnu::noinline]] inline void run_job(block_job& job) {
    register block_job* at asm("r0") = &job;
    asm volatile(TIGRIS_RUN_JOB
                 : "+r"(at)
                 : [paired] "i"(is_paired(Order)), [nearest] "i"(Rounds == rounding::nearest),
                   [compact] "i"(Compact), [steps] "i"(Compact ? 2 : 8),
                   [step_bytes] "i"(is_paired(Order) ? 48 : 44)
                 : "r1", "r2", "r3", "r4", "r5", "r6", "r7", "r8", "r9", "r10", "r11", "r12", "lr",
                   "cc", "memory");
}

#undef TIGRIS_RUN_JOB
#undef TIGRIS_FOR_EACH
#undef TIGRIS_RESCALE
#undef TIGRIS_TAKE_OUT
#undef TIGRIS_STEP

#else

template <weight_order Order, rounding Rounds, bool Compact>
inline void run_job(block_job& job) {
    const channel_scale first = job.first, second = job.second;
    const int32_t pairs = pairs_of<Order>(job);
    for (; job.blocks > 0; --job.blocks, job.pixels += 4 * pairs) {
        const block_sums<4> sums =
            multiply<Order, 4>(job.weights, job.pixels, pairs, first.bias, second.bias);
        for (int n = 0; n < 4; ++n, job.out += job.step) {
            job.out[job.second_offset] = finish_short<Rounds>(sums.second[n], second);
            *job.out = finish_short<Rounds>(sums.first[n], first);
        }
    }
}

#endif

}  // namespace tigris::kernels::arm_dsp_kernels
