// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Floats to codes of a scale that is computed at run time, four at a time, but for the divisions:
// vectors have none.

#include <tigris/kernels/fast_float/dynamic.hpp>
#include <tigris/kernels/helium/floats/instructions.hpp>

#if TIGRIS_HELIUM_MULTIPLIES_FLOATS

namespace tigris::kernels {
namespace helium_kernels {

/// Codes of four times `fours` floats, which they may overwrite from the first on. The zero point
/// is one of int8; the codes' highest bits are turned over where `turned` has bits.
[[gnu::noinline]] inline void quantize_fours(void* out, const float* x, int32_t fours, float scale,
                                             int32_t zero_point, uint32_t turned) {
    asm volatile(
        "vmov s4, %[scale]\n\t"
        "vdup.32 q2, %[turned]\n\t"
        "wls lr, %[fours], 2f\n"
        "1:\n\t"
        "vldrw.32 q0, [%[x]], #16\n\t"
        "vdiv.f32 s0, s0, s4\n\t"
        "vdiv.f32 s1, s1, s4\n\t"
        "vdiv.f32 s2, s2, s4\n\t"
        "vdiv.f32 s3, s3, s4\n\t"
        "vcvtn.s32.f32 q0, q0\n\t"
        "vqmovnb.s32 q0, q0\n\t"
        "vqadd.s16 q0, q0, %[zero_point]\n\t"
        "vqmovnb.s16 q0, q0\n\t"
        "veor q0, q0, q2\n\t"
        "vstrb.32 q0, [%[out]], #4\n\t"
        "le lr, 1b\n"
        "2:"
        : [out] "+l"(out), [x] "+r"(x)
        : [fours] "r"(fours), [scale] "r"(scale), [zero_point] "r"(zero_point), [turned] "r"(turned)
        : "q0", "q1", "q2", "lr", "memory");
}

struct quantize_by_fours {
    /// Codes of `count` floats.
    template <class Out>
    static void span(const float* range, Out* out, const float* in, int32_t count) {
        quantize_fours(out, in, count / 4, range[0], int32_t(range[1]) - 128,
                       is_same<Out, int8_t> ? 0 : 0x80);
        const code_of_range<Out> code(range);
        for (int32_t i = count & ~3; i < count; ++i) out[i] = code(in[i]);
    }
};

}  // namespace helium_kernels

helium_kernels::quantize_by_fours quantize_of(helium_tag);

}  // namespace tigris::kernels

#endif
