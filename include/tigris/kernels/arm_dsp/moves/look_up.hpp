// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Codes, looked up four at a time.

#include <tigris/kernels/arm_dsp/instructions.hpp>
#include <tigris/kernels/fast_int8/moves.hpp>

namespace tigris::kernels {
namespace arm_dsp_kernels {

[[gnu::always_inline]] inline void look_up_four(int8_t* to, const int8_t* from,
                                                const uint8_t* table) {
    const uint32_t codes = load_word(from);
    const uint32_t results = table[codes & 255] | uint32_t(table[codes >> 8 & 255]) << 8 |
                             uint32_t(table[codes >> 16 & 255]) << 16 |
                             uint32_t(table[codes >> 24]) << 24;
    __builtin_memcpy(to, &results, sizeof results);
}

struct look_up {
    [[gnu::always_inline]] static void bytes(int8_t* to, const int8_t* from, int32_t count,
                                             const uint8_t* table) {
        const int8_t *const end = from + count, *const whole = from + (count & ~7);
        for (; from != whole; to += 8, from += 8) {
            look_up_four(to, from, table);
            look_up_four(to + 4, from + 4, table);
        }
        while (from != end) *to++ = int8_t(table[uint8_t(*from++)]);
    }
};

}  // namespace arm_dsp_kernels

arm_dsp_kernels::look_up look_up_of(arm_dsp_tag);

}  // namespace tigris::kernels
