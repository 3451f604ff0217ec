// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Sums of products of codes to numbers, four channels of all pixels after the other.

#include <tigris/kernels/arm_dsp/floats/instructions.hpp>
#include <tigris/kernels/fast_float/dynamic.hpp>

#if TIGRIS_DSP_MULTIPLIES_FLOATS

namespace tigris::kernels {
namespace arm_dsp_kernels {

/// `count` pixels, at least one, whose next is `step` elements further. A negative result becomes
/// 0, and so does a -0, which products beyond the smallest float are.
template <bool HasBias, bool IsRelu>
[[gnu::noinline]] inline void rescale_pixels(const four_scales& fours, const int32_t* sums,
                                             float* out, int32_t count, int32_t step) {
    const four_scales* from = &fours;
    // clang-format off
    asm volatile(
        "vldmia %[fours]!, {s4, s5, s6, s7}\n"
        "vmov r4, r5, s4, s5\n"
        "vmov r6, r7, s6, s7\n"
        "vldmia %[fours], {s4, s5, s6, s7, s8, s9, s10, s11}\n"
        "1:\n"
        "ldm %[sums], {r8, r9, r10, r12}\n"
        "add r8, r8, r4\n"
        "add r9, r9, r5\n"
        "add r10, r10, r6\n"
        "add r12, r12, r7\n"
        "vmov s0, s1, r8, r9\n"
        "vmov s2, s3, r10, r12\n"
        "vcvt.f32.s32 s0, s0\n" "vcvt.f32.s32 s1, s1\n"
        "vcvt.f32.s32 s2, s2\n" "vcvt.f32.s32 s3, s3\n"
        "vmul.f32 s0, s0, s4\n" "vmul.f32 s1, s1, s5\n"
        "vmul.f32 s2, s2, s6\n" "vmul.f32 s3, s3, s7\n"
        ".if %c[has_bias]\n"
        "vadd.f32 s0, s0, s8\n" "vadd.f32 s1, s1, s9\n"
        "vadd.f32 s2, s2, s10\n" "vadd.f32 s3, s3, s11\n"
        ".endif\n"
        ".if %c[is_relu]\n"
        "vmov r8, r9, s0, s1\n"
        "vmov r10, r12, s2, s3\n"
        "bic r8, r8, r8, asr #31\n"
        "bic r9, r9, r9, asr #31\n"
        "bic r10, r10, r10, asr #31\n"
        "bic r12, r12, r12, asr #31\n"
        "stm %[out], {r8, r9, r10, r12}\n"
        ".else\n"
        "vstm %[out], {s0, s1, s2, s3}\n"
        ".endif\n"
        "add %[sums], %[sums], %[step]\n"
        "add %[out], %[out], %[step]\n"
        "subs %[count], %[count], #1\n"
        "bne 1b\n"
        : [fours] "+r"(from), [sums] "+r"(sums), [out] "+r"(out), [count] "+r"(count)
        : [step] "r"(4 * step), [has_bias] "i"(HasBias),
          [is_relu] "i"(IsRelu)
        : "r4", "r5", "r6", "r7", "r8", "r9", "r10", "r12", "s0", "s1", "s2", "s3", "s4", "s5",
          "s6", "s7", "s8", "s9", "s10", "s11", "cc", "memory");
    // clang-format on
}

struct rescale_fours {
    template <bool HasBias, bool IsRelu>
    [[gnu::always_inline]] static void run(const four_scales& fours, const int32_t* sums,
                                           float* out, int32_t count, int32_t step) {
        rescale_pixels<HasBias, IsRelu>(fours, sums, out, count, step);
    }
};

}  // namespace arm_dsp_kernels

arm_dsp_kernels::rescale_fours rescale_of(arm_dsp_tag);

}  // namespace tigris::kernels

#endif
