// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// int4 as int8.

#include <tigris/kernels/arithmetic/int4_weights.hpp>
#include <tigris/kernels/contract/backend.hpp>

namespace tigris::kernels {

/// Four elements, the first in the low half of the low byte, as bytes.
[[gnu::always_inline]] constexpr uint32_t four_bytes(uint32_t int4) {
    const uint32_t pairs = (int4 | int4 << 8) & 0x00FF00FFu;
    const uint32_t codes = (pairs | pairs << 4) & 0x0F0F0F0Fu;
    return codes | (codes & 0x08080808u) * 30;  // 8 times 30 fills the upper half of a byte
}

/// `count` elements, the first of which begins a byte, for kernels that are found by a tag.
[[gnu::noinline]] inline void unpack_int4(working_tag, const int8_t* from, int32_t count,
                                          int8_t* to) {
    for (; count >= 4; count -= 4, from += 2, to += 4) {
        uint16_t halves;
        __builtin_memcpy(&halves, from, sizeof halves);
        const uint32_t four = four_bytes(halves);
        __builtin_memcpy(to, &four, sizeof four);
    }
    for (int32_t i = 0; i < count; ++i) to[i] = int4_reader{from}[i];
}

}  // namespace tigris::kernels
