// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// The range of a tensor's elements, four at a time.

#include <tigris/kernels/helium/instructions.hpp>
#include <tigris/kernels/portable/dynamic_range.hpp>

#if TIGRIS_HELIUM_HAS_ALL_REGISTERS

namespace tigris::kernels {
namespace helium_kernels {

[[gnu::noinline]] inline range_of_bits range_of_floats(const float* x, int32_t count) {
    range_of_bits range{.smallest = 0x80000000};
    asm volatile(
        "vdup.32 q1, %[largest]\n\t"
        "vdup.32 q2, %[smallest]\n\t"
        "wlstp.32 lr, %[count], 2f\n"
        "1:\n\t"
        "vldrw.32 q0, [%[x]], #16\n\t"
        "vmax.s32 q1, q1, q0\n\t"
        "vmax.u32 q2, q2, q0\n\t"
        "letp lr, 1b\n"
        "2:\n\t"
        "vmaxv.s32 %[largest], q1\n\t"
        "vmaxv.u32 %[smallest], q2"
        : [x] "+r"(x), [largest] "+r"(range.largest), [smallest] "+r"(range.smallest)
        : [count] "r"(count)
        : "q0", "q1", "q2", "lr", "memory");
    return range;
}

}  // namespace helium_kernels

template <plain_key<ops::dynamic_range>>
inline void whole(helium_tag, const dynamic_range_layer<float>& layer, float* out,
                  const float* const& in) {
    write_range(out, helium_kernels::range_of_floats(in, layer.elements));
}

}  // namespace tigris::kernels

#endif
