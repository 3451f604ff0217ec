// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Sums of products of codes to numbers, four channels of all pixels after the other.

#include <tigris/kernels/fast_float/dynamic.hpp>
#include <tigris/kernels/helium/floats/instructions.hpp>

#if TIGRIS_HELIUM_MULTIPLIES_FLOATS

namespace tigris::kernels {
namespace helium_kernels {

/// `count` pixels of four channels, whose next is `step` elements further.
struct rescale_fours {
    template <bool HasBias, bool IsRelu>
    [[gnu::noinline]] static void run(const four_scales& fours, const int32_t* sums, float* out,
                                      int32_t count, int32_t step) {
        asm volatile(
            "vldrw.32 q1, [%[fours]]\n\t"
            "vldrw.32 q2, [%[fours], #16]\n\t"
            "vldrw.32 q3, [%[fours], #32]\n\t"
            "vmov.i32 q4, #0\n\t"
            "wls lr, %[count], 2f\n"
            "1:\n\t"
            "vldrw.32 q0, [%[sums]]\n\t"
            "add %[sums], %[sums], %[step]\n\t"
            "vadd.i32 q0, q0, q1\n\t"
            "vcvt.f32.s32 q0, q0\n\t"
            "vmul.f32 q0, q0, q2\n\t"
            ".if %c[has_bias]\n\t"
            "vadd.f32 q0, q0, q3\n\t"
            ".endif\n\t"
            ".if %c[is_relu]\n\t"
            "vmaxnm.f32 q0, q0, q4\n\t"
            ".endif\n\t"
            "vstrw.32 q0, [%[out]]\n\t"
            "add %[out], %[out], %[step]\n\t"
            "le lr, 1b\n"
            "2:"
            : [sums] "+r"(sums), [out] "+r"(out)
            : [fours] "r"(&fours), [count] "r"(count), [step] "r"(4 * step),
              [has_bias] "i"(HasBias), [is_relu] "i"(IsRelu)
            : "q0", "q1", "q2", "q3", "q4", "lr", "memory");
    }
};

}  // namespace helium_kernels

helium_kernels::rescale_fours rescale_of(helium_tag);

}  // namespace tigris::kernels

#endif
