// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// What the addresses of tensors and of working memory are multiples of.

#include <tigris/planning/step_facts.hpp>
#include <tigris/planning/target.hpp>

namespace tigris::planning {

/// Bytes: the target's alignment or that of one of its memories for activations, the size of the
/// widest element that is not a constant's, or of the widest sum.
constexpr uint32_t alignment_for(view<const tensor_facts> tensors, view<const step_facts> steps,
                                 const target& like) {
    uint32_t bytes = like.alignment;
    const auto raise = [&](uint32_t size) { bytes = size > bytes ? size : bytes; };
    for (const tensor_facts& t : tensors)
        if (t.kind != tensor_kind::constant) raise(uint32_t(t.bits / 8));
    if (like.memories)
        for (const memory_region& r : like.memories->regions)
            if (r.holds_activations()) raise(r.alignment);
    for (const step_facts& s : steps) raise(uint32_t(s.kernel.bytes_of_sum));
    return bytes;
}

}  // namespace tigris::planning
