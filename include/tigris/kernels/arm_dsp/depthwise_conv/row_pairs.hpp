// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Depthwise 3x3 windows over a panel of four channels in pairs of rows: one or two rows of the
// output, two neighbors of each at a time.

#include <tigris/kernels/arm_dsp/depthwise_conv/row_pair_shape.hpp>
#include <tigris/kernels/arm_dsp/rescale_assembler.hpp>
#include <tigris/kernels/contract/window_key.hpp>

namespace tigris::kernels::arm_dsp_kernels {

/// Rows of a channel: pairs of neighboring rows from `pixels` to `pairs_end`, and one more row if
/// they are odd. Bytes or sums go to `out`, `step` bytes from one to the next and `row_step` from
/// row to row. The assembler below knows the place of each member.
struct row_pair_job {
    const pair_channel* channel;      // 0
    int8_t* out;                      // 4
    int32_t step;                     // 8
    int32_t row_step;                 // 12
    const uint32_t* pairs_end;        // 16
    const uint32_t* pixels;           // 20
    int8_t* row_out;                  // 24
    const pair_channel* channel_end;  // 28
    int32_t is_odd;                   // 32
};

/// Sum of the output in row `row` whose window begins at `pixels`.
[[gnu::always_inline]] inline int32_t sum_row_pairs(const pair_channel& c, const uint32_t* pixels,
                                                    int32_t row, const ops::window& window) {
    const bool shares = row == 1 && window.stride_h == 1;
    if (!shares) pixels += row;
    int32_t sum = c.bias;
    for (int k = 0; k < 3; ++k, pixels += words_of_pair_column(window))
        sum = shares ? smlabt(c.upper[k], pixels[0], smlad(pixels[1], c.lower[k], sum))
                     : smlabt(pixels[1], c.lower[k], smlad(pixels[0], c.upper[k], sum));
    return sum;
}

/// Makes all channels of a job, at least one, for one or two `Rows` of the output. A pixel of the
/// second row is written first: with a row step of 0 only the first row is left.
template <bool Sums, short_rescaling By, window_key Window, int Rows>
void run_row_pairs(const row_pair_job& job);

#if TIGRIS_HAS_ALL_REGISTERS

// r0: what the channel's sums are rescaled by; while they are made, their bias. r1: the first
// window. r2 to r4, r5 to r7: weights of upper and lower pairs; then what sums are rescaled by, and
// where they go. r8, r9: sums of the first row; r10, r11: of the second. On the stack: the job, but
// for r0's sake with channels where r0 points. Spelled out, because compilers count the lines to
// know how far branches reach.
// clang-format off
#define TIGRIS_UPPER(sum, from, upper, lower)   \
    "smlad " sum ", r12, " upper ", " from "\n" \
    "smlabt " sum ", lr, " lower ", " sum "\n"
#define TIGRIS_LOWER(sum, from, upper, lower)    \
    ".if %c[rows] == 2 && %c[pairs] == 2\n"      \
    "smlatb " sum ", r12, " upper ", " from "\n" \
    "smlad " sum ", lr, " lower ", " sum "\n"    \
    ".elseif %c[rows] == 2\n"                    \
    "smlad " sum ", lr, " upper ", " from "\n"   \
    "smlabt " sum ", r12, " lower ", " sum "\n"  \
    ".endif\n"
#define TIGRIS_FIRST(ROW, sum) ROW(sum, "r0", "r2", "r5")
#define TIGRIS_SECOND(ROW, sum) ROW(sum, sum, "r3", "r6")
#define TIGRIS_THIRD(ROW, sum) ROW(sum, sum, "r4", "r7")
// With a stride of 2 the second row has the pairs that follow.
#define TIGRIS_COLUMN(column, UPPERS, LOWERS)               \
    "ldrd r12, lr, [r1, #(%c[pairs] * " #column " * 16)]\n" \
    UPPERS                                                  \
    ".if %c[rows] == 2 && %c[pairs] == 3\n"                 \
    "ldr r12, [r1, #(%c[pairs] * " #column " * 16 + 8)]\n"  \
    ".endif\n"                                              \
    LOWERS
#define TIGRIS_LEFT(column, TAP) \
    TIGRIS_COLUMN(column, TAP(TIGRIS_UPPER, "r8"), TAP(TIGRIS_LOWER, "r10"))
#define TIGRIS_RIGHT(column, TAP) \
    TIGRIS_COLUMN(column, TAP(TIGRIS_UPPER, "r9"), TAP(TIGRIS_LOWER, "r11"))
#define TIGRIS_BOTH(column, LEFT, RIGHT)                                      \
    TIGRIS_COLUMN(column, LEFT(TIGRIS_UPPER, "r8") RIGHT(TIGRIS_UPPER, "r9"), \
                  LEFT(TIGRIS_LOWER, "r10") RIGHT(TIGRIS_LOWER, "r11"))

#define TIGRIS_SUM_LEFT                        \
    "ldmdb r0, {r0, r2, r3, r4, r5, r6, r7}\n" \
    TIGRIS_LEFT(0, TIGRIS_FIRST) TIGRIS_LEFT(1, TIGRIS_SECOND) TIGRIS_LEFT(2, TIGRIS_THIRD)
#define TIGRIS_SUM_BOTH                                                       \
    "ldmdb r0, {r0, r2, r3, r4, r5, r6, r7}\n"                                \
    TIGRIS_LEFT(0, TIGRIS_FIRST)                                              \
    ".if %c[stride] == 1\n"                                                   \
    TIGRIS_BOTH(1, TIGRIS_SECOND, TIGRIS_FIRST)                               \
    TIGRIS_BOTH(2, TIGRIS_THIRD, TIGRIS_SECOND) TIGRIS_RIGHT(3, TIGRIS_THIRD) \
    ".else\n"                                                                 \
    TIGRIS_LEFT(1, TIGRIS_SECOND) TIGRIS_BOTH(2, TIGRIS_THIRD, TIGRIS_FIRST)  \
    TIGRIS_RIGHT(3, TIGRIS_SECOND) TIGRIS_RIGHT(4, TIGRIS_THIRD)              \
    ".endif\n"
#define TIGRIS_RESCALE(sum)                                                             \
    ".if %c[result_bytes] == 1\n" TIGRIS_DSP_RESCALE(sum, "r2", "r3", "r4") ".endif\n"
#define TIGRIS_PUT(sum, to)                     \
    ".if %c[result_bytes] == 1\n"               \
    "strb " sum ", [" to "]\n"                  \
    ".else\n"                                   \
    "str " sum ", [" to "]\n"                   \
    ".endif\n"
#define TIGRIS_IF_TWO_ROWS(lines) ".if %c[rows] == 2\n" lines ".endif\n"

#define TIGRIS_RUN_ROW_PAIRS                                               \
    "ldm r0!, {r1, r2, r3, r4, r5, r6, r7, r8, r9}\n"                      \
    "add r1, r1, #28\n"                                                    \
    "add r8, r8, #28\n"                                                    \
    "push {r1, r2, r3, r4, r5, r6, r7, r8, r9}\n"                          \
    "0:\n"                                                                 \
    "ldr r0, [sp]\n"                                                       \
    "ldrd r12, r1, [sp, #16]\n"                                            \
    "cmp r1, r12\n"                                                        \
    "beq 2f\n"                                                             \
    "1:\n"                                                                 \
    TIGRIS_SUM_BOTH                                                        \
    "ldm sp, {r0, r5, r6, r7, r12}\n"                                      \
    "ldm r0, {r2, r3, r4}\n"                                               \
    TIGRIS_RESCALE("r8") TIGRIS_RESCALE("r9")                              \
    TIGRIS_IF_TWO_ROWS(                                                    \
        TIGRIS_RESCALE("r10") TIGRIS_RESCALE("r11")                        \
        TIGRIS_PUT("r10", "r5, r7")                                        \
        "add r7, r7, r6\n"                                                 \
        TIGRIS_PUT("r11", "r5, r7"))                                       \
    TIGRIS_PUT("r8", "r5")                                                 \
    TIGRIS_PUT("r9", "r5, r6")                                             \
    "add r5, r5, r6, lsl #1\n"                                             \
    "str r5, [sp, #4]\n"                                                   \
    "add r1, r1, #(%c[pairs] * %c[stride] * 32)\n"                         \
    "cmp r1, r12\n"                                                        \
    "bne 1b\n"                                                             \
    "2:\n"                                                                 \
    "ldr r2, [sp, #32]\n"                                                  \
    "cmp r2, #0\n"                                                         \
    "beq 3f\n"                                                             \
    TIGRIS_SUM_LEFT                                                        \
    "ldm sp, {r0, r5, r6, r7}\n"                                           \
    "ldm r0, {r2, r3, r4}\n"                                               \
    TIGRIS_RESCALE("r8")                                                   \
    TIGRIS_IF_TWO_ROWS(TIGRIS_RESCALE("r10") TIGRIS_PUT("r10", "r5, r7"))  \
    TIGRIS_PUT("r8", "r5")                                                 \
    "3:\n"                                                                 \
    "ldm sp, {r0, r1, r2, r3, r4, r5, r6, r7}\n"                           \
    "add r0, r0, #40\n"                                                    \
    "add r4, r4, #(%c[pairs] * 4)\n"                                       \
    "add r5, r5, #(%c[pairs] * 4)\n"                                       \
    "add r6, r6, #%c[result_bytes]\n"                                      \
    "mov r1, r6\n"                                                         \
    "stm sp, {r0, r1, r2, r3, r4, r5, r6}\n"                               \
    "cmp r0, r7\n"                                                         \
    "bne 0b\n"                                                             \
    "add sp, sp, #36\n"
// clang-format on

template <bool Sums, short_rescaling By, window_key Window, int Rows>
[[gnu::noinline]] inline void run_row_pairs(const row_pair_job& job) {
    register const row_pair_job* at asm("r0") = &job;
    asm volatile(
        TIGRIS_RUN_ROW_PAIRS
        : "+r"(at)
        : [rows] "i"(Rows), [pairs] "i"(pairs_of_column(window_of(Window))),
          [stride] "i"(Window.stride_w), [rescaling] "i"(int(By)), [result_bytes] "i"(Sums ? 4 : 1)
        : "r1", "r2", "r3", "r4", "r5", "r6", "r7", "r8", "r9", "r10", "r11", "r12", "lr", "cc",
          "memory");
}

#undef TIGRIS_RUN_ROW_PAIRS
#undef TIGRIS_IF_TWO_ROWS
#undef TIGRIS_PUT
#undef TIGRIS_RESCALE
#undef TIGRIS_SUM_BOTH
#undef TIGRIS_SUM_LEFT
#undef TIGRIS_BOTH
#undef TIGRIS_RIGHT
#undef TIGRIS_LEFT
#undef TIGRIS_COLUMN
#undef TIGRIS_THIRD
#undef TIGRIS_SECOND
#undef TIGRIS_FIRST
#undef TIGRIS_LOWER
#undef TIGRIS_UPPER

#else

template <bool Sums, short_rescaling By>
[[gnu::always_inline]] inline void put_row_pairs(int8_t* to, int32_t sum, const pair_channel& c) {
    if constexpr (Sums)
        __builtin_memcpy(to, &sum, sizeof sum);
    else
        *to = int8_t(ssat8(rescaled<By>(sum, c.multiplier, c.constant, c.right)));
}

template <bool Sums, short_rescaling By, window_key Window, int Rows>
inline void run_row_pairs(const row_pair_job& given) {
    row_pair_job job = given;
    constexpr int32_t next = Window.stride_w * words_of_pair_column(window_of(Window));
    for (; job.channel != job.channel_end; ++job.channel, job.row_out += Sums ? 4 : 1) {
        const uint32_t* x = job.pixels;
        const int32_t width = int32_t(job.pairs_end - x) / next + job.is_odd;
        for (int32_t i = 0; i < width; ++i, x += next)
            for (int32_t row = Rows - 1; row >= 0; --row)
                put_row_pairs<Sums, By>(job.row_out + i * job.step + row * job.row_step,
                                        sum_row_pairs(*job.channel, x, row, window_of(Window)),
                                        *job.channel);
        job.pixels += pairs_of_column(window_of(Window));
        job.pairs_end += pairs_of_column(window_of(Window));
    }
}

#endif

}  // namespace tigris::kernels::arm_dsp_kernels
