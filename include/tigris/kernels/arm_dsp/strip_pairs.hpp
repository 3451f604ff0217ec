// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Depthwise 3x3 windows over a strip of four channels, two neighbors at a time.

#include <tigris/kernels/arm_dsp/instructions.hpp>
#include <tigris/kernels/arm_dsp/strip_shape.hpp>
#include <tigris/model/quantization.hpp>

namespace tigris::kernels::dsp {

/// `rows` rows of a strip, each `pairs_of_row` times two pixels and one more if it `is_odd`, which
/// go to bytes `step` apart. The assembler below knows each member's place.
struct strip_job {
    const uint32_t* table;       // 0
    const uint32_t* pixels;      // 4
    int8_t* out;                 // 8
    int32_t step;                // 12
    int32_t pairs;               // 16
    int32_t pairs_of_row;        // 20
    int32_t is_odd;              // 24
    const uint32_t* row_pixels;  // 28
    int32_t rows;                // 32
};

constexpr strip_job strip_job_of(const uint32_t* table, const uint32_t* pixels, int8_t* out,
                                 int32_t step, int32_t width, int32_t rows) {
    return {table, pixels, out, step, 0, width / 2, width & 1, pixels, rows};
}

/// All rows of a job, at least one. Columns of `Rows` pixels; the table is for short scales. Only
/// for windows that has_strip_pairs().
template <int Rows, int Stride, rounding Rounds>
void run_strip_job(strip_job& job);

/// Whether run_strip_job() knows the window.
constexpr bool has_strip_pairs(const geometry& g) {
    return TIGRIS_HAS_ALL_REGISTERS && g.kernel_h == 3 && g.kernel_w == 3 && g.dilation_h == 1 &&
           g.dilation_w == 1 && g.stride_w <= 2;
}

#if TIGRIS_HAS_ALL_REGISTERS

// A column's rows are those of two windows, `Rows` - 3 apart. r0: the table. r1: the first window.
// r4 to r7, r8 to r11: sums of the two pixels. On the stack: the job. Spelled out, because
// compilers count the lines to know how far branches reach.
// clang-format off
#define TIGRIS_WEIGHT "ldrd r2, r3, [r0], #8\n"
#define TIGRIS_PIXEL(column, row) "ldrd r12, lr, [r1, #(%c[rows] * " #column " + " #row ") * 8]\n"
#define TIGRIS_ADD_LEFT               \
    "smlabb r4, r12, r2, r4\n"        \
    "smlabb r5, lr, r3, r5\n"         \
    "smlatt r6, r12, r2, r6\n"        \
    "smlatt r7, lr, r3, r7\n"
#define TIGRIS_ADD_RIGHT              \
    "smlabb r8, r12, r2, r8\n"        \
    "smlabb r9, lr, r3, r9\n"         \
    "smlatt r10, r12, r2, r10\n"      \
    "smlatt r11, lr, r3, r11\n"
#define TIGRIS_ROW_1(row)                                                       \
    TIGRIS_WEIGHT TIGRIS_PIXEL(0, row) TIGRIS_ADD_LEFT                          \
    TIGRIS_PIXEL(1, row) TIGRIS_ADD_RIGHT TIGRIS_WEIGHT TIGRIS_ADD_LEFT         \
    TIGRIS_PIXEL(2, row) TIGRIS_ADD_RIGHT TIGRIS_WEIGHT TIGRIS_ADD_LEFT         \
    TIGRIS_PIXEL(3, row) TIGRIS_ADD_RIGHT
#define TIGRIS_TAP_2(left, right, row)                                          \
    TIGRIS_WEIGHT TIGRIS_PIXEL(left, row) TIGRIS_ADD_LEFT                       \
    TIGRIS_PIXEL(right, row) TIGRIS_ADD_RIGHT
#define TIGRIS_ROW_2(row) TIGRIS_TAP_2(0, 2, row) TIGRIS_TAP_2(1, 3, row) TIGRIS_TAP_2(2, 4, row)

#define TIGRIS_ROW_ALONE(row)                                                   \
    TIGRIS_WEIGHT TIGRIS_PIXEL(0, row) TIGRIS_ADD_LEFT                          \
    TIGRIS_WEIGHT TIGRIS_PIXEL(1, row) TIGRIS_ADD_LEFT                          \
    TIGRIS_WEIGHT TIGRIS_PIXEL(2, row) TIGRIS_ADD_LEFT

#define TIGRIS_RESCALE_TFLITE(sum)              \
    "smmulr " sum ", " sum ", r2\n"             \
    "add " sum ", " sum ", " sum ", asr #31\n"  \
    "add " sum ", " sum ", r3\n"                \
    "asr " sum ", " sum ", r12\n"               \
    "ssat " sum ", #8, " sum "\n"
#define TIGRIS_RESCALE_NEAREST(sum)             \
    "smmla " sum ", " sum ", r2, r3\n"          \
    "asr " sum ", " sum ", r12\n"               \
    "ssat " sum ", #8, " sum "\n"
#define TIGRIS_RESCALE_BOTH(RESCALE, left, right) \
    "ldm r0!, {r2, r3, r12}\n" RESCALE(left) RESCALE(right)
#define TIGRIS_RESCALE_ALONE(RESCALE, sum) "ldm r0!, {r2, r3, r12}\n" RESCALE(sum)
#define TIGRIS_PACK(a, b, c, d)                 \
    "bfi " a ", " b ", #8, #8\n"                \
    "bfi " a ", " c ", #16, #8\n"               \
    "bfi " a ", " d ", #24, #8\n"

#define TIGRIS_RUN_STRIP_JOB(ROW, RESCALE)                                               \
    asm volatile(                                                                        \
        "push {r0}\n"                                                                    \
        "0:\n"                                                                           \
        "ldr r3, [sp]\n"                                                                 \
        "ldr r1, [r3, #28]\n"                                                            \
        "ldr r2, [r3, #20]\n"                                                            \
        "str r1, [r3, #4]\n"                                                             \
        "str r2, [r3, #16]\n"                                                            \
        "cmp r2, #0\n"                                                                   \
        "beq 2f\n"                                                                       \
        "1:\n"                                                                           \
        "ldr r3, [sp]\n"                                                                 \
        "ldrd r0, r1, [r3]\n"                                                            \
        "ldm r0!, {r4, r5, r6, r7}\n"                                                    \
        "mov r8, r4\n"                                                                   \
        "mov r9, r5\n"                                                                   \
        "mov r10, r6\n"                                                                  \
        "mov r11, r7\n"                                                                  \
        ROW(0) ROW(1) ROW(2)                                                             \
        TIGRIS_RESCALE_BOTH(RESCALE, "r4", "r8") TIGRIS_RESCALE_BOTH(RESCALE, "r5", "r9")\
        TIGRIS_RESCALE_BOTH(RESCALE, "r6", "r10") TIGRIS_RESCALE_BOTH(RESCALE, "r7", "r11")\
        TIGRIS_PACK("r4", "r5", "r6", "r7") TIGRIS_PACK("r8", "r9", "r10", "r11")        \
        "ldr r3, [sp]\n"                                                                 \
        "ldrd r0, r2, [r3, #8]\n"                                                        \
        "ldr r12, [r3, #16]\n"                                                           \
        "str r4, [r0]\n"                                                                 \
        "str r8, [r0, r2]\n"                                                             \
        "add r0, r0, r2, lsl #1\n"                                                       \
        "add r1, r1, #(%c[rows] * %c[stride] * 16)\n"                                    \
        "subs r12, r12, #1\n"                                                            \
        "strd r1, r0, [r3, #4]\n"                                                        \
        "str r12, [r3, #16]\n"                                                           \
        "bne 1b\n"                                                                       \
        "2:\n"                                                                           \
        "ldr r2, [r3, #24]\n"                                                            \
        "cmp r2, #0\n"                                                                   \
        "beq 3f\n"                                                                       \
        "ldrd r0, r1, [r3]\n"                                                            \
        "ldm r0!, {r4, r5, r6, r7}\n"                                                    \
        TIGRIS_ROW_ALONE(0) TIGRIS_ROW_ALONE(1) TIGRIS_ROW_ALONE(2)                      \
        TIGRIS_RESCALE_ALONE(RESCALE, "r4") TIGRIS_RESCALE_ALONE(RESCALE, "r5")          \
        TIGRIS_RESCALE_ALONE(RESCALE, "r6") TIGRIS_RESCALE_ALONE(RESCALE, "r7")          \
        TIGRIS_PACK("r4", "r5", "r6", "r7")                                              \
        "ldr r3, [sp]\n"                                                                 \
        "ldrd r0, r2, [r3, #8]\n"                                                        \
        "str r4, [r0]\n"                                                                 \
        "add r0, r0, r2\n"                                                               \
        "str r0, [r3, #8]\n"                                                             \
        "3:\n"                                                                           \
        "ldrd r1, r2, [r3, #28]\n"                                                       \
        "add r1, r1, #((%c[rows] - 3) * 8)\n"                                            \
        "subs r2, r2, #1\n"                                                              \
        "strd r1, r2, [r3, #28]\n"                                                       \
        "bne 0b\n"                                                                       \
        "add sp, sp, #4\n"                                                               \
        : "+r"(at)                                                                       \
        : [rows] "i"(Rows), [stride] "i"(Stride)                                         \
        : "r1", "r2", "r3", "r4", "r5", "r6", "r7", "r8", "r9", "r10", "r11", "r12", "lr",\
          "cc", "memory")
// clang-format on

template <int Rows, int Stride, rounding Rounds>
[[gnu::noinline]] inline void run_strip_job(strip_job& job) {
    register strip_job* at asm("r0") = &job;
    if constexpr (Stride == 1 && Rounds == rounding::tflite)
        TIGRIS_RUN_STRIP_JOB(TIGRIS_ROW_1, TIGRIS_RESCALE_TFLITE);
    else if constexpr (Stride == 1)
        TIGRIS_RUN_STRIP_JOB(TIGRIS_ROW_1, TIGRIS_RESCALE_NEAREST);
    else if constexpr (Rounds == rounding::tflite)
        TIGRIS_RUN_STRIP_JOB(TIGRIS_ROW_2, TIGRIS_RESCALE_TFLITE);
    else
        TIGRIS_RUN_STRIP_JOB(TIGRIS_ROW_2, TIGRIS_RESCALE_NEAREST);
}

#undef TIGRIS_RUN_STRIP_JOB
#undef TIGRIS_PACK
#undef TIGRIS_RESCALE_ALONE
#undef TIGRIS_RESCALE_BOTH
#undef TIGRIS_RESCALE_NEAREST
#undef TIGRIS_RESCALE_TFLITE
#undef TIGRIS_ROW_ALONE
#undef TIGRIS_ROW_2
#undef TIGRIS_TAP_2
#undef TIGRIS_ROW_1
#undef TIGRIS_ADD_RIGHT
#undef TIGRIS_ADD_LEFT
#undef TIGRIS_PIXEL
#undef TIGRIS_WEIGHT

#endif

}  // namespace tigris::kernels::dsp
