// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// What tensors' addresses are multiples of.

#include <tigris/planning/step_facts.hpp>
#include <tigris/planning/target.hpp>

namespace tigris::planning {

/// Bytes: the target's alignment, or the size of the widest element that is not a constant's.
constexpr uint32_t alignment_for(view<const tensor_facts> tensors, const target& like) {
    uint32_t bytes = like.alignment;
    for (const tensor_facts& t : tensors)
        if (t.kind != tensor_kind::constant && uint32_t(t.bits / 8) > bytes)
            bytes = uint32_t(t.bits / 8);
    return bytes;
}

}  // namespace tigris::planning
