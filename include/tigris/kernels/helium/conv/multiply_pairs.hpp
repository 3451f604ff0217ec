// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Windows, two at a time, times the weights of four output channels, to bytes.

#include <tigris/kernels/helium/job_forms.hpp>
#include <tigris/kernels/helium/lane_scales.hpp>

namespace tigris::kernels::helium_kernels {

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

struct two_sums {
    words first;
    words second;
};

/// Sums of two windows, `apart` bytes apart, with the weights of four outputs. A window has
/// `vectors` vectors.
[[gnu::always_inline]] inline two_sums multiply_two_windows(const int8_t* window, int32_t apart,
                                                            const int8_t* weights,
                                                            int32_t vectors) {
    const int8_t* second = window + apart;
    int32_t a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0;
    for (; vectors > 0; --vectors, window += 16, second += 16, weights += 64) {
        const bytes x = load<bytes>(window), y = load<bytes>(second);
        const bytes wa = load<bytes>(weights), wb = load<bytes>(weights + 16);
        a = multiply_across(a, x, wa), e = multiply_across(e, y, wa);
        b = multiply_across(b, x, wb), f = multiply_across(f, y, wb);
        const bytes wc = load<bytes>(weights + 32), wd = load<bytes>(weights + 48);
        c = multiply_across(c, x, wc), g = multiply_across(g, y, wc);
        d = multiply_across(d, x, wd), h = multiply_across(h, y, wd);
    }
    return {words{a, b, c, d}, words{e, f, g, h}};
}

/// Windows that lie `apart` bytes behind each other, and where codes of each go, `step` bytes
/// apart: an even number up to `end`, or one; times the weights of `fours` times four outputs,
/// whose scales lie the steps' elements apart. The assembler below knows each member's place; it
/// passes over `skipped` bytes of itself in the first of `rounds` rounds.
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
    int32_t fours;            // 40
    int32_t back;             // 44: from `end` to the first window's next codes
    scale_walk scales;        // 48
    int32_t skipped;          // 68
    int32_t vectors;
    int32_t count_of_windows;
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

/// Multiplies all fours and windows of a job, with short scales and all codes allowed; four codes
/// of each window, or `count`.
template <rounding Rounds, bool IsWhole, bool IsPaired>
void run_job(pair_job& job);

#if TIGRIS_HELIUM_HAS_ALL_REGISTERS

// r1, r3, r5: windows and weights. r0, r2, r4, r6: sums of the first window, r8, r10, r12, lr: of
// the second. r11: rounds. r9: the job. r7: where codes go. q4 to q6: bias, multipliers, shifts.
// Spelled out, because compilers count the lines to know how far branches reach.
// clang-format off
#define TIGRIS_PAIR_STEP(multiply)     \
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
#define TIGRIS_SINGLE_STEP(multiply)   \
    "vldrb.8 q0, [r1], #16\n"          \
    "vldrb.8 q2, [r5], #16\n"          \
    "vldrb.8 q3, [r5], #16\n"          \
    multiply " r0, q0, q2\n"           \
    "vldrb.8 q2, [r5], #16\n"          \
    multiply " r2, q0, q3\n"           \
    "vldrb.8 q3, [r5], #16\n"          \
    multiply " r4, q0, q2\n"           \
    multiply " r6, q0, q3\n"
#define TIGRIS_RESCALE_TFLITE(a, b)    \
    "vqrdmulh.s32 " a ", " a ", q5\n"  \
    "vshr.s32 " b ", " a ", #31\n"     \
    "vadd.i32 " a ", " a ", " b "\n"   \
    "vrshl.s32 " a ", " a ", q6\n"
#define TIGRIS_RESCALE_NEAREST(a, b)   \
    "vmulh.s32 " a ", " a ", q5\n"     \
    "vrshl.s32 " a ", " a ", q6\n"
#define TIGRIS_SHIFT_TFLITE ""
#define TIGRIS_SHIFT_NEAREST           \
    "mov r0, #1\n"                     \
    "vadd.i32 q6, q6, r0\n"
#define TIGRIS_STORE_FOUR "vstrb.32 q0, [r7]\n"
#define TIGRIS_STORE_FEW               \
    "ldr r4, [r9, #20]\n"              \
    "vctp.32 r4\n"                     \
    "vpst\n"                           \
    "vstrbt.32 q0, [r7]\n"
#define TIGRIS_FINISH_PAIR(RESCALE, STORE) \
    "vmov q0[2], q0[0], r0, r4\n"      \
    "vmov q0[3], q0[1], r2, r6\n"      \
    "vmov q1[2], q1[0], r8, r12\n"     \
    "vmov q1[3], q1[1], r10, lr\n"     \
    "vqadd.s32 q0, q0, q4\n"           \
    "vqadd.s32 q1, q1, q4\n"           \
    RESCALE("q0", "q2")                \
    RESCALE("q1", "q3")                \
    "ldrd r0, r2, [r9, #24]\n"         \
    "vqmovnb.s32 q0, q0\n"             \
    "vqmovnt.s32 q0, q1\n"             \
    "vqadd.s16 q0, q0, r0\n"           \
    "vqmovnb.s16 q0, q0\n"             \
    STORE                              \
    "vshr.u32 q0, q0, #16\n"           \
    "add r7, r7, r2\n"                 \
    STORE                              \
    "add r7, r7, r2\n"                 \
    "ldrd r4, r6, [r9, #32]\n"         \
    "mov r1, r3\n"                     \
    "add r3, r3, r4\n"                 \
    "cmp r7, r6\n"                     \
    "bne.w 1b\n"                       \
    "ldrd r2, r0, [r9, #40]\n"         \
    "add r6, r6, #4\n"                 \
    "add r7, r7, r0\n"                 \
    "subs r2, r2, #1\n"                \
    "strd r6, r2, [r9, #36]\n"
#define TIGRIS_FINISH_SINGLE(RESCALE, STORE) \
    "vmov q0[2], q0[0], r0, r4\n"      \
    "vmov q0[3], q0[1], r2, r6\n"      \
    "ldr r0, [r9, #24]\n"              \
    "vqadd.s32 q0, q0, q4\n"           \
    RESCALE("q0", "q2")                \
    "vqmovnb.s32 q0, q0\n"             \
    "vqadd.s16 q0, q0, r0\n"           \
    "vqmovnb.s16 q0, q0\n"             \
    STORE                              \
    "ldr r2, [r9, #40]\n"              \
    "add r7, r7, #4\n"                 \
    "subs r2, r2, #1\n"                \
    "str r2, [r9, #40]\n"
#define TIGRIS_RUN_JOB(STEP, SHIFT, FINISH)                                                  \
    asm volatile(                                                                            \
        "adr.w r0, 2f\n"                                                                     \
        "ldrd r8, r2, [r9, #64]\n"                                                           \
        "add r0, r0, r2\n"                                                                   \
        "add r0, r0, #1\n"                                                                   \
        "str r0, [r9, #8]\n"                                                                 \
        "ldr r7, [r9, #16]\n"                                                                \
        "0:\n"                                                                               \
        "ldrd r0, r2, [r9, #48]\n"                                                           \
        "ldrd r4, r6, [r9, #56]\n"                                                           \
        "ldr r8, [r9, #64]\n"                                                                \
        "vldrw.32 q4, [r0]\n"                                                                \
        "vldrw.32 q5, [r2]\n"                                                                \
        "vldrb.s32 q6, [r4]\n"                                                               \
        "add r0, r0, r6, lsl #2\n"                                                           \
        "add r2, r2, r8, lsl #2\n"                                                           \
        "add r4, r4, r8\n"                                                                   \
        "strd r0, r2, [r9, #48]\n"                                                           \
        "str r4, [r9, #56]\n"                                                                \
        SHIFT                                                                                \
        "ldr r1, [r9, #12]\n"                                                                \
        "ldr r3, [r9, #32]\n"                                                                \
        "add r3, r3, r1\n"                                                                   \
        "1:\n"                                                                               \
        "ldrd r5, r11, [r9]\n"                                                               \
        STEP("vmladav.s8")                                                                   \
        "ldr pc, [r9, #8]\n"                                                                 \
        ".balign 4\n"                                                                        \
        "2:\n"                                                                               \
        STEP("vmladava.s8") STEP("vmladava.s8") STEP("vmladava.s8") STEP("vmladava.s8")      \
        "subs r11, r11, #1\n"                                                                \
        "bne.w 2b\n"                                                                         \
        FINISH                                                                               \
        "str r5, [r9]\n"                                                                     \
        "bne.w 0b\n"                                                                         \
        : "+r"(at)                                                                           \
        :                                                                                    \
        : "r0", "r1", "r2", "r3", "r4", "r5", "r6", "r7", "r8", "r10", "r11", "r12", "lr", "cc", \
          "q0", "q1", "q2", "q3", "q4", "q5", "q6", TIGRIS_PREDICATES, "memory")
#define TIGRIS_RUN_WINDOWS(ROUNDS, CODES)                                                    \
    if constexpr (IsPaired)                                                                  \
        TIGRIS_RUN_JOB(TIGRIS_PAIR_STEP, TIGRIS_SHIFT_##ROUNDS,                              \
                       TIGRIS_FINISH_PAIR(TIGRIS_RESCALE_##ROUNDS, TIGRIS_STORE_##CODES));   \
    else                                                                                     \
        TIGRIS_RUN_JOB(TIGRIS_SINGLE_STEP, TIGRIS_SHIFT_##ROUNDS,                            \
                       TIGRIS_FINISH_SINGLE(TIGRIS_RESCALE_##ROUNDS, TIGRIS_STORE_##CODES))
// clang-format on

template <rounding Rounds, bool IsWhole, bool IsPaired>
[[gnu::noinline]] inline void run_job(pair_job& job) {
    register pair_job* at asm("r9") = &job;
    TIGRIS_CHOOSE_FORM(TIGRIS_RUN_WINDOWS)
}

#undef TIGRIS_RUN_WINDOWS
#undef TIGRIS_RUN_JOB
#undef TIGRIS_FINISH_SINGLE
#undef TIGRIS_FINISH_PAIR
#undef TIGRIS_STORE_FEW
#undef TIGRIS_STORE_FOUR
#undef TIGRIS_SHIFT_NEAREST
#undef TIGRIS_SHIFT_TFLITE
#undef TIGRIS_RESCALE_NEAREST
#undef TIGRIS_RESCALE_TFLITE
#undef TIGRIS_SINGLE_STEP
#undef TIGRIS_PAIR_STEP

#else

template <rounding Rounds, bool IsWhole, bool IsPaired>
inline void run_job(pair_job& job) {
    const lane_codes codes({int16_t(job.zero_point), INT8_MIN, INT8_MAX});
    for (; job.fours > 0; --job.fours, job.weights += 64 * job.vectors, job.out += 4) {
        const lane_scales scales = next_scales<Rounds>(job.scales);
        for (int32_t n = 0; n < job.count_of_windows; ++n) {
            const words sums =
                multiply_window(job.windows + n * job.apart, job.weights, job.vectors);
            store_first_lowest(job.out + n * job.step, codes(rescaled<Rounds>(sums, scales)),
                               IsWhole ? 4 : job.count);
        }
    }
}

#endif

/// `count` windows, at least one, that lie `apart` bytes behind each other, and where their codes
/// go, `step` bytes apart.
struct window_span {
    const int8_t* windows;
    int32_t apart;
    int32_t count;
    int8_t* out;
    int32_t step;
};

/// The fours of a job, of which outputs and scales are set, over all windows: pairs, then one.
template <rounding Rounds, bool IsWhole>
[[gnu::always_inline]] inline void run_windows(pair_job& job, const int8_t* weights,
                                               int32_t vectors, const window_span& span) {
    const int32_t paired = span.count & ~1, fours = job.fours;
    const scale_walk scales = job.scales;
    job.apart = span.apart;
    job.step = span.step;
    if (paired) {
        set_weights<14, 4>(job, weights, vectors);
        job.windows = span.windows;
        job.count_of_windows = paired;
        job.out = span.out;
        job.end = span.out + paired * span.step;
        job.back = 4 - paired * span.step;
        run_job<Rounds, IsWhole, true>(job);
    }
    if (paired == span.count) return;
    job.fours = fours;
    job.scales = scales;
    set_weights<9, 4>(job, weights, vectors);
    job.windows = span.windows + paired * span.apart;
    job.count_of_windows = 1;
    job.out = span.out + paired * span.step;
    run_job<Rounds, IsWhole, false>(job);
}

}  // namespace tigris::kernels::helium_kernels
