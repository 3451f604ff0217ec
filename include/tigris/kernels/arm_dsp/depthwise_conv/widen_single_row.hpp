// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Four channels of the three rows under a row of the output widened to 16 bits, two columns after
// two (single_row_shape.hpp).

#include <tigris/kernels/arm_dsp/depthwise_conv/panel_columns.hpp>
#include <tigris/kernels/arm_dsp/depthwise_conv/single_row_shape.hpp>

namespace tigris::kernels::arm_dsp_kernels {

/// Pixels from `row` on, which are `step` bytes apart, and those of the two rows below at other
/// distances. They go `to` twos before `end`; in front of the first, and behind the last, a column
/// may be missing. The assembler below knows each member's place.
struct twos_job {
    int32_t middle = 0;           // 0
    int32_t bottom = 0;           // 4
    int32_t step = 0;             // 8
    column_twos* end = nullptr;   // 12
    uint32_t padding = 0;         // 16
    int32_t lacks_last = 0;       // 20
    int32_t lacks_first = 0;      // 24
    column_twos* to = nullptr;    // 28
    const int8_t* row = nullptr;  // 32
};

#if TIGRIS_HAS_ALL_REGISTERS

// r0: where words go. r1: the next column. r2 to r4: distances. r5 to r7: a column's three rows; r8
// to r10: the next one's. Words of two channels are made in r2, r3, r4, r11, r12, lr: first two
// channels of two rows, or of two columns, side by side as bytes.
// clang-format off
#define TIGRIS_SPREAD                                                     \
    "sxtb16 r2, r11\n"                                                    \
    "sxtb16 r3, r12\n"                                                    \
    "sxtb16 r4, lr\n"                                                     \
    "sxtb16 r11, r11, ror #8\n"                                           \
    "sxtb16 r12, r12, ror #8\n"                                           \
    "sxtb16 lr, lr, ror #8\n"                                             \
    "stm r0!, {r2, r3, r4, r11, r12, lr}\n"
#define TIGRIS_LOW_HALVES                                                 \
    "pkhbt r11, r5, r6, lsl #16\n"                                        \
    "pkhbt r12, r8, r9, lsl #16\n"                                        \
    "pkhbt lr, r7, r10, lsl #16\n"
#define TIGRIS_HIGH_HALVES                                                \
    "pkhtb r11, r6, r5, asr #16\n"                                        \
    "pkhtb r12, r9, r8, asr #16\n"                                        \
    "pkhtb lr, r10, r7, asr #16\n"

[[gnu::noinline]] inline void widen_twos(const twos_job& job) {
    register const twos_job* at asm("r0") = &job;
    asm volatile(
        "ldm r0, {r1, r2, r3, r4, r5, r6, r7, r8, r9}\n"
        "push {r1, r2, r3, r4, r5, r6}\n"
        "mov r0, r8\n"
        "mov r1, r9\n"
        "cmp r7, #0\n"
        "beq 1f\n"
        "ldm sp, {r2, r3, r4, r6, r7}\n"
        "mov r5, r7\n"
        "mov r6, r7\n"
        "b 3f\n"
        "1:\n"
        "ldm sp, {r2, r3, r4, r8}\n"
        "cmp r0, r8\n"
        "beq 5f\n"
        "2:\n"
        "ldr r5, [r1]\n"
        "ldr r6, [r1, r2]\n"
        "ldr r7, [r1, r3]\n"
        "add r1, r1, r4\n"
        "3:\n"
        "ldr r8, [r1]\n"
        "ldr r9, [r1, r2]\n"
        "ldr r10, [r1, r3]\n"
        "add r1, r1, r4\n"
        "4:\n"
        TIGRIS_LOW_HALVES TIGRIS_SPREAD
        TIGRIS_HIGH_HALVES TIGRIS_SPREAD
        "ldm sp, {r2, r3, r4, r8}\n"
        "cmp r0, r8\n"
        "bne 2b\n"
        "5:\n"
        "ldrd r9, r10, [sp, #16]\n"
        "cmp r10, #0\n"
        "beq 6f\n"
        "add r8, r8, #48\n"
        "mov r10, #0\n"
        "str r8, [sp, #12]\n"
        "str r10, [sp, #20]\n"
        "mov r8, r9\n"
        "mov r10, r9\n"
        "ldr r5, [r1]\n"
        "ldr r6, [r1, r2]\n"
        "ldr r7, [r1, r3]\n"
        "b 4b\n"
        "6:\n"
        "add sp, sp, #24\n"
        : "+r"(at)
        :
        : "r1", "r2", "r3", "r4", "r5", "r6", "r7", "r8", "r9", "r10", "r11", "r12", "lr", "cc",
          "memory");
}
// clang-format on

#undef TIGRIS_HIGH_HALVES
#undef TIGRIS_LOW_HALVES
#undef TIGRIS_SPREAD

#else

/// A column's words of four channels, in three rows.
struct column_bytes {
    uint32_t top;
    uint32_t middle;
    uint32_t bottom;
};

inline column_bytes next_column(const twos_job& job, const int8_t*& row) {
    const column_bytes column{load_word(row), load_word(row + job.middle),
                              load_word(row + job.bottom)};
    row += job.step;
    return column;
}

/// Two channels' bytes of two rows or columns to words of both.
inline void spread(uint32_t bytes, uint32_t& even, uint32_t& odd) {
    even = sxtb16(bytes);
    odd = sxtb16_ror8(bytes);
}

inline void widen_two(column_twos* to, const column_bytes& a, const column_bytes& b) {
    spread(low_halves(a.top, a.middle), to[0].upper[0], to[1].upper[0]);
    spread(low_halves(b.top, b.middle), to[0].upper[1], to[1].upper[1]);
    spread(low_halves(a.bottom, b.bottom), to[0].lower, to[1].lower);
    spread(high_halves(a.top, a.middle), to[2].upper[0], to[3].upper[0]);
    spread(high_halves(b.top, b.middle), to[2].upper[1], to[3].upper[1]);
    spread(high_halves(a.bottom, b.bottom), to[2].lower, to[3].lower);
}

inline void widen_twos(const twos_job& job) {
    const column_bytes none{job.padding, job.padding, job.padding};
    const int8_t* row = job.row;
    column_twos* to = job.to;
    for (bool lacks = job.lacks_first; to != job.end; to += panel_channels, lacks = false) {
        const column_bytes left = lacks ? none : next_column(job, row);
        widen_two(to, left, next_column(job, row));
    }
    if (job.lacks_last) widen_two(to, next_column(job, row), none);
}

#endif

}  // namespace tigris::kernels::arm_dsp_kernels
