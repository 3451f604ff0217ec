// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Depthwise 3x3 windows over four channels of three rows, two columns after two: one row of the
// output, four neighbors at a time.

#include <tigris/kernels/arm_dsp/depthwise_conv/single_row_shape.hpp>
#include <tigris/kernels/arm_dsp/rescale_assembler.hpp>

namespace tigris::kernels::arm_dsp_kernels {

/// A channel's columns from `pixels` on, so far as outputs are neighbors four by four to
/// `fours_end`, and `rest` more: 0 to 3, or 5. Bytes go to `out`, `step` from one to the next.
/// `first` is `rest`, or 4 where fours come before it. The assembler below knows each member's
/// place.
struct single_row_job {
    const single_channel* channel;      // 0
    int8_t* out;                        // 4
    int32_t step;                       // 8
    const column_twos* fours_end;       // 12
    int8_t* row_out;                    // 16
    const single_channel* channel_end;  // 20
    const column_twos* pixels;          // 24
    int32_t first;                      // 28
    int32_t rest;                       // 32
};

/// How many of a row's outputs come in fours: what is left is not one alone, which takes longest.
constexpr int32_t outputs_in_fours(int32_t width) {
    return (width & 3) == 1 && width > 1 ? width - 5 : width & ~3;
}

/// Sum of the output whose window begins at column x.
[[gnu::always_inline]] inline int32_t sum_single_row(const single_channel& c,
                                                     const column_twos* pixels, int32_t x) {
    const column_twos& a = pixels[x / 2 * panel_channels];
    const column_twos& b = pixels[(x / 2 + 1) * panel_channels];
    if (x & 1) {
        const int32_t sum = smlad(b.lower, c.lower[1], smlabt(c.lower[0], a.lower, c.bias));
        return smlad(a.upper[1], c.upper[0],
                     smlad(b.upper[0], c.upper[1], smlad(b.upper[1], c.upper[2], sum)));
    }
    const int32_t sum = smlad(a.lower, c.lower[0], smlabt(b.lower, c.lower[1], c.bias));
    return smlad(a.upper[0], c.upper[0],
                 smlad(a.upper[1], c.upper[1], smlad(b.upper[0], c.upper[2], sum)));
}

#if TIGRIS_HAS_ALL_REGISTERS

// r0: what the channel's sums are rescaled by; while they are made, their bias, then the fifth sum.
// r2 to r4: weights of upper rows; then what sums are rescaled by. r5, r6: of lower rows; then
// where sums go. r7: two columns; r1, r12, lr: their words. r8 to r11: four sums. On the stack: the
// job, but for r0's sake with channels where r0 points. Windows begin at the first of two columns
// (EVEN) or at the second (ODD), and end in the next two.
// clang-format off
#define TIGRIS_TWOS(place)                  \
    "ldrd r1, r12, [r7, #(48 * " #place ")]\n" \
    "ldr lr, [r7, #(48 * " #place " + 8)]\n"
#define TIGRIS_EVEN_FIRST(sum)              \
    "smlad " sum ", r1, r2, r0\n"           \
    "smlad " sum ", r12, r3, " sum "\n"     \
    "smlad " sum ", lr, r5, " sum "\n"
#define TIGRIS_EVEN_LAST(sum)               \
    "smlad " sum ", r1, r4, " sum "\n"      \
    "smlabt " sum ", lr, r6, " sum "\n"
#define TIGRIS_ODD_FIRST(sum)               \
    "smlad " sum ", r12, r2, r0\n"          \
    "smlatb " sum ", lr, r5, " sum "\n"
#define TIGRIS_ODD_LAST(sum)                \
    "smlad " sum ", r1, r3, " sum "\n"      \
    "smlad " sum ", r12, r4, " sum "\n"     \
    "smlad " sum ", lr, r6, " sum "\n"
#define TIGRIS_MORE(outputs, than, lines) ".if " #outputs " > " #than "\n" lines ".endif\n"

#define TIGRIS_SUMS(n)                                                              \
    "ldmdb r0, {r0, r2, r3, r4, r5, r6}\n"                                          \
    TIGRIS_TWOS(0) TIGRIS_EVEN_FIRST("r8")                                          \
    ".if %c[stride] == 1\n"                                                         \
    TIGRIS_MORE(n, 1, TIGRIS_ODD_FIRST("r9"))                                       \
    TIGRIS_TWOS(1) TIGRIS_EVEN_LAST("r8") TIGRIS_MORE(n, 1, TIGRIS_ODD_LAST("r9"))  \
    TIGRIS_MORE(n, 2, TIGRIS_EVEN_FIRST("r10"))                                     \
    TIGRIS_MORE(n, 3, TIGRIS_ODD_FIRST("r11"))                                      \
    TIGRIS_MORE(n, 2, TIGRIS_TWOS(2) TIGRIS_EVEN_LAST("r10"))                       \
    TIGRIS_MORE(n, 3, TIGRIS_ODD_LAST("r11"))                                       \
    TIGRIS_MORE(n, 4, TIGRIS_EVEN_FIRST("r0") TIGRIS_TWOS(3) TIGRIS_EVEN_LAST("r0")) \
    ".else\n"                                                                       \
    TIGRIS_TWOS(1) TIGRIS_EVEN_LAST("r8")                                           \
    TIGRIS_MORE(n, 1, TIGRIS_EVEN_FIRST("r9") TIGRIS_TWOS(2) TIGRIS_EVEN_LAST("r9"))    \
    TIGRIS_MORE(n, 2, TIGRIS_EVEN_FIRST("r10") TIGRIS_TWOS(3) TIGRIS_EVEN_LAST("r10"))  \
    TIGRIS_MORE(n, 3, TIGRIS_EVEN_FIRST("r11") TIGRIS_TWOS(4) TIGRIS_EVEN_LAST("r11"))  \
    TIGRIS_MORE(n, 4, TIGRIS_EVEN_FIRST("r0") TIGRIS_TWOS(5) TIGRIS_EVEN_LAST("r0"))    \
    ".endif\n"
#define TIGRIS_RESCALE(sum) TIGRIS_DSP_RESCALE(sum, "r2", "r3", "r4")
// The last outputs of a row.
#define TIGRIS_REST(n)                                                              \
    TIGRIS_SUMS(n)                                                                  \
    "ldm sp, {r5, r6, r12}\n"                                                       \
    "ldm r5, {r2, r3, r4}\n"                                                        \
    TIGRIS_RESCALE("r8")                                                            \
    "strb r8, [r6]\n"                                                               \
    TIGRIS_MORE(n, 1, TIGRIS_RESCALE("r9") "strb r9, [r6, r12]\n")                  \
    TIGRIS_MORE(n, 2, TIGRIS_RESCALE("r10") "add r6, r6, r12, lsl #1\n" "strb r10, [r6]\n") \
    TIGRIS_MORE(n, 3, TIGRIS_RESCALE("r11") "strb r11, [r6, r12]\n")                \
    TIGRIS_MORE(n, 4, TIGRIS_RESCALE("r0") "strb r0, [r6, r12, lsl #1]\n")

// By how many outputs are left, or that four come.
#define TIGRIS_GO_ON(fours)                                          \
    "tbh [pc, r8, lsl #1]\n"                                         \
    "9:\n"                                                           \
    ".2byte (7f - 9b) / 2, (2f - 9b) / 2, (3f - 9b) / 2\n"           \
    ".2byte (4f - 9b) / 2, (" fours " - 9b) / 2, (6f - 9b) / 2\n"

#define TIGRIS_RUN_SINGLE_ROW                                        \
    "ldm r0, {r1, r2, r3, r4, r5, r6, r7, r8, r9}\n"                 \
    "add r0, r1, #24\n"                                              \
    "add r6, r6, #24\n"                                              \
    "push {r0, r2, r3, r4, r5, r6, r7, r8, r9}\n"                    \
    "0:\n"                                                           \
    TIGRIS_GO_ON("1f")                                                    \
    "1:\n"                                                           \
    TIGRIS_SUMS(4)                                                   \
    "ldm sp, {r0, r5, r6, r12}\n"                                    \
    "ldm r0, {r2, r3, r4}\n"                                         \
    TIGRIS_RESCALE("r8") TIGRIS_RESCALE("r9")                        \
    TIGRIS_RESCALE("r10") TIGRIS_RESCALE("r11")                      \
    "add r1, r5, r6, lsl #1\n"                                       \
    "strb r8, [r5]\n"                                                \
    "strb r9, [r5, r6]\n"                                            \
    "strb r10, [r1]\n"                                               \
    "strb r11, [r1, r6]\n"                                           \
    "add r5, r5, r6, lsl #2\n"                                       \
    "str r5, [sp, #4]\n"                                             \
    "add r7, r7, #(%c[stride] * 96)\n"                               \
    "cmp r7, r12\n"                                                  \
    "bne 1b\n"                                                       \
    "ldr r8, [sp, #32]\n"                                            \
    TIGRIS_GO_ON("7f")                                                    \
    "2:\n"                                                           \
    TIGRIS_REST(1)                                                   \
    "b 7f\n"                                                         \
    "3:\n"                                                           \
    TIGRIS_REST(2)                                                   \
    "b 7f\n"                                                         \
    "4:\n"                                                           \
    TIGRIS_REST(3)                                                   \
    "b 7f\n"                                                         \
    "6:\n"                                                           \
    TIGRIS_REST(5)                                                   \
    "7:\n"                                                           \
    "ldm sp, {r0, r2, r3, r4, r5, r6, r7, r8}\n"                     \
    "add r0, r0, #36\n"                                              \
    "add r4, r4, #12\n"                                              \
    "add r5, r5, #1\n"                                               \
    "add r7, r7, #12\n"                                              \
    "mov r2, r5\n"                                                   \
    "stm sp, {r0, r2, r3, r4, r5, r6, r7}\n"                         \
    "cmp r0, r6\n"                                                   \
    "bne 0b\n"                                                       \
    "add sp, sp, #36\n"
// clang-format on

/// Makes all channels of a job, at least one.
template <short_rescaling By, int16_t Stride>
[[gnu::noinline]] inline void run_single_row(const single_row_job& job) {
    register const single_row_job* at asm("r0") = &job;
    asm volatile(TIGRIS_RUN_SINGLE_ROW
                 : "+r"(at)
                 : [stride] "i"(Stride), [rescaling] "i"(int(By))
                 : "r1", "r2", "r3", "r4", "r5", "r6", "r7", "r8", "r9", "r10", "r11", "r12", "lr",
                   "cc", "memory");
}

#undef TIGRIS_RUN_SINGLE_ROW
#undef TIGRIS_GO_ON
#undef TIGRIS_REST
#undef TIGRIS_RESCALE
#undef TIGRIS_SUMS
#undef TIGRIS_MORE
#undef TIGRIS_ODD_LAST
#undef TIGRIS_ODD_FIRST
#undef TIGRIS_EVEN_LAST
#undef TIGRIS_EVEN_FIRST
#undef TIGRIS_TWOS

#else

template <short_rescaling By, int16_t Stride>
inline void run_single_row(const single_row_job& job) {
    const int32_t columns = int32_t(job.fours_end - job.pixels) / panel_channels * 2;
    const int32_t width = columns / Stride + job.rest;
    const column_twos* pixels = job.pixels;
    int8_t* out = job.out;
    for (const single_channel* c = job.channel; c != job.channel_end; ++c, ++pixels, ++out)
        for (int32_t x = 0; x < width; ++x)
            out[x * job.step] = int8_t(ssat8(rescaled<By>(sum_single_row(*c, pixels, x * Stride),
                                                          c->multiplier, c->constant, c->right)));
}

#endif

}  // namespace tigris::kernels::arm_dsp_kernels
