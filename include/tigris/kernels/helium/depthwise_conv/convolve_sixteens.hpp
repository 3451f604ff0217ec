// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// 3x3 depthwise windows of sixteen channels at a time, read where they lie.

#include <tigris/kernels/helium/lane_scales.hpp>

namespace tigris::kernels::helium_kernels {

/// Neighboring pixels of `blocks` times sixteen channels. `taps` are the places of taps. `steps`:
/// for each row of the kernel, bytes from after a pixel to the next pixel of a tap. The scales lie
/// at `scales` in the order of store_scales(). Pixels of the output lie `gap` bytes apart. The
/// assembler below knows the place of each member.
struct sixteens_job {
    const int8_t* taps[9];   // 0
    const int8_t* weights;   // 36
    const int32_t* scales;   // 40
    int8_t* out;             // 44
    int32_t blocks;          // 48
    int32_t pixels;          // 52
    int32_t steps[3];        // 56
    int32_t gap;             // 68
    int16_t zero_points[8];  // 72
};

/// Words of the scales of sixteen channels: bias, multipliers and shifts of channels 0, 4, 8 and
/// 12; then of channels 2, 6, 10 and 14; then of 1 and on; then of 3 and on. Products have this
/// order.
inline constexpr int32_t words_of_block = 16 * 3;

/// The index of the bias of channel `c`; its multiplier and shift lie four and eight words further
/// on.
constexpr int32_t place_of_scale(int32_t c) {
    const int32_t four = 2 * (c % 2) + c % 4 / 2;
    return c / 16 * words_of_block + 12 * four + c % 16 / 4;
}

/// Makes the pixels of a job, with short scales and all codes allowed.
template <rounding Rounds>
void run_pixels(sixteens_job& job);

#if TIGRIS_HELIUM_HAS_ALL_REGISTERS

// r0 to r8: taps. r9: weights. r10: scales. r11: where codes go. r12: the job. lr: blocks. q4 to
// q7: sums of channels 0, 4, 8 and 12; 2 and on; 1 and on; 3 and on.
// clang-format off
#define TIGRIS_SUM_PAIR(first, second)   \
    "vldrb.8 q0, [" first "], #16\n"     \
    "vldrb.8 q1, [r9], #16\n"            \
    "vmullb.s8 q2, q0, q1\n"             \
    "vmullt.s8 q0, q0, q1\n"             \
    "vldrb.8 q1, [" second "], #16\n"    \
    "vldrb.8 q3, [r9]\n"                 \
    "vmullb.s8 q3, q1, q3\n"             \
    "vadd.i16 q2, q2, q3\n"              \
    "vldrb.8 q3, [r9], #16\n"            \
    "vmullt.s8 q1, q1, q3\n"             \
    "vadd.i16 q0, q0, q1\n"
#define TIGRIS_SUM_LAST(tap)             \
    "vldrb.8 q0, [" tap "], #16\n"       \
    "vldrb.8 q1, [r9], #16\n"            \
    "vmullb.s8 q2, q0, q1\n"             \
    "vmullt.s8 q0, q0, q1\n"
#define TIGRIS_SET                       \
    "vmovlb.s16 q4, q2\n"                \
    "vmovlt.s16 q5, q2\n"                \
    "vmovlb.s16 q6, q0\n"                \
    "vmovlt.s16 q7, q0\n"
#define TIGRIS_ADD                       \
    "vmovlb.s16 q1, q2\n"                \
    "vmovlt.s16 q2, q2\n"                \
    "vadd.i32 q4, q4, q1\n"              \
    "vadd.i32 q5, q5, q2\n"              \
    "vmovlb.s16 q1, q0\n"                \
    "vmovlt.s16 q0, q0\n"                \
    "vadd.i32 q6, q6, q1\n"              \
    "vadd.i32 q7, q7, q0\n"
#define TIGRIS_MULTIPLY_TFLITE(sum)           \
    "vqrdmulh.s32 " sum ", " sum ", q1\n"     \
    "vshr.s32 q0, " sum ", #31\n"             \
    "vadd.i32 " sum ", " sum ", q0\n"
#define TIGRIS_MULTIPLY_NEAREST(sum)          \
    "vmulh.s32 " sum ", " sum ", q1\n"
#define TIGRIS_RESCALE(MULTIPLY, sum)         \
    "vldrw.32 q0, [r10], #16\n"               \
    "vldrw.32 q1, [r10], #16\n"               \
    "vqadd.s32 " sum ", " sum ", q0\n"        \
    MULTIPLY(sum)                             \
    "vldrw.32 q2, [r10], #16\n"               \
    "vrshl.s32 " sum ", " sum ", q2\n"
#define TIGRIS_RUN_PIXELS(MULTIPLY)                                      \
    asm volatile(                                                        \
        "ldm r12, {r0, r1, r2, r3, r4, r5, r6, r7, r8}\n"                \
        "ldr r11, [r12, #44]\n"                                          \
        "1:\n"                                                           \
        "ldrd r9, r10, [r12, #36]\n"                                     \
        "ldr lr, [r12, #48]\n"                                           \
        "dls lr, lr\n"                                                   \
        "2:\n"                                                           \
        TIGRIS_SUM_PAIR("r0", "r1") TIGRIS_SET                           \
        TIGRIS_SUM_PAIR("r2", "r3") TIGRIS_ADD                           \
        TIGRIS_SUM_PAIR("r4", "r5") TIGRIS_ADD                           \
        TIGRIS_SUM_PAIR("r6", "r7") TIGRIS_ADD                           \
        TIGRIS_SUM_LAST("r8") TIGRIS_ADD                                 \
        TIGRIS_RESCALE(MULTIPLY, "q4") TIGRIS_RESCALE(MULTIPLY, "q5")    \
        TIGRIS_RESCALE(MULTIPLY, "q6") TIGRIS_RESCALE(MULTIPLY, "q7")    \
        "vldrh.16 q0, [r12, #72]\n"                                      \
        "vqmovnb.s32 q4, q4\n"                                           \
        "vqmovnt.s32 q4, q5\n"                                           \
        "vqmovnb.s32 q6, q6\n"                                           \
        "vqmovnt.s32 q6, q7\n"                                           \
        "vqadd.s16 q4, q4, q0\n"                                         \
        "vqadd.s16 q6, q6, q0\n"                                         \
        "vqmovnb.s16 q4, q4\n"                                           \
        "vqmovnt.s16 q4, q6\n"                                           \
        "vstrb.8 q4, [r11], #16\n"                                       \
        "le lr, 2b\n"                                                    \
        "ldrd r9, r10, [r12, #56]\n"                                     \
        "add r0, r0, r9\n"                                               \
        "add r1, r1, r9\n"                                               \
        "add r2, r2, r9\n"                                               \
        "add r3, r3, r10\n"                                              \
        "add r4, r4, r10\n"                                              \
        "add r5, r5, r10\n"                                              \
        "ldrd r9, lr, [r12, #64]\n"                                      \
        "ldr r10, [r12, #52]\n"                                          \
        "add r6, r6, r9\n"                                               \
        "add r7, r7, r9\n"                                               \
        "add r8, r8, r9\n"                                               \
        "add r11, r11, lr\n"                                             \
        "subs r10, r10, #1\n"                                            \
        "str r10, [r12, #52]\n"                                          \
        "bne.w 1b\n"                                                     \
        : "+r"(at)                                                       \
        :                                                                \
        : "r0", "r1", "r2", "r3", "r4", "r5", "r6", "r7", "r8", "r9", "r10", "r11", "lr", "cc", \
          "q0", "q1", "q2", "q3", "q4", "q5", "q6", "q7", "memory")
// clang-format on

template <rounding Rounds>
[[gnu::noinline]] inline void run_pixels(sixteens_job& job) {
    register sixteens_job* at asm("r12") = &job;
    if constexpr (Rounds == rounding::tflite)
        TIGRIS_RUN_PIXELS(TIGRIS_MULTIPLY_TFLITE);
    else
        TIGRIS_RUN_PIXELS(TIGRIS_MULTIPLY_NEAREST);
}

#undef TIGRIS_RUN_PIXELS
#undef TIGRIS_RESCALE
#undef TIGRIS_MULTIPLY_NEAREST
#undef TIGRIS_MULTIPLY_TFLITE
#undef TIGRIS_ADD
#undef TIGRIS_SET
#undef TIGRIS_SUM_LAST
#undef TIGRIS_SUM_PAIR

#endif

/// The sum of channel `c` of a job's pixel at `x`, counted in bytes.
inline int32_t sum_channel(const sixteens_job& job, int32_t c, const int32_t (&moved)[3]) {
    const int8_t* weights = job.weights + c / 16 * 9 * 16 + c % 16;
    int32_t sum = 0;
    for (int32_t tap = 0; tap < 9; ++tap)
        sum += int32_t(job.taps[tap][moved[tap / 3] + c]) * weights[16 * tap];
    return sum;
}

/// Gives `take(channel, sum, out)` each sum of each pixel.
template <class Take>
inline void for_each_sum(const sixteens_job& job, const Take& take) {
    const int32_t channels = 16 * job.blocks;
    int32_t moved[3]{};
    int8_t* out = job.out;
    for (int32_t x = 0; x < job.pixels; ++x, out += channels + job.gap) {
        for (int32_t c = 0; c < channels; ++c) take(c, sum_channel(job, c, moved), out + c);
        for (int32_t i = 0; i < 3; ++i) moved[i] += channels + job.steps[i];
    }
}

#if !TIGRIS_HELIUM_HAS_ALL_REGISTERS

template <rounding Rounds>
inline void run_pixels(sixteens_job& job) {
    const lane_codes codes({job.zero_points[0], INT8_MIN, INT8_MAX});
    for_each_sum(job, [&](int32_t c, int32_t sum, int8_t* out) {
        const int32_t* scales = job.scales + place_of_scale(c);
        const lane_scales s{all_words(scales[0]), all_words(scales[4]), all_words(scales[8])};
        *out = int8_t(codes(rescaled<Rounds>(all_words(sum), s))[0]);
    });
}

#endif

}  // namespace tigris::kernels::helium_kernels
