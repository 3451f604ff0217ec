// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// 3x3 depthwise windows over the panel of up to eight channels.

#include <tigris/kernels/helium/depthwise_conv/panel_shape.hpp>
#include <tigris/kernels/helium/lane_scales.hpp>

namespace tigris::kernels::helium_kernels {

/// A row of the output: `eights` times eight pixels, and `rest` more. Codes go to bytes `places`
/// after `out`; those of the next eight pixels go `step` bytes further. The assembler below knows
/// the place of each member.
struct panel_job {
    words at;               // 0: addresses of the first four columns
    halves places;          // 16
    const int32_t* scales;  // 32: of each channel bias, multiplier, shift and its place in a column
    int8_t* out;            // 36
    int32_t zero_point;     // 40
    int32_t step;           // 44
    int32_t eights;         // 48
    int32_t rest;           // 52
    const int32_t* behind;  // 56: the last scales
    const int8_t* columns;
};

#if TIGRIS_HELIUM_HAS_ALL_REGISTERS

// r0, r2, r4, r6: sums. r1, r3, r5: bias, multiplier, shift. r7: zero point. r8: where codes go.
// r9: step. r10: pixels behind the eights. r11: scales. r12: the job. lr: eights. q0, q1: weights,
// those of a window that begins one column later. q2: addresses of four columns. q3: places. q5:
// sums of pixels 0, 2, 4 and 6. q6: of 1, 3, 5 and 7.
// clang-format off
#define TIGRIS_SUM_STRIDE_1                    \
    "vldrw.u32 q4, [q2, #64]!\n"               \
    "vmladav.s8 r0, q4, q0\n"                  \
    "vmladav.s8 r2, q4, q1\n"                  \
    "vldrw.u32 q4, [q2, #128]\n"               \
    "vmladav.s8 r4, q4, q0\n"                  \
    "vmladav.s8 r6, q4, q1\n"                  \
    "vmov q5[2], q5[0], r0, r4\n"              \
    "vmov q6[2], q6[0], r2, r6\n"              \
    "vldrw.u32 q4, [q2, #64]!\n"               \
    "vmladav.s8 r0, q4, q0\n"                  \
    "vmladav.s8 r2, q4, q1\n"                  \
    "vldrw.u32 q4, [q2, #128]!\n"              \
    "vmladav.s8 r4, q4, q0\n"                  \
    "vmladav.s8 r6, q4, q1\n"                  \
    "vmov q5[3], q5[1], r0, r4\n"              \
    "vmov q6[3], q6[1], r2, r6\n"
#define TIGRIS_SUM_STRIDE_2                    \
    "vldrw.u32 q4, [q2, #64]!\n"               \
    "vmladav.s8 r0, q4, q0\n"                  \
    "vldrw.u32 q4, [q2, #256]\n"               \
    "vmladav.s8 r2, q4, q0\n"                  \
    "vmov q5[2], q5[0], r0, r2\n"              \
    "vldrw.u32 q4, [q2, #64]!\n"               \
    "vmladav.s8 r4, q4, q0\n"                  \
    "vldrw.u32 q4, [q2, #256]\n"               \
    "vmladav.s8 r6, q4, q0\n"                  \
    "vmov q6[2], q6[0], r4, r6\n"              \
    "vldrw.u32 q4, [q2, #64]!\n"               \
    "vmladav.s8 r0, q4, q0\n"                  \
    "vldrw.u32 q4, [q2, #256]\n"               \
    "vmladav.s8 r2, q4, q0\n"                  \
    "vmov q5[3], q5[1], r0, r2\n"              \
    "vldrw.u32 q4, [q2, #64]!\n"               \
    "vmladav.s8 r4, q4, q0\n"                  \
    "vldrw.u32 q4, [q2, #256]!\n"              \
    "vmladav.s8 r6, q4, q0\n"                  \
    "vmov q6[3], q6[1], r4, r6\n"
#define TIGRIS_RESCALE_TFLITE(sums)            \
    "vqadd.s32 " sums ", " sums ", r1\n"       \
    "vqrdmulh.s32 " sums ", " sums ", r3\n"    \
    "vshr.s32 q7, " sums ", #31\n"             \
    "vadd.i32 " sums ", " sums ", q7\n"        \
    "vrshl.s32 " sums ", r5\n"
#define TIGRIS_RESCALE_NEAREST(sums)           \
    "vqadd.s32 " sums ", " sums ", r1\n"       \
    "vmulh.s32 " sums ", " sums ", q7\n"       \
    "vrshl.s32 " sums ", r5\n"
#define TIGRIS_PREPARE_TFLITE
#define TIGRIS_PREPARE_NEAREST "vdup.32 q7, r3\n"
#define TIGRIS_RUN_STRIP(ROUNDS, STRIDE)       \
    asm volatile(                              \
        "vldrh.16 q3, [r12, #16]\n"            \
        "ldr r11, [r12, #32]\n"                \
        "0:\n"                                 \
        "ldm r11!, {r1, r3, r5, r9}\n"         \
        "vldrw.32 q2, [r12]\n"                 \
        "ldr r8, [r12, #36]\n"                 \
        "vadd.i32 q2, q2, r9\n"                \
        "add r8, r8, r9, lsr #2\n"             \
        "ldrd r7, r9, [r12, #40]\n"            \
        "vldrw.u32 q1, [q2]\n"                 \
        "vldrw.u32 q0, [q2, #32]!\n"           \
        "vldrw.u32 q4, [q2, #64]!\n"           \
        "ldrd r0, r10, [r12, #48]\n"           \
        "vctp.16 r9\n"                         \
        TIGRIS_PREPARE_##ROUNDS                \
        "wls lr, r0, 2f\n"                     \
        "1:\n"                                 \
        TIGRIS_SUM_STRIDE_##STRIDE             \
        TIGRIS_RESCALE_##ROUNDS("q5")          \
        TIGRIS_RESCALE_##ROUNDS("q6")          \
        "vqmovnb.s32 q5, q5\n"                 \
        "vqmovnt.s32 q5, q6\n"                 \
        "vqadd.s16 q5, q5, r7\n"               \
        "vqmovnb.s16 q5, q5\n"                 \
        "vpst\n"                               \
        "vstrbt.16 q5, [r8, q3]\n"             \
        "add r8, r8, r9\n"                     \
        "le lr, 1b\n"                          \
        "2:\n"                                 \
        "cmp r10, #0\n"                        \
        "beq.n 3f\n"                           \
        "vctp.16 r10\n"                        \
        "mov r10, #0\n"                        \
        "mov lr, #1\n"                         \
        "b.n 1b\n"                             \
        "3:\n"                                 \
        "ldr r0, [r12, #56]\n"                 \
        "cmp r0, r11\n"                        \
        "bne.w 0b\n"                           \
        : "+r"(at)                             \
        :                                      \
        : "r0", "r1", "r2", "r3", "r4", "r5", "r6", "r7", "r8", "r9", "r10", "r11", "lr", "cc", \
          "q0", "q1", "q2", "q3", "q4", "q5", "q6", "q7", TIGRIS_PREDICATES, "memory")
// clang-format on

/// Makes the pixels of a panel, with short scales and all codes allowed.
template <rounding Rounds, int32_t Stride>
[[gnu::noinline]] inline void run_panel(const panel_job& job) {
    register const panel_job* at asm("r12") = &job;
    if constexpr (Rounds == rounding::tflite && Stride == 1)
        TIGRIS_RUN_STRIP(TFLITE, 1);
    else if constexpr (Rounds == rounding::tflite)
        TIGRIS_RUN_STRIP(TFLITE, 2);
    else if constexpr (Stride == 1)
        TIGRIS_RUN_STRIP(NEAREST, 1);
    else
        TIGRIS_RUN_STRIP(NEAREST, 2);
}

#undef TIGRIS_RUN_STRIP
#undef TIGRIS_PREPARE_NEAREST
#undef TIGRIS_PREPARE_TFLITE
#undef TIGRIS_RESCALE_NEAREST
#undef TIGRIS_RESCALE_TFLITE
#undef TIGRIS_SUM_STRIDE_2
#undef TIGRIS_SUM_STRIDE_1

#endif

/// The sum of channel `c` of the window that begins at column `first` behind the weights.
inline int32_t sum_window(const panel_job& job, int32_t c, int32_t first) {
    const int8_t* weights = job.columns + column_bytes + 4 * c;
    const int8_t* x = job.columns + (columns_of_weights + first) * column_bytes + 4 * c;
    int32_t sum = 0;
    for (int32_t k = 0; k < 3; ++k, weights += column_bytes, x += column_bytes)
        for (int32_t i = 0; i < 3; ++i) sum += int32_t(x[i]) * weights[i];
    return sum;
}

/// Gives `take(channel, sum, out)` each sum of each channel.
template <int32_t Stride, class Take>
inline void for_each_window(const panel_job& job, const Take& take) {
    const int32_t channels = int32_t(job.behind - job.scales) / words_of_panel_scale;
    const int32_t width = 8 * job.eights + job.rest;
    for (int32_t c = 0; c < channels; ++c)
        for (int32_t x = 0; x < width; ++x)
            take(c, sum_window(job, c, x * Stride), job.out + c + x * (job.step / 8));
}

#if !TIGRIS_HELIUM_HAS_ALL_REGISTERS

template <rounding Rounds, int32_t Stride>
inline void run_panel(const panel_job& job) {
    const lane_codes codes({int16_t(job.zero_point), INT8_MIN, INT8_MAX});
    for_each_window<Stride>(job, [&](int32_t c, int32_t sum, int8_t* out) {
        const int32_t* scales = job.scales + words_of_panel_scale * c;
        const lane_scales s{all_words(scales[0]), all_words(scales[1]), all_words(scales[2])};
        *out = int8_t(codes(rescaled<Rounds>(all_words(sum), s))[0]);
    });
}

#endif

}  // namespace tigris::kernels::helium_kernels
