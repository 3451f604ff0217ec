// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// What becomes of sums of floats: bias and limits.

#include <tigris/kernels/arithmetic/epilogue.hpp>
#include <tigris/kernels/arm_dsp/floats/instructions.hpp>

namespace tigris::kernels::arm_dsp_kernels {

inline constexpr float sixteen_zeros[16]{};

/// Where sums begin (as many as the assembler keeps), what four channels' get at their end, and
/// where they go. The assembler knows the places.
struct float_store {
    const float* starts;  // 0
    const float* bias;    // 4
    float* out;           // 8
    int32_t step_bytes;   // 12: from one pixel to the next
};

/// The bias of channels from `first` on; `some` has room for four, if `count` is less.
[[gnu::always_inline]] inline const float* bias_of(const epilogue<float>& e, int32_t first,
                                                   int32_t count, float* some) {
    if (!e.bias.bytes) return sixteen_zeros;
    if (count >= 4) return floats_at(e.bias.bytes) + first;
    for (int32_t i = 0; i < 4; ++i) some[i] = i < count ? e.bias[first + i] : 0;
    return some;
}

template <class Limit, class Element>
[[gnu::always_inline]] inline void limit_each(const Limit& limit, Element* out, int32_t step,
                                              int32_t pixels, int32_t count) {
    for (; pixels > 0; --pixels, out += step) {
        int32_t i = 0;
        for (; i + 4 <= count; i += 4)
#pragma GCC unroll 4
            for (int32_t k = i; k < i + 4; ++k) out[k] = limit(out[k]);
        for (; i < count; ++i) out[i] = limit(out[i]);
    }
}

#if TIGRIS_DSP_MULTIPLIES_FLOATS
/// A float that is at least 0, by its bits: three instructions. NaN is left, as clamped() leaves
/// it.
[[gnu::always_inline]] inline uint32_t at_least_zero(uint32_t x) {
    asm("cmn %0, #0x800000\n\t"
        "it ls\n\t"
        "bicls %0, %0, %0, asr #31"
        : "+r"(x)
        :
        : "cc");
    return x;
}
[[gnu::noinline]] inline void raise_to_zero(float* out, int32_t step, int32_t pixels,
                                            int32_t count) {
    typedef uint32_t __attribute__((may_alias)) word;
    limit_each(at_least_zero, reinterpret_cast<word*>(out), step, pixels, count);
}
#else
inline void raise_to_zero(float* out, int32_t step, int32_t pixels, int32_t count) {
    limit_each([](float x) { return x < 0 ? 0 : x; }, out, step, pixels, count);
}
#endif

/// `count` channels of some pixels.
[[gnu::noinline]] inline void limit_floats(ops::clamp clamp, float* out, int32_t step,
                                           int32_t pixels, int32_t count) {
    if (clamp.low == 0) {
        raise_to_zero(out, step, pixels, count);
        if (clamp.high == ops::infinity) return;
    }
    limit_each([&](float x) { return clamped(x, clamp); }, out, step, pixels, count);
}
constexpr bool limits_floats(const ops::clamp& c) {
    return c.low > -ops::infinity || c.high < ops::infinity;
}

}  // namespace tigris::kernels::arm_dsp_kernels
