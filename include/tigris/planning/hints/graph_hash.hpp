// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// A number that says which graph a hint was made for.

#include <tigris/planning/rows/step_facts.hpp>

namespace tigris::planning {

/// FNV-1a over 64-bit words. Source: Fowler, Noll, Vo, draft-eastlake-fnv.
class word_hash {
public:
    template <class... Words>
    constexpr void add(Words... words) {
        ((value_ = (value_ ^ uint64_t(int64_t(words))) * 1099511628211u), ...);
    }
    constexpr void add(const ops::row_reach& r) {
        add(r.kernel, r.stride, r.dilation, r.pad, r.pad_end, r.divisor);
    }
    constexpr uint64_t value() const { return value_; }

private:
    uint64_t value_ = 14695981039346656037u;
};

/// Hash of what a plan depends on: tensors, edges, windows, contracts, working memory of kernels.
/// Names, weights and costs are not part of it.
constexpr uint64_t graph_hash(const network& n) {
    word_hash hash;
    hash.add(n.tensors.size, n.steps.size, n.edges.size);
    for (const tensor_facts& t : n.tensors) {
        const row_extents& e = t.extents;
        hash.add(t.kind, t.index, t.bytes, t.bits, e.images, e.rows, e.width, e.channels);
    }
    for (const step_facts& s : n.steps) {
        hash.add(s.op.contract, s.op.in_place.bits, s.op.concatenates, s.writes_slices,
                 s.by_columns());
        if (s.op.same_place) hash.add(s.op.same_place);
        hash.add(s.first_input, s.inputs, s.first_output, s.outputs);
        hash.add(s.op.reach);
        hash.add(s.op.columns);
        hash.add(s.kernel.scratch_bytes, s.kernel.scratch_row_bytes, s.kernel.accumulator_bytes);
        if (s.kernel.scratch_rows_most < INT64_MAX) hash.add(s.kernel.scratch_rows_most);
    }
    for (const int16_t edge : n.edges) hash.add(edge);
    if (n.own_inputs < INT16_MAX) hash.add(n.own_inputs, n.own_outputs);
    return hash.value();
}

}  // namespace tigris::planning
