// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Floats to codes of a scale that is computed at run time, eight at a time: two codes in a word.

#include <tigris/kernels/arm_dsp/floats/instructions.hpp>
#include <tigris/kernels/fast_float/dynamic.hpp>

namespace tigris::kernels {
namespace arm_dsp_kernels {

#if TIGRIS_DSP_MULTIPLIES_FLOATS

/// Codes 0 to 3 or 4 to 7, of floats in four registers behind each other. Two sums with `magic`
/// (portable/dynamic_quantize.hpp) have integers of 16 bits as their low halves.
// clang-format off
#define TIGRIS_FOUR_CODES(s0, s1, s2, s3)              \
    "vmov r4, r5, " s0 ", " s1 "\n"                    \
    "vmov r6, r7, " s2 ", " s3 "\n"                    \
    "pkhbt r4, r4, r6, lsl #16\n"                      \
    "pkhbt r5, r5, r7, lsl #16\n"                      \
    "sadd16 r4, r4, %[zero_points]\n"                  \
    "sadd16 r5, r5, %[zero_points]\n"                  \
    "usat16 r4, #8, r4\n"                              \
    "usat16 r5, #8, r5\n"                              \
    "orr r4, r4, r5, lsl #8\n"                         \
    "eor r4, r4, %[base]\n"                            \
    "str r4, [%[out]], #4\n"
#define TIGRIS_DIVIDE(s) "vdiv.f32 " s ", " s ", s8\n"
#define TIGRIS_ROUND(s) "vadd.f32 " s ", " s ", s9\n"

/// Codes of the floats [x, end), at least eight and a multiple of that. `base` has the bits of codes
/// of uint8 that those of the output have not.
[[gnu::noinline]] inline void quantize_eights(void* out, const float* x, const float* end,
                                              float scale, uint32_t zero_points, uint32_t base) {
    asm volatile(
        "vmov s8, %[scale]\n"
        "vmov s9, %[magic]\n"
        "1:\n"
        "vldmia %[x]!, {s0, s1, s2, s3, s4, s5, s6, s7}\n"
        TIGRIS_DIVIDE("s0") TIGRIS_DIVIDE("s1") TIGRIS_DIVIDE("s2") TIGRIS_DIVIDE("s3")
        TIGRIS_DIVIDE("s4") TIGRIS_DIVIDE("s5") TIGRIS_DIVIDE("s6") TIGRIS_DIVIDE("s7")
        TIGRIS_ROUND("s0") TIGRIS_ROUND("s1") TIGRIS_ROUND("s2") TIGRIS_ROUND("s3")
        TIGRIS_ROUND("s4") TIGRIS_ROUND("s5") TIGRIS_ROUND("s6") TIGRIS_ROUND("s7")
        TIGRIS_FOUR_CODES("s0", "s1", "s2", "s3")
        TIGRIS_FOUR_CODES("s4", "s5", "s6", "s7")
        "cmp %[x], %[end]\n"
        "bne 1b\n"
        : [out] "+r"(out), [x] "+r"(x)
        : [end] "r"(end), [scale] "r"(scale), [zero_points] "r"(zero_points), [base] "r"(base),
          [magic] "r"(code_of_range<uint8_t>::magic)
        : "r4", "r5", "r6", "r7", "s0", "s1", "s2", "s3", "s4", "s5", "s6", "s7", "s8", "s9", "cc",
          "memory");
}
// clang-format on

#undef TIGRIS_ROUND
#undef TIGRIS_DIVIDE
#undef TIGRIS_FOUR_CODES

#endif

struct quantize_by_eights {
    /// Codes of `count` floats. They may overwrite these from the first on.
    template <class Out>
    static void span(const float* range, Out* out, const float* in, int32_t count) {
        int32_t done = 0;
#if TIGRIS_DSP_MULTIPLIES_FLOATS
        done = count & ~7;
        if (done)
            quantize_eights(out, in, in + done, range[0], uint32_t(int32_t(range[1])) * 0x10001u,
                            is_same<Out, int8_t> ? 0x80808080u : 0);
#endif
        const code_of_range<Out> code(range);
        for (int32_t i = done; i < count; ++i) out[i] = code(in[i]);
    }
};

}  // namespace arm_dsp_kernels

arm_dsp_kernels::quantize_by_eights quantize_of(arm_dsp_tag);

}  // namespace tigris::kernels
