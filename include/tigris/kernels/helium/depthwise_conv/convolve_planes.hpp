// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Depthwise windows over the planes of four channels.

#include <tigris/kernels/helium/depthwise_conv/plane_shape.hpp>
#include <tigris/kernels/helium/job_forms.hpp>
#include <tigris/kernels/helium/lane_scales.hpp>

namespace tigris::kernels::helium_kernels {

/// A job: `rows` rows of `width` pixels, four codes each. Afterwards `out` points to the next
/// pixel. The assembler below knows the place of each member, which its comment begins with.
struct plane_job {
    const int8_t* planes;   // 0
    int32_t apart;          // 4: bytes from one plane to the next
    int8_t* out;            // 8
    int32_t step;           // 12: bytes from one pixel of the output to the next
    int32_t zero_point;     // 16
    int32_t width;          // 20
    const int8_t* weights;  // 24: `vectors` vectors for each of four channels, one after the other
    int32_t down;           // 28: bytes from after a row's last window to the first one below
    words bias;             // 32
    words multipliers;      // 48
    words shifts;           // 64
    int32_t rows;           // 80
    int32_t count;          // 84: codes to write, if not four
    plane_job* next;        // 88: job to run after this one; null: none
    int32_t right;          // bytes from a window to its right neighbor
    int32_t below;          // bytes from a window to the one below
    int32_t vectors;        // vectors of a window on one plane
    bool is_short;
};

/// Sums of the windows at `at` and its neighbors on the other planes.
[[gnu::always_inline]] inline words sum_windows(const plane_job& job, const int8_t* at) {
    int32_t sums[4];
    const int8_t* weights = job.weights;
    for (int32_t c = 0; c < 4; ++c, at += job.apart) {
        sums[c] = 0;
        for (int32_t v = 0; v < job.vectors; ++v, weights += 16)
            sums[c] = multiply_across(sums[c], load<bytes>(at + 16 * v), load<bytes>(weights));
    }
    return load<words>(sums);
}

/// Gives `take(sums, out)` each pixel's.
template <class Take>
[[gnu::always_inline]] inline void for_each_pixel(plane_job& job, const Take& take) {
    for (int32_t y = 0; y < job.rows; ++y)
        for (int32_t x = 0; x < job.width; ++x, job.out += job.step)
            take(sum_windows(job, job.planes + y * job.below + x * job.right), job.out);
}

/// Makes the pixels of a job, with short scales and all codes allowed; four codes of each pixel, or
/// `count`.
template <rounding Rounds, bool IsWhole>
[[gnu::noinline]] inline void run_long_windows(plane_job& job) {
    const lane_scales scales{job.bias, job.multipliers, job.shifts};
    const lane_codes codes({int16_t(job.zero_point), INT8_MIN, INT8_MAX});
    for_each_pixel(job, [&](words sums, int8_t* out) {
        store_first_lowest(out, codes(rescaled<Rounds>(sums, scales)), IsWhole ? 4 : job.count);
    });
}

#if TIGRIS_HELIUM_HAS_ALL_REGISTERS

// r1, r3, r5, r9: windows. r0, r2, r4, r6: sums. r7: where codes go. r8: step. r10: zero point.
// r12: rows that are left. lr: pixels that are left. r11: the job. q0 to q3: weights. q5, q6: bias,
// multipliers.
// clang-format off
#define TIGRIS_SUM(sum, window, weights)               \
    "vldrb.8 q4, [" window "], #%c[right]\n"           \
    "vmladav.s8 " sum ", q4, " weights "\n"
#define TIGRIS_RESCALE_TFLITE                          \
    "vqrdmulh.s32 q4, q4, q6\n"                        \
    "vshr.s32 q7, q4, #31\n"                           \
    "vadd.i32 q4, q4, q7\n"                            \
    "vldrw.32 q7, [r11, #64]\n"
#define TIGRIS_RESCALE_NEAREST "vmulh.s32 q4, q4, q6\n"
#define TIGRIS_RUN_JOB(ROUNDS, CODES)                  \
    asm volatile(                                      \
        "0:\n"                                         \
        "ldr r1, [r11, #24]\n"                         \
        "vldrb.8 q0, [r1]\n"                           \
        "vldrb.8 q1, [r1, #16]\n"                      \
        "vldrb.8 q2, [r1, #32]\n"                      \
        "vldrb.8 q3, [r1, #48]\n"                      \
        "vldrw.32 q5, [r11, #32]\n"                    \
        "vldrw.32 q6, [r11, #48]\n"                    \
        "vldrw.32 q7, [r11, #64]\n"                    \
        "ldrd r7, r8, [r11, #8]\n"                     \
        "ldr r10, [r11, #16]\n"                        \
        "ldrd r12, r0, [r11, #80]\n"                   \
        "vctp.32 r0\n"                                 \
        "ldrd r1, r0, [r11]\n"                         \
        "ldr r2, [r11, #28]\n"                         \
        "sub r1, r1, r2\n"                             \
        "add r3, r1, r0\n"                             \
        "add r5, r3, r0\n"                             \
        "add r9, r5, r0\n"                             \
        "1:\n"                                         \
        "ldr r0, [r11, #28]\n"                         \
        "ldr r4, [r11, #20]\n"                         \
        "add r1, r1, r0\n"                             \
        "add r3, r3, r0\n"                             \
        "add r5, r5, r0\n"                             \
        "add r9, r9, r0\n"                             \
        "dls lr, r4\n"                                 \
        "2:\n"                                         \
        TIGRIS_SUM("r0", "r1", "q0")                   \
        TIGRIS_SUM("r2", "r3", "q1")                   \
        TIGRIS_SUM("r4", "r5", "q2")                   \
        TIGRIS_SUM("r6", "r9", "q3")                   \
        "vmov q4[2], q4[0], r0, r4\n"                  \
        "vmov q4[3], q4[1], r2, r6\n"                  \
        "vqadd.s32 q4, q4, q5\n"                       \
        TIGRIS_RESCALE_##ROUNDS                        \
        "vrshl.s32 q4, q4, q7\n"                       \
        "vadd.i32 q4, q4, r10\n"                       \
        "vqmovnb.s32 q4, q4\n"                         \
        "vqmovnb.s16 q4, q4\n"                         \
        TIGRIS_STORE_##CODES                           \
        "add r7, r7, r8\n"                             \
        "le lr, 2b\n"                                  \
        "subs r12, r12, #1\n"                          \
        "bne.w 1b\n"                                   \
        "str r7, [r11, #8]\n"                          \
        "ldr r11, [r11, #88]\n"                        \
        "cmp r11, #0\n"                                \
        "bne.w 0b\n"                                   \
        : "+r"(at)                                     \
        : [right] "i"(Right)                           \
        : "r0", "r1", "r2", "r3", "r4", "r5", "r6", "r7", "r8", "r9", "r10", "r12", "lr", "cc", \
          "q0", "q1", "q2", "q3", "q4", "q5", "q6", "q7", TIGRIS_PREDICATES, "memory")
#define TIGRIS_STORE_FOUR "vstrb.32 q4, [r7]\n"
#define TIGRIS_STORE_FEW "vpst\n" "vstrbt.32 q4, [r7]\n"
// clang-format on

/// Runs a job whose windows are one vector each. Neighbors lie `Right` bytes behind.
template <rounding Rounds, bool IsWhole, int Right>
[[gnu::noinline]] inline void run_short_windows(plane_job& job) {
    register plane_job* at asm("r11") = &job;
    TIGRIS_CHOOSE_FORM(TIGRIS_RUN_JOB)
}

#undef TIGRIS_STORE_FEW
#undef TIGRIS_STORE_FOUR
#undef TIGRIS_RUN_JOB
#undef TIGRIS_RESCALE_NEAREST
#undef TIGRIS_RESCALE_TFLITE
#undef TIGRIS_SUM

#else

template <rounding Rounds, bool IsWhole, int Right>
inline void run_short_windows(plane_job& job) {
    for (plane_job* at = &job; at; at = at->next) run_long_windows<Rounds, IsWhole>(*at);
}

#endif

/// Either, for windows of `Vectors` vectors: a job, and those that follow.
template <rounding Rounds, bool IsWhole, int Vectors, int Right>
[[gnu::always_inline]] inline void run_windows(plane_job& job) {
    if constexpr (Vectors == 1 && Right < 128)
        run_short_windows<Rounds, IsWhole, Right>(job);
    else
        for (plane_job* at = &job; at; at = at->next) run_long_windows<Rounds, IsWhole>(*at);
}

}  // namespace tigris::kernels::helium_kernels
