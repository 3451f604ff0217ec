// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Which tensors of the model are row tensors, and how each of them is cut into rows.

#include <tigris/planning/rows/row_network.hpp>
#include <tigris/planning/rows/step_facts.hpp>

namespace tigris::planning {

/// Whether an input or output is the model's state, which follows its own inputs and outputs.
constexpr bool is_state(const network& n, const row_tensor& t) {
    return t.index >= (t.home == home::input ? n.own_inputs : n.own_outputs);
}

constexpr home home_of(tensor_kind kind) {
    switch (kind) {
        case tensor_kind::input: return home::input;
        case tensor_kind::output: return home::output;
        case tensor_kind::constant: return home::constant;
        default: return home::arena;
    }
}

/// The row tensor that each tensor of the model belongs to; -1 for a constant that only kernels
/// read. Returns the number of row tensors.
constexpr int find_storages(const network& n, view<int16_t> storage) {
    constexpr int16_t is_made_by_reshape = -2;
    for (int t = 0; t < n.tensors.size; ++t)
        storage.data[t] =
            n.tensors.data[t].kind == tensor_kind::constant ? int16_t(-1) : int16_t(0);
    for (int step = 0; step < n.steps.size; ++step) {
        if (n.steps.data[step].op.contract != ops::contract::alias) continue;
        storage.data[n.output_of(step)] = is_made_by_reshape;
        int16_t& source = storage[n.inputs_of(step)[0]];
        if (source == -1) source = 0;
    }
    int count = 0;
    for (int16_t& s : storage)
        if (s == 0) s = int16_t(count++);
    for (int step = 0; step < n.steps.size; ++step)
        if (n.steps.data[step].op.contract == ops::contract::alias)
            storage.data[n.output_of(step)] = storage[n.inputs_of(step)[0]];
    return count;
}

/// Rows of a tensor as a step sees them. If the step looks across rows, several images are a single
/// block.
constexpr row_tensor rows_seen(bool looks_across, const tensor_facts& t) {
    const row_extents e = rows_for(looks_across, t.extents);
    if (e.images > 1) return {.rows = 1, .row_bytes = int32_t(t.bytes)};
    return {.rows = e.rows,
            .row_bytes = int32_t(t.bytes / (e.rows > 0 ? e.rows : 1)),
            .pixel_bytes = e.channels * t.bits / 8};
}

constexpr bool same_rows(const row_tensor& a, const row_tensor& b) {
    return a.rows == b.rows && a.row_bytes == b.row_bytes;
}

/// Gives each row tensor the number of its tensor in the model: the one before any reshape.
constexpr void name_tensors(const network& n, view<const int16_t> storage, view<row_tensor> out) {
    for (int t = 0; t < n.tensors.size; ++t)
        if (storage.data[t] >= 0) out[storage.data[t]].tensor = int16_t(t);
    for (int step = n.steps.size - 1; step >= 0; --step)
        if (n.steps.data[step].op.contract == ops::contract::alias) {
            const int16_t source = n.inputs_of(step)[0];
            out[storage[source]].tensor = source;
        }
}

/// Gives each storage its rows: as its producer makes them, or as the first reader of an input
/// reads them. Otherwise it has one row.
constexpr void set_rows(const network& n, view<const int16_t> storage, view<row_tensor> out) {
    for (int step = 0; step < n.steps.size; ++step) {
        const step_facts& s = n.steps.data[step];
        if (s.op.contract == ops::contract::alias) continue;
        const bool apart = looks_across_rows(s);
        const int16_t *inputs = n.edges.data + s.first_input, made = n.edges.data[s.first_output];
        for (int i = 0; i < s.inputs + 1; ++i) {
            const int t = i < s.inputs ? inputs[i] : made;
            if (t < 0 || storage.data[t] < 0) continue;
            row_tensor& own = out.data[storage.data[t]];
            if (own.rows > 0) continue;
            const row_tensor seen = rows_seen(apart, n.tensors.data[t]);
            own.rows = seen.rows, own.row_bytes = seen.row_bytes;
            own.pixel_bytes = seen.pixel_bytes;
        }
    }
    for (row_tensor& own : out)
        if (own.rows == 0) own.rows = 1;
}

/// Places outputs of the model that share the storage of a tensor of another name.
constexpr void place_outputs(const network& n, view<const int16_t> storage, view<row_tensor> out) {
    for (int t = 0; t < n.tensors.size; ++t) {
        if (n.tensors.data[t].kind != tensor_kind::output) continue;
        row_tensor& own = out[storage.data[t]];
        if (own.tensor != t) own.home = home::output, own.index = n.tensors.data[t].index;
    }
}

/// Views each storage as rows.
constexpr void describe_tensors(const network& n, view<const int16_t> storage,
                                view<row_tensor> out) {
    name_tensors(n, storage, out);
    for (row_tensor& own : out) {
        const tensor_facts& facts = n.tensors[own.tensor];
        own.row_bytes = int32_t(facts.bytes);
        own.index = facts.index;
        own.home = home_of(facts.kind);
    }
    set_rows(n, storage, out);
    place_outputs(n, storage, out);
}

}  // namespace tigris::planning
