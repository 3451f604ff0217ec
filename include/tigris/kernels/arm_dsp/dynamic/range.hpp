// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// The range of a tensor's elements, eight at a time: most are neither a new smallest nor a new
// largest one, which one branch for each tells.

#include <tigris/kernels/arm_dsp/instructions.hpp>
#include <tigris/kernels/portable/dynamic_range.hpp>

namespace tigris::kernels {
namespace arm_dsp_kernels {

#if TIGRIS_HAS_ALL_REGISTERS

// clang-format off
/// Compares a bound with the words in r3 to r10, as long as the condition holds. Afterwards the
/// condition holds if it held for all of them.
#define TIGRIS_COMPARE_EIGHT(bound, holds) \
    "cmp " bound ", r3\n"                  \
    "ittt " holds "\n"                     \
    "cmp" holds " " bound ", r4\n"         \
    "cmp" holds " " bound ", r5\n"         \
    "cmp" holds " " bound ", r6\n"         \
    "itttt " holds "\n"                    \
    "cmp" holds " " bound ", r7\n"         \
    "cmp" holds " " bound ", r8\n"         \
    "cmp" holds " " bound ", r9\n"         \
    "cmp" holds " " bound ", r10\n"
// clang-format on

/// The first of the elements [x, end), a multiple of eight, from which on eight hold a new smallest
/// or largest one; `end` if none do.
[[gnu::noinline]] inline const float* eight_beyond(const range_of_bits& range, const float* x,
                                                   const float* end) {
    register const float* at asm("r0") = x;
    asm volatile(
        "1:\n"
        "cmp %[at], %[end]\n"
        "beq 3f\n"
        "ldm %[at]!, {r3, r4, r5, r6, r7, r8, r9, r10}\n"
        TIGRIS_COMPARE_EIGHT("%[largest]", "ge")
        "blt 2f\n"
        TIGRIS_COMPARE_EIGHT("%[smallest]", "hs")
        "bhs 1b\n"
        "2:\n"
        "sub %[at], %[at], #32\n"
        "3:\n"
        : [at] "+r"(at)
        : [end] "r"(end), [largest] "r"(range.largest), [smallest] "r"(range.smallest)
        : "r3", "r4", "r5", "r6", "r7", "r8", "r9", "r10", "cc", "memory");
    return at;
}

/// Like eight_beyond(), where no element so far is below 0: one comparison finds larger elements
/// and those below 0.
[[gnu::noinline]] inline const float* eight_above(int32_t largest, const float* x,
                                                  const float* end) {
    register const float* at asm("r0") = x;
    asm volatile(
        "1:\n"
        "cmp %[at], %[end]\n"
        "beq 3f\n"
        "ldm %[at]!, {r3, r4, r5, r6, r7, r8, r9, r10}\n"
        TIGRIS_COMPARE_EIGHT("%[largest]", "hs")
        "bhs 1b\n"
        "sub %[at], %[at], #32\n"
        "3:\n"
        : [at] "+r"(at)
        : [end] "r"(end), [largest] "r"(largest)
        : "r3", "r4", "r5", "r6", "r7", "r8", "r9", "r10", "cc", "memory");
    return at;
}

#undef TIGRIS_COMPARE_EIGHT

#else

constexpr const float* eight_above(int32_t, const float* x, const float*) { return x; }
constexpr const float* eight_beyond(const range_of_bits&, const float* x, const float*) {
    return x;
}

#endif

/// The bits of -0. Numbers from 0 on are never smaller.
inline constexpr uint32_t none_below_0 = 0x80000000;

/// The first eight elements from x on that may change the range.
inline const float* next_eight(const range_of_bits& range, const float* x, const float* end) {
    return range.smallest == none_below_0 ? eight_above(range.largest, x, end)
                                          : eight_beyond(range, x, end);
}

}  // namespace arm_dsp_kernels

template <plain_key<ops::dynamic_range>>
[[gnu::noinline]] inline void whole(arm_dsp_tag, const dynamic_range_layer<float>& layer,
                                    float* out, const float* const& in) {
    range_of_bits range{.smallest = arm_dsp_kernels::none_below_0};
    const float *x = in, *const end = x + layer.elements, *const eights = end - layer.elements % 8;
    while ((x = arm_dsp_kernels::next_eight(range, x, eights)) != eights)
        for (int i = 0; i < 8; ++i) range.add(*x++);
    while (x != end) range.add(*x++);
    write_range(out, range);
}

}  // namespace tigris::kernels
