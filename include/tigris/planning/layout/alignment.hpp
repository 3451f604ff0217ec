// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// What the addresses of tensors and of working memory are multiples of.

#include <tigris/planning/rows/step_facts.hpp>
#include <tigris/planning/target/target.hpp>
#include <tigris/support/is_set.hpp>

namespace tigris::planning {

constexpr int64_t align_up(int64_t bytes, int64_t alignment) {
    return (bytes + alignment - 1) / alignment * alignment;
}

/// Completing this type gives one error if the target's alignment is not a power of two. target.hpp
/// checks the default alignment.
template <uint32_t Alignment>
struct alignment_check {
    static_assert(is_power_of_two(Alignment) || Alignment == TIGRIS_TENSOR_ALIGN,
                  "tigris: the target's alignment is not a power of two; give 4, 8, 16 or 32");
};

/// What addresses of tensors and of working memory are multiples of, in bytes. It is the largest
/// of: the alignment of the target; that of its memories for activations; the size of the widest
/// element, constants excepted; the size of the widest sum; what a kernel wants.
constexpr uint32_t alignment_for(view<const tensor_facts> tensors, view<const step_facts> steps,
                                 const target& like) {
    uint32_t bytes = is_power_of_two(like.alignment) ? like.alignment : 1;  // after the error
    const auto raise = [&](uint32_t size) { bytes = size > bytes ? size : bytes; };
    for (const tensor_facts& t : tensors)
        if (t.kind != tensor_kind::constant) raise(uint32_t(t.bits / 8));
    if (is_set(like.memories))
        for (const memory_region& r : like.memories->regions)
            if (r.holds_activations()) raise(r.alignment);
    for (const step_facts& s : steps) {
        raise(uint32_t(s.kernel.bytes_of_sum));
        raise(uint32_t(s.kernel.alignment));
    }
    return bytes;
}

}  // namespace tigris::planning
