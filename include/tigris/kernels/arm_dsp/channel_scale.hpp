// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Codes of sums whose scales are short, with the instructions that saturate.

#include <tigris/kernels/arithmetic/channel_scale.hpp>
#include <tigris/kernels/arm_dsp/instructions.hpp>

namespace tigris::kernels::arm_dsp_kernels {

using namespace by_channel;

/// A sum of a channel whose scale is short to a code, all codes allowed.
template <rounding Rounds>
[[gnu::always_inline]] inline int8_t finish_short(int32_t sum, const channel_scale& s) {
    return int8_t(ssat8(rescaled<Rounds>(sum, s)));
}

/// Brings `count` codes that lie `step` apart between the bounds.
inline void limit_codes(const result_codes& allowed, int8_t* out, int32_t count, int32_t step) {
    const result_codes codes = allowed;
    for (; count > 0; --count, out += step) *out = int8_t(limited(*out, codes));
}

/// A channel's products that add up to `sum`, without its bias, to a code.
template <finish_key Key>
inline int8_t finish_one(const epilogue<int8_t>& e, int32_t channel, const channel_scale& s,
                         int32_t sum) {
    if (!s.is_short()) return finish_slowly<Key>(e, channel, sum);
    return int8_t(limited(rescaled<Key.rounds>(sum + s.bias, s), e.codes));
}

}  // namespace tigris::kernels::arm_dsp_kernels
