// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Windows, two at a time, times the weights of four output channels, to bytes.

#include <tigris/kernels/helium/lane_scales.hpp>

namespace tigris::kernels::mve {

/// Sums of a window of `vectors` vectors with the weights of four outputs.
[[gnu::always_inline]] inline words multiply_window(const int8_t* window, const int8_t* weights,
                                                    int32_t vectors) {
    int32_t a = 0, b = 0, c = 0, d = 0;
    for (; vectors > 0; --vectors, window += 16, weights += 64) {
        const bytes x = load<bytes>(window);
        a = multiply_across(a, x, load<bytes>(weights));
        b = multiply_across(b, x, load<bytes>(weights + 16));
        c = multiply_across(c, x, load<bytes>(weights + 32));
        d = multiply_across(d, x, load<bytes>(weights + 48));
    }
    return words{a, b, c, d};
}

/// Windows `apart` bytes behind each other, and where four codes of each go, `step` bytes apart, up
/// to `end`: an even number. Where there is only one window, it is its own neighbor: apart and step
/// are 0. The assembler below knows each member's place; it passes over `skipped` bytes of itself
/// in the first of `rounds` rounds.
struct pair_job {
    const int8_t* weights;    // 0
    int32_t rounds;           // 4
    const void* first_round;  // 8
    const int8_t* windows;    // 12
    int8_t* out;              // 16
    int32_t count;            // 20: codes to write, if not four
    int32_t zero_point;       // 24
    int32_t step;             // 28
    int32_t apart;            // 32
    int8_t* end;              // 36
    int32_t skipped;          // 40
    int32_t vectors;          // 44
    words bias;               // 48
    words multipliers;        // 64
    words shifts;             // 80
};

/// Weights of `vectors` vectors. The first step, of `Instructions`, stands before the rounds, which
/// have `Steps` each.
template <int Instructions, int Steps, class Job>
[[gnu::always_inline]] inline void set_weights(Job& job, const int8_t* weights, int32_t vectors) {
    const int32_t rounds = (vectors - 1 + Steps - 1) / Steps;
    job.weights = weights;
    job.vectors = vectors;
    job.rounds = rounds > 0 ? rounds : 1;
    job.skipped = (job.rounds * Steps - (vectors - 1)) * 4 * Instructions;
}

/// All windows of a job, with short scales and all codes allowed; four codes of each, or `count`.
template <rounding Rounds, bool IsWhole>
void run_job(pair_job& job);

#if TIGRIS_HELIUM_HAS_ALL_REGISTERS

// r1, r3, r5: windows and weights. r0, r2, r4, r6: sums of the first window, r8, r10, r12, lr: of
// the second. r11: rounds. r9: the job. r7: where codes go. q4 to q6: bias, multipliers, shifts.
// Spelled out, because compilers count the lines to know how far branches reach.
// clang-format off
#define TIGRIS_STEP(multiply)          \
    "vldrb.8 q0, [r1], #16\n"          \
    "vldrb.8 q2, [r5], #16\n"          \
    "vldrb.8 q1, [r3], #16\n"          \
    "vldrb.8 q3, [r5], #16\n"          \
    multiply " r0, q0, q2\n"           \
    multiply " r8, q1, q2\n"           \
    "vldrb.8 q2, [r5], #16\n"          \
    multiply " r2, q0, q3\n"           \
    multiply " r10, q1, q3\n"          \
    "vldrb.8 q3, [r5], #16\n"          \
    multiply " r4, q0, q2\n"           \
    multiply " r12, q1, q2\n"          \
    multiply " r6, q0, q3\n"           \
    multiply " lr, q1, q3\n"
#define TIGRIS_RESCALE_TFLITE          \
    "vqrdmulh.s32 q0, q0, q5\n"        \
    "vqrdmulh.s32 q1, q1, q5\n"        \
    "vshr.s32 q2, q0, #31\n"           \
    "vshr.s32 q3, q1, #31\n"           \
    "vadd.i32 q0, q0, q2\n"            \
    "vadd.i32 q1, q1, q3\n"
#define TIGRIS_RESCALE_NEAREST         \
    "vmulh.s32 q0, q0, q5\n"           \
    "vmulh.s32 q1, q1, q5\n"
#define TIGRIS_STORE_FOUR "vstrb.32 q0, [r7]\n"
#define TIGRIS_STORE_FEW               \
    "ldr r4, [r9, #20]\n"              \
    "vctp.32 r4\n"                     \
    "vpst\n"                           \
    "vstrbt.32 q0, [r7]\n"
#define TIGRIS_RUN_JOB(RESCALE, STORE)                                           \
    asm volatile(                                                                \
        "vldrw.32 q4, [r9, #48]\n"                                               \
        "vldrw.32 q5, [r9, #64]\n"                                               \
        "vldrw.32 q6, [r9, #80]\n"                                               \
        "adr.w r0, 2f\n"                                                         \
        "ldr r2, [r9, #40]\n"                                                    \
        "add r0, r0, r2\n"                                                       \
        "add r0, r0, #1\n"                                                       \
        "str r0, [r9, #8]\n"                                                     \
        "ldr r1, [r9, #12]\n"                                                    \
        "ldr r3, [r9, #32]\n"                                                    \
        "add r3, r3, r1\n"                                                       \
        "ldr r7, [r9, #16]\n"                                                   \
        "1:\n"                                                                   \
        "ldrd r5, r11, [r9]\n"                                                    \
        TIGRIS_STEP("vmladav.s8")                                                \
        "ldr pc, [r9, #8]\n"                                                     \
        "2:\n"                                                                   \
        TIGRIS_STEP("vmladava.s8") TIGRIS_STEP("vmladava.s8")                    \
        TIGRIS_STEP("vmladava.s8") TIGRIS_STEP("vmladava.s8")                    \
        "subs r11, r11, #1\n"                                                      \
        "bne.w 2b\n"                                                             \
        "vmov q0[2], q0[0], r0, r4\n"                                            \
        "vmov q0[3], q0[1], r2, r6\n"                                            \
        "vmov q1[2], q1[0], r8, r12\n"                                           \
        "vmov q1[3], q1[1], r10, lr\n"                                           \
        "vqadd.s32 q0, q0, q4\n"                                                 \
        "vqadd.s32 q1, q1, q4\n"                                                 \
        RESCALE                                                                  \
        "vrshl.s32 q0, q0, q6\n"                                                 \
        "vrshl.s32 q1, q1, q6\n"                                                 \
        "ldrd r0, r2, [r9, #24]\n"                                               \
        "vqmovnb.s32 q0, q0\n"                                                   \
        "vqmovnt.s32 q0, q1\n"                                                   \
        "vqadd.s16 q0, q0, r0\n"                                                 \
        "vqmovnb.s16 q0, q0\n"                                                   \
        STORE                                                                    \
        "vshr.u32 q0, q0, #16\n"                                                 \
        "add r7, r7, r2\n"                                                     \
        STORE                                                                    \
        "add r7, r7, r2\n"                                                     \
        "ldrd r4, r6, [r9, #32]\n"                                               \
        "mov r1, r3\n"                                                           \
        "add r3, r3, r4\n"                                                       \
        "cmp r7, r6\n"                                                          \
        "bne.w 1b\n"                                                             \
        : "+r"(at)                                                               \
        :                                                                        \
        : "r0", "r1", "r2", "r3", "r4", "r5", "r6", "r11", "r8", "r10", "r7", "r12", "lr", "cc", \
          "q0", "q1", "q2", "q3", "q4", "q5", "q6", TIGRIS_PREDICATES, "memory")
// clang-format on

template <rounding Rounds, bool IsWhole>
[[gnu::noinline]] inline void run_job(pair_job& job) {
    register pair_job* at asm("r9") = &job;
    if constexpr (IsWhole && Rounds == rounding::tflite)
        TIGRIS_RUN_JOB(TIGRIS_RESCALE_TFLITE, TIGRIS_STORE_FOUR);
    else if constexpr (IsWhole)
        TIGRIS_RUN_JOB(TIGRIS_RESCALE_NEAREST, TIGRIS_STORE_FOUR);
    else if constexpr (Rounds == rounding::tflite)
        TIGRIS_RUN_JOB(TIGRIS_RESCALE_TFLITE, TIGRIS_STORE_FEW);
    else
        TIGRIS_RUN_JOB(TIGRIS_RESCALE_NEAREST, TIGRIS_STORE_FEW);
}

#undef TIGRIS_RUN_JOB
#undef TIGRIS_STORE_FEW
#undef TIGRIS_STORE_FOUR
#undef TIGRIS_RESCALE_NEAREST
#undef TIGRIS_RESCALE_TFLITE
#undef TIGRIS_STEP

#else

template <rounding Rounds, bool IsWhole>
inline void run_job(pair_job& job) {
    const lane_scales scales{job.bias, job.multipliers, job.shifts};
    const lane_codes codes({int16_t(job.zero_point), INT8_MIN, INT8_MAX});
    do {
        const words sums = multiply_window(job.windows, job.weights, job.vectors);
        store_first_lowest(job.out, codes(rescaled<Rounds>(sums, scales)), IsWhole ? 4 : job.count);
        job.windows += job.apart;
        job.out += job.step;
    } while (job.out != job.end);
}

#endif

/// `count` windows, at least one, to `out`.
template <rounding Rounds, bool IsWhole>
[[gnu::always_inline]] inline void run_windows(pair_job& job, const int8_t* windows, int32_t apart,
                                               int32_t count, int8_t* out, int32_t step) {
    const int32_t paired = count & ~1;
    job.windows = windows;
    job.apart = apart;
    job.out = out;
    job.step = step;
    job.end = out + paired * step;
    if (paired) run_job<Rounds, IsWhole>(job);
    if (paired == count) return;
    job.windows = windows + paired * apart;
    job.out = job.end = out + paired * step;
    job.apart = job.step = 0;
    run_job<Rounds, IsWhole>(job);
}

}  // namespace tigris::kernels::mve
