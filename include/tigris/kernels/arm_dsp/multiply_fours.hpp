// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Windows, four at a time, times the weights of two output channels, to bytes.

#include <tigris/kernels/arm_dsp/channel_scale.hpp>
#include <tigris/kernels/arm_dsp/multiply_block.hpp>
#include <tigris/model/weight_order.hpp>

namespace tigris::kernels::dsp {

/// What is multiplied, what sums begin at and what they are rescaled by, and where bytes go:
/// `blocks` times four pixels, `step` bytes apart, the second output `second_offset` behind the
/// first. The assembler below knows each member's place.
struct block_job {
    const uint32_t* weights;      // 0
    const uint32_t* pixels;       // 4
    int32_t start_first;          // 8
    int32_t start_second;         // 12
    const uint32_t* eights_end;   // 16
    const uint32_t* weights_end;  // 20
    int32_t multiplier_first;     // 24
    int32_t constant_first;
    int32_t right_first;
    int32_t multiplier_second;  // 36
    int32_t constant_second;
    int32_t right_second;
    int32_t bias_second;
    int8_t* out;  // 52
    int32_t step;
    int32_t second_offset;
    int32_t blocks;  // 64
};

constexpr bool is_paired(weight_order order) { return order != weight_order::canonical; }

/// Sums of tflite are doubled, so that the high word of a product needs no shift.
template <rounding Rounds>
inline constexpr int32_t sum_factor = Rounds == rounding::tflite ? 2 : 1;

/// Sets weights, `pairs` of elements (even, not 0), and the scales of two outputs, which are short.
template <weight_order Order, rounding Rounds>
[[gnu::always_inline]] inline void set_outputs(block_job& job, const uint32_t* weights,
                                               int32_t pairs, const channel_scale& first,
                                               const channel_scale& second) {
    constexpr int32_t words = is_paired(Order) ? 1 : 2;
    job.weights = weights;
    job.eights_end = weights + words * (pairs & ~7);
    job.weights_end = weights + words * pairs;
    job.start_first = first.bias;
    job.start_second = is_paired(Order) ? first.bias : second.bias;
    job.multiplier_first = first.multiplier;
    job.constant_first = first.constant;
    job.right_first = first.right;
    job.multiplier_second = second.multiplier;
    job.constant_second = second.constant;
    job.right_second = second.right;
    job.bias_second = sum_factor<Rounds> * second.bias;
}

/// The next N pixels, and the places behind them.
template <weight_order Order, rounding Rounds, int N>
[[gnu::always_inline]] inline void multiply_next(block_job& job) {
    const channel_scale first{job.multiplier_first, job.constant_first, job.right_first};
    const channel_scale second{job.multiplier_second, job.constant_second, job.right_second};
    const int32_t words = int32_t(job.weights_end - job.weights);
    const int32_t pairs = is_paired(Order) ? words : words / 2;
    const block_sums<N> sums = multiply<Order, N>(job.weights, job.pixels, pairs, job.start_first,
                                                  job.bias_second / sum_factor<Rounds>);
    finish_few<Rounds>(sums.second, second, job.out + job.second_offset, job.step);
    finish_few<Rounds>(sums.first, first, job.out, job.step);
    job.pixels += N * pairs;
    job.out += N * job.step;
}

#if TIGRIS_HAS_ALL_REGISTERS

// r0, r1: weights and pixels. r4 to r7: sums of the first output, r8 to r11: of the second, or of
// both in one number. On the stack: the job, and the end of those weights that are taken eight at
// a time. Spelled out, because compilers count the lines to know how far branches reach.
// clang-format off
#define TIGRIS_MULTIPLY_FOUR(first, second)  \
    "ldrd r12, lr, [r1], #8\n"               \
    "smlad r4, " first ", r12, r4\n"         \
    "smlad r8, " second ", r12, r8\n"        \
    "smlad r5, " first ", lr, r5\n"          \
    "smlad r9, " second ", lr, r9\n"         \
    "ldrd r12, lr, [r1], #8\n"               \
    "smlad r6, " first ", r12, r6\n"         \
    "smlad r10, " second ", r12, r10\n"      \
    "smlad r7, " first ", lr, r7\n"          \
    "smlad r11, " second ", lr, r11\n"
#define TIGRIS_WIDE_STEP "ldrd r2, r3, [r0], #8\n" TIGRIS_MULTIPLY_FOUR("r2", "r3")
#define TIGRIS_PAIRED_STEP "ldr r2, [r0], #4\n" "sxtb16 r3, r2\n" TIGRIS_MULTIPLY_FOUR("r3", "r2")

#define TIGRIS_FOR_EACH_SUM(F, a, b, c, d) F(a) F(b) F(c) F(d)
#define TIGRIS_DOUBLE(sum) "lsl " sum ", " sum ", #1\n"
#define TIGRIS_KEEP(sum) ""
#define TIGRIS_TAKE_OUT(second, first, right) \
    "sub " second ", " second ", " first "\n" "add " second ", r12, " second ", asr #" right "\n"
#define TIGRIS_TAKE_ALL_OUT(right)                                             \
    TIGRIS_TAKE_OUT("r8", "r4", right) TIGRIS_TAKE_OUT("r9", "r5", right)      \
    TIGRIS_TAKE_OUT("r10", "r6", right) TIGRIS_TAKE_OUT("r11", "r7", right)
#define TIGRIS_RESCALE_TFLITE(sum)            \
    "smmulr " sum ", " sum ", r0\n"           \
    "add " sum ", " sum ", " sum ", asr #31\n" \
    "add " sum ", " sum ", r1\n"              \
    "asr " sum ", " sum ", r2\n"              \
    "ssat " sum ", #8, " sum "\n"
#define TIGRIS_RESCALE_NEAREST(sum)           \
    "smmla " sum ", " sum ", r0, r1\n"        \
    "asr " sum ", " sum ", r2\n"              \
    "ssat " sum ", #8, " sum "\n"
// The first output is written last: it is the second's place, too, where there is no second.
#define TIGRIS_STORE(first, second)           \
    "strb " second ", [r0, r2]\n"             \
    "strb " first ", [r0]\n"                  \
    "add r0, r0, r1\n"

/// STEP adds two elements' products, SECOND makes the second output's sums, FIRST the first's.
#define TIGRIS_RUN_JOB(STEP, SECOND, FIRST, RESCALE)                             \
    asm volatile(                                                                \
        "ldr r1, [r0, #16]\n"                                                    \
        "push {r0, r1}\n"                                                        \
        "1:\n"                                                                   \
        "ldr r3, [sp]\n"                                                         \
        "ldm r3, {r0, r1, r4, r8}\n"                                             \
        "mov r5, r4\n"                                                           \
        "mov r6, r4\n"                                                           \
        "mov r7, r4\n"                                                           \
        "mov r9, r8\n"                                                           \
        "mov r10, r8\n"                                                          \
        "mov r11, r8\n"                                                          \
        "b 3f\n"                                                                 \
        "2:\n"                                                                   \
        STEP STEP STEP STEP STEP STEP STEP STEP                                  \
        "3:\n"                                                                   \
        "ldr r2, [sp, #4]\n"                                                     \
        "cmp r0, r2\n"                                                           \
        "bne 2b\n"                                                               \
        "b 5f\n"                                                                 \
        "4:\n"                                                                   \
        STEP STEP                                                                \
        "5:\n"                                                                   \
        "ldr r3, [sp]\n"                                                         \
        "ldr r2, [r3, #20]\n"                                                    \
        "cmp r0, r2\n"                                                           \
        "bne 4b\n"                                                               \
        "str r1, [r3, #4]\n"                                                     \
        "add r3, r3, #36\n"                                                      \
        "ldm r3, {r0, r1, r2, r12}\n"                                            \
        SECOND                                                                   \
        TIGRIS_FOR_EACH_SUM(RESCALE, "r8", "r9", "r10", "r11")                   \
        "sub r3, r3, #12\n"                                                      \
        "ldm r3, {r0, r1, r2}\n"                                                 \
        TIGRIS_FOR_EACH_SUM(FIRST, "r4", "r5", "r6", "r7")                       \
        TIGRIS_FOR_EACH_SUM(RESCALE, "r4", "r5", "r6", "r7")                     \
        "add r3, r3, #28\n"                                                      \
        "ldm r3, {r0, r1, r2, r12}\n"                                            \
        TIGRIS_STORE("r4", "r8") TIGRIS_STORE("r5", "r9")                        \
        TIGRIS_STORE("r6", "r10") TIGRIS_STORE("r7", "r11")                      \
        "subs r12, r12, #1\n"                                                    \
        "str r0, [r3]\n"                                                         \
        "str r12, [r3, #12]\n"                                                   \
        "bne 1b\n"                                                               \
        "add sp, sp, #8\n"                                                       \
        : "+r"(at)                                                               \
        :                                                                        \
        : "r1", "r2", "r3", "r4", "r5", "r6", "r7", "r8", "r9", "r10", "r11", "r12", "lr", "cc",\
          "memory")
// clang-format on

/// All blocks of a job, at least one; its pixels and its place are then those behind.
template <weight_order Order, rounding Rounds>
[[gnu::noinline]] inline void run_job(block_job& job) {
    register block_job* at asm("r0") = &job;
    if constexpr (is_paired(Order) && Rounds == rounding::tflite)
        TIGRIS_RUN_JOB(TIGRIS_PAIRED_STEP, TIGRIS_TAKE_ALL_OUT("7"), TIGRIS_DOUBLE,
                       TIGRIS_RESCALE_TFLITE);
    else if constexpr (is_paired(Order))
        TIGRIS_RUN_JOB(TIGRIS_PAIRED_STEP, TIGRIS_TAKE_ALL_OUT("8"), TIGRIS_KEEP,
                       TIGRIS_RESCALE_NEAREST);
    else if constexpr (Rounds == rounding::tflite)
        TIGRIS_RUN_JOB(TIGRIS_WIDE_STEP,
                       TIGRIS_FOR_EACH_SUM(TIGRIS_DOUBLE, "r8", "r9", "r10", "r11"), TIGRIS_DOUBLE,
                       TIGRIS_RESCALE_TFLITE);
    else
        TIGRIS_RUN_JOB(TIGRIS_WIDE_STEP, "", TIGRIS_KEEP, TIGRIS_RESCALE_NEAREST);
}

#undef TIGRIS_RUN_JOB
#undef TIGRIS_STORE
#undef TIGRIS_RESCALE_NEAREST
#undef TIGRIS_RESCALE_TFLITE
#undef TIGRIS_TAKE_ALL_OUT
#undef TIGRIS_TAKE_OUT
#undef TIGRIS_KEEP
#undef TIGRIS_DOUBLE
#undef TIGRIS_FOR_EACH_SUM
#undef TIGRIS_PAIRED_STEP
#undef TIGRIS_WIDE_STEP
#undef TIGRIS_MULTIPLY_FOUR

#else

template <weight_order Order, rounding Rounds>
inline void run_job(block_job& job) {
    for (; job.blocks > 0; --job.blocks) multiply_next<Order, Rounds, 4>(job);
}

#endif

}  // namespace tigris::kernels::dsp
