// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Windows, four at a time, times the weights of two output channels, to bytes.

#include <tigris/kernels/arm_dsp/channel_scale.hpp>
#include <tigris/kernels/arm_dsp/multiply_block.hpp>
#include <tigris/kernels/arm_dsp/paired_sum.hpp>
#include <tigris/model/weight_order.hpp>

namespace tigris::kernels::dsp {

/// What is multiplied, what two outputs' sums begin at and are rescaled by, and where bytes go:
/// `blocks` times four pixels, `step` bytes apart, the second output `second_offset` behind the
/// first. The assembler below knows each member's place.
struct block_job {
    const uint32_t* weights;      // 0
    const uint32_t* pixels;       // 4
    const uint32_t* eights_end;   // 8
    const uint32_t* weights_end;  // 12
    channel_scale first;          // 16: multiplier, constant, right, bias
    channel_scale second;         // 36
    int8_t* out;                  // 56
    int32_t step;
    int32_t second_offset;
    int32_t blocks;  // 68
};

constexpr bool is_paired(weight_order order) { return order != weight_order::canonical; }

/// Words of weights for each pair of elements.
template <weight_order Order>
inline constexpr int32_t words_of_pair = is_paired(Order) ? 1 : 2;

/// Sets weights and `pairs` of elements (even, not 0).
template <weight_order Order>
[[gnu::always_inline]] inline void set_weights(block_job& job, const uint32_t* weights,
                                               int32_t pairs) {
    job.weights = weights;
    job.eights_end = weights + words_of_pair<Order> * (pairs & ~7);
    job.weights_end = weights + words_of_pair<Order> * pairs;
}
template <weight_order Order>
inline int32_t pairs_of(const block_job& job) {
    return int32_t(job.weights_end - job.weights) / words_of_pair<Order>;
}

/// Products of a pixel whose words lie `apart`, without biases.
template <weight_order Order>
[[gnu::always_inline]] inline two_sums sum_pixel(const block_job& job, const uint32_t* pixel,
                                                 int32_t apart) {
    if constexpr (is_paired(Order)) {
        paired_sum sum;
        for (const uint32_t* w = job.weights; w != job.weights_end; ++w, pixel += apart)
            add_word(sum, *w, *pixel);
        return sum.apart();
    } else {
        two_sums sums;
        for (const uint32_t* w = job.weights; w != job.weights_end; w += 2, pixel += apart) {
            sums.first = smlad(w[0], *pixel, sums.first);
            sums.second = smlad(w[1], *pixel, sums.second);
        }
        return sums;
    }
}

/// The same where they are neighbors.
template <weight_order Order>
[[gnu::always_inline]] inline two_sums sum_dense_pixel(const block_job& job) {
    if constexpr (!is_paired(Order)) return sum_pixel<Order>(job, job.pixels, 1);
    paired_sum sum;
    add_words(sum, job.weights, job.pixels, pairs_of<Order>(job));
    return sum.apart();
}

/// The next pixel, and the places behind it.
template <weight_order Order, rounding Rounds>
[[gnu::noinline]] inline void multiply_pixel(block_job& job) {
    const two_sums sums = sum_dense_pixel<Order>(job);
    int8_t* const out = job.out;
    const int8_t first = finish_short<Rounds>(sums.first + job.first.bias, job.first);
    out[job.second_offset] = finish_short<Rounds>(sums.second + job.second.bias, job.second);
    *out = first;
    job.pixels += pairs_of<Order>(job);
    job.out = out + job.step;
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
#define TIGRIS_START_PAIRED "mov r8, r4\n"
#define TIGRIS_START_WIDE "ldr r8, [r3, #48]\n"
#define TIGRIS_WIDE_STEP "ldrd r2, r3, [r0], #8\n" TIGRIS_MULTIPLY_FOUR("r2", "r3")
#define TIGRIS_PAIRED_STEP "ldr r2, [r0], #4\n" "sxtb16 r3, r2\n" TIGRIS_MULTIPLY_FOUR("r3", "r2")

#define TIGRIS_FOR_EACH_SUM(F, a, b, c, d) F(a) F(b) F(c) F(d)
#define TIGRIS_DOUBLE(sum) "lsl " sum ", " sum ", #1\n"
#define TIGRIS_KEEP(sum) ""
// 256 times the second output's products: first and both begin at the same number.
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

/// START sets the second output's first sum, STEP adds two elements' products, SECOND makes the
/// second output's sums, FIRST the first's.
#define TIGRIS_RUN_JOB(START, STEP, SECOND, FIRST, RESCALE)                      \
    asm volatile(                                                                \
        "ldr r1, [r0, #8]\n"                                                     \
        "push {r0, r1}\n"                                                        \
        "1:\n"                                                                   \
        "ldr r3, [sp]\n"                                                         \
        "ldrd r0, r1, [r3]\n"                                                    \
        "ldr r4, [r3, #28]\n"                                                    \
        START                                                                    \
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
        "ldr r2, [r3, #12]\n"                                                    \
        "cmp r0, r2\n"                                                           \
        "bne 4b\n"                                                               \
        "str r1, [r3, #4]\n"                                                     \
        "add r3, r3, #36\n"                                                      \
        "ldm r3, {r0, r1, r2, r12}\n"                                            \
        SECOND                                                                   \
        TIGRIS_FOR_EACH_SUM(RESCALE, "r8", "r9", "r10", "r11")                   \
        "sub r3, r3, #20\n"                                                      \
        "ldm r3, {r0, r1, r2}\n"                                                 \
        TIGRIS_FOR_EACH_SUM(FIRST, "r4", "r5", "r6", "r7")                       \
        TIGRIS_FOR_EACH_SUM(RESCALE, "r4", "r5", "r6", "r7")                     \
        "add r3, r3, #40\n"                                                      \
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
        TIGRIS_RUN_JOB(TIGRIS_START_PAIRED, TIGRIS_PAIRED_STEP,
                       TIGRIS_DOUBLE("r12") TIGRIS_TAKE_ALL_OUT("7"), TIGRIS_DOUBLE,
                       TIGRIS_RESCALE_TFLITE);
    else if constexpr (is_paired(Order))
        TIGRIS_RUN_JOB(TIGRIS_START_PAIRED, TIGRIS_PAIRED_STEP, TIGRIS_TAKE_ALL_OUT("8"),
                       TIGRIS_KEEP, TIGRIS_RESCALE_NEAREST);
    else if constexpr (Rounds == rounding::tflite)
        TIGRIS_RUN_JOB(TIGRIS_START_WIDE, TIGRIS_WIDE_STEP,
                       TIGRIS_FOR_EACH_SUM(TIGRIS_DOUBLE, "r8", "r9", "r10", "r11"), TIGRIS_DOUBLE,
                       TIGRIS_RESCALE_TFLITE);
    else
        TIGRIS_RUN_JOB(TIGRIS_START_WIDE, TIGRIS_WIDE_STEP, "", TIGRIS_KEEP,
                       TIGRIS_RESCALE_NEAREST);
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
#undef TIGRIS_START_WIDE
#undef TIGRIS_START_PAIRED
#undef TIGRIS_MULTIPLY_FOUR

#else

template <weight_order Order, rounding Rounds>
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

}  // namespace tigris::kernels::dsp
