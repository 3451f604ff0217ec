// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Substitutes: kernels for steps whose own kernels want too much working memory.

#include <tigris/kernels/contract/int4_layer.hpp>
#include <tigris/model/graph.hpp>
#include <tigris/model/kernel_facts.hpp>
#include <tigris/ops/description.hpp>

namespace tigris::kernels {

/// The tag of a step's kernel.
template <class Tag, bool IsSubstitute>
struct tag_in_use {
    using type = Tag;
};
template <has_substitute Tag>
struct tag_in_use<Tag, true> {
    using type = typename Tag::substitute;
};

/// Whether a kernel of a tag reads the order in which each constant of a step is stored.
template <class Tag, class Op>
constexpr bool reads_as_they_lie(const Op& op, const operands& t) {
    const weight_order order = weight_order_of(Tag{}, op, t);
    for (int i = 0; i < t.inputs; ++i)
        if (t.has_input(i) && t.input(i).order != weight_order::canonical &&
            t.input(i).order != order)
            return false;
    return true;
}

/// Facts of a kernel as planners see them. If a step keeps several images apart, planners see all
/// of them as one row (planning::rows_seen). A call then makes all rows of an image.
template <class Tag, class Op>
constexpr kernel_facts seen_facts(const Op& op, const operands& t) {
    kernel_facts facts = facts_of_kernel<Tag>(op, t);
    const row_extents out = rows_of(t.output().dims);
    if (out.images > 1 && ops::looks_across_rows(describe(op, t))) {
        facts.scratch_bytes = int32_t(scratch_of(facts, out.rows));
        facts.scratch_row_bytes = 0;
    }
    return facts;
}

/// Facts of a step's kernel if a call for one row may want `most` bytes of scratch. A substitute
/// wants less, has no wider sums, and reads the weights as they are stored.
template <class Tag, class Op>
constexpr kernel_facts facts_within(const Op& op, const operands& t, uint64_t most) {
    const kernel_facts own = seen_facts<Tag>(op, t);
    if constexpr (has_substitute<Tag>) {
        if (uint64_t(scratch_of(own, 1)) <= most) return own;
        kernel_facts other = seen_facts<typename Tag::substitute>(op, t);
        other.is_substitute = scratch_of(other, 1) < scratch_of(own, 1) &&
                              other.bytes_of_sum <= own.bytes_of_sum &&
                              reads_as_they_lie<typename Tag::substitute>(op, t);
        if (other.is_substitute) return other;
    }
    return own;
}

}  // namespace tigris::kernels
