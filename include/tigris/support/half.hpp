// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Numbers of 16 bits, IEEE 754's binary16. Weights are stored as halves, and kernels compute with
// floats.

#include <stdint.h>

namespace tigris {

/// A half: 1 bit of sign, 5 of exponent, 10 of fraction.
struct half {
    uint16_t bits = 0;
};

/// The largest finite half.
inline constexpr float largest_half = 65504;

/// A half as a float; the conversion is exact. Infinities and NaN stay.
constexpr float to_float_bitwise(half h) {
    const uint32_t sign = uint32_t(h.bits >> 15) << 31, magnitude = h.bits & 0x7FFFu;
    if (magnitude < 0x400) {  // multiples of 2^-24
        const float number = float(int32_t(magnitude)) * 0x1p-24f;
        return sign ? -number : number;
    }
    const uint32_t exponent = magnitude < 0x7C00 ? 112u << 23 : 0xFFu << 23;
    return __builtin_bit_cast(
        float,
        sign | (exponent + (magnitude < 0x7C00 ? magnitude << 13 : (magnitude & 0x3FF) << 13)));
}

/// A half as a float, by an instruction of the core if it has one: all Cortex-M with floating point
/// do. It is assembler, because g++ needs an option to know the type.
[[gnu::always_inline]] constexpr float to_float(half h) {
#if defined(__ARM_FP) && defined(__ARM_ARCH_PROFILE) && __ARM_ARCH_PROFILE == 'M'
    if (!__builtin_is_constant_evaluated()) {
        float result;
        asm("vcvtb.f32.f16 %0, %1"
            : "=t"(result)
            : "t"(__builtin_bit_cast(float, uint32_t(h.bits))));
        return result;
    }
#elif defined(__aarch64__)
    if (!__builtin_is_constant_evaluated()) return float(__builtin_bit_cast(__fp16, h.bits));
#endif
    return to_float_bitwise(h);
}

/// The nearest half, ties to even; infinite from 65520 on.
constexpr half to_half(float x) {
    const auto bits = __builtin_bit_cast(uint32_t, x);
    const uint32_t sign = bits >> 31 << 15, magnitude = bits & 0x7FFFFFFFu;
    uint32_t result = 0;
    if (magnitude > 0x7F800000u) {
        result = 0x7E00;  // NaN
    } else if (magnitude >= 0x477FF000u) {
        result = 0x7C00;
    } else if (magnitude >= 0x38800000u) {
        const uint32_t rebased = magnitude - (112u << 23);
        result = (rebased + 0xFFF + (rebased >> 13 & 1)) >> 13;
    } else if (magnitude > 0x33000000u) {  // above 2^-25, in multiples of 2^-24
        const uint32_t shift = 126 - (magnitude >> 23),
                       fraction = (magnitude & 0x7FFFFFu) | 0x800000u;
        const uint32_t down = fraction >> shift, rest = fraction - (down << shift);
        const uint32_t middle = uint32_t(1) << (shift - 1);
        result = down + (rest > middle || (rest == middle && (down & 1)) ? 1 : 0);
    }
    return {uint16_t(sign | result)};
}

}  // namespace tigris
