// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Turns a model into tasks that make rows, between row sources and row sinks.

#include <tigris/planning/rows/row_tensors.hpp>
#include <tigris/planning/target/memory_map.hpp>

namespace tigris::planning {

/// Which rows of `in` a row of `out` needs: a window, one row that all output rows read, or all
/// rows.
constexpr row_rate rate_of(const step_facts& s, const row_tensor& seen, const row_tensor& in,
                           const row_tensor& out, bool whole) {
    if (whole || !same_rows(seen, in)) return all_rows(in.rows);
    if (in.rows == 1 && out.rows > 1 && !looks_across_rows(s)) return all_rows(1);
    return rate_of(s.op.reach);
}

/// Which columns of an input a column of the output needs: a window, or one column that all output
/// columns read.
constexpr row_rate column_rate_of(const step_facts& s, const row_tensor& in,
                                  const row_tensor& out) {
    if (in.width() == 1 && out.width() > 1) return all_rows(1);
    return rate_of(s.op.columns);
}

constexpr task task_of(const step_facts& s, int step) {
    return {.contract = s.op.contract,
            .step = int16_t(step),
            .in_place = !s.op.in_place.is_empty(),
            .same_place = s.op.same_place,
            .concatenates = s.op.concatenates,
            .writes_slices = s.writes_slices,
            .by_columns = s.by_columns(),
            .macs = s.op.macs,
            .constant_bytes = s.constant_bytes,
            .kernel = s.kernel};
}

/// Whether a step adds up rows. A fully connected step does so if a flatten before it made one
/// vector of the rows. A recurrent step's sums are its states.
constexpr bool adds_up(const step_facts& s, const row_tensor& seen, const row_tensor& in) {
    return s.op.contract == ops::contract::rows && !s.op.in_order &&
           s.kernel.accumulator_bytes > 0 && seen.rows == 1 && in.rows > 1 &&
           seen.bytes() == in.bytes();
}

/// The inputs of a step until the last that is no constant.
constexpr view<const int16_t> read_inputs(const network& n, int step) {
    view<const int16_t> inputs = n.inputs_of(step);
    for (; inputs.size > 0; --inputs.size) {
        const int16_t t = inputs.data[inputs.size - 1];
        if (t >= 0 && n.tensors.data[t].kind != tensor_kind::constant) break;
    }
    return inputs;
}

/// Adds a read to the task of step s. The step sees the tensor as `seen`; its bytes are the rows of
/// tensor `read.tensor`.
constexpr void add_read(const step_facts& s, const row_tensor& seen, row_read& read, task& made,
                        row_network_builder& out) {
    const row_tensor& in = out.tensors[read.tensor];
    const row_tensor& result = out.tensors[made.output];
    if (adds_up(s, seen, in)) made.contract = ops::contract::accumulate, made.vector_rows = in.rows;
    read.columns = column_rate_of(s, in, result);
    if (!same_rows(seen, in) || seen.pixel_bytes != in.pixel_bytes) made.by_columns = false;
    read.rate = made.contract == ops::contract::accumulate
                    ? all_rows(in.rows)
                    : rate_of(s, seen, in, result, made.whole);
}

/// Whether a step runs on whole tensors although it has another contract. Either it looks across
/// rows of several images, or it adds up rows that a reshape has cut differently.
constexpr bool needs_whole_inputs(const network& n, const step_facts& s, view<const int16_t> inputs,
                                  view<int16_t> storage, const row_network_builder& out) {
    const bool apart = looks_across_rows(s);
    for (const int16_t t : inputs) {
        if (t < 0 || n.tensors.data[t].kind == tensor_kind::constant) continue;
        if (apart && n.tensors.data[t].extents.images > 1) return true;
        if (s.op.contract == ops::contract::accumulate &&
            !same_rows(rows_seen(apart, n.tensors[t]), out.tensors[storage[t]]))
            return true;
    }
    return false;
}

constexpr void add_step(const network& n, int step, view<int16_t> storage,
                        row_network_builder& out) {
    const step_facts& s = n.steps[step];
    task& made = out.add(task_of(s, step));
    made.output = storage.data[n.output_of(step)];
    const view<const int16_t> inputs = read_inputs(n, step);
    const bool apart = looks_across_rows(s);
    made.whole =
        s.op.contract == ops::contract::whole || needs_whole_inputs(n, s, inputs, storage, out);
    for (int i = 0; i < inputs.size; ++i) {
        const int16_t t = inputs[i];
        row_read read{.in_place = s.op.in_place.has(i)};
        if (t >= 0) {
            const row_tensor seen = rows_seen(apart, n.tensors.data[t]);
            read.pixel_bytes = seen.pixel_bytes;
            if (n.tensors.data[t].kind != tensor_kind::constant) {
                read.tensor = storage.data[t];
                add_read(s, seen, read, made, out);
            }
        }
        out.add(made, read);
    }
    if (made.contract == ops::contract::rows && !s.op.in_order) made.kernel.accumulator_bytes = 0;
    // Sums of floats depend on their order.
    made.in_image_order = s.op.in_order || (made.contract == ops::contract::accumulate &&
                                            n.tensors[n.inputs_of(step)[0]].bits > 8);
}

/// The modes of inputs or outputs. States have the mode of what the caller gives.
struct edge_modes {
    const io_modes& of;
    int own;

    constexpr io operator[](int i) const { return i < own ? of[i] : io::caller; }
};

/// Adds the tasks that receive inputs from row sources, each before the input's first reader.
constexpr void add_receivers(const network& n, int step, const edge_modes& inputs,
                             view<int16_t> storage, row_network_builder& out) {
    for (const int16_t t : n.inputs_of(step)) {
        if (t < 0 || storage.data[t] < 0) continue;
        row_tensor& in = out.tensors.data[storage.data[t]];
        if (in.home != home::input || inputs[in.index] != io::rows) continue;
        in.home = home::arena;
        out.add({.does = action::receive, .output = storage.data[t], .in_image_order = true});
    }
}

/// Adds the task that sends an output to its row sink, after the output's producer.
constexpr void add_sender(int tensor, const edge_modes& outputs, row_network_builder& out) {
    row_tensor& sent = out.tensors[tensor];
    if (sent.home != home::output || outputs[sent.index] != io::rows) return;
    sent.home = home::arena;
    const int16_t sink = int16_t(out.tensor_count++);
    out.tensors[sink] = {
        .rows = sent.rows, .tensor = sent.tensor, .index = sent.index, .home = home::nowhere};
    task& made = out.add({.does = action::send, .output = sink, .in_image_order = true});
    out.add(made, {.tensor = int16_t(tensor)});
}

/// Inputs and outputs live with the caller or in one of the target's memories.
constexpr void place_edges(view<row_tensor> tensors, const edge_modes& inputs,
                           const edge_modes& outputs) {
    for (row_tensor& r : tensors) {
        r.given = r.home == home::input;
        r.kept = r.home == home::output;
        if (!r.given && !r.kept) continue;
        const io mode = r.given ? inputs[r.index] : outputs[r.index];
        if (mode == io::arena || mode == io::slow) r.home = home::arena;
        if (mode == io::slow) r.space = slow_space;
    }
}

/// Pins tensors in an arena to the regions that rules want for them, whatever their mode.
constexpr void pin_tensors(view<const int8_t> regions, const memory_map& map,
                           view<const int16_t> storage, view<row_tensor> out) {
    for (int t = 0; t < regions.size; ++t) {
        if (regions[t] < 0 || storage[t] < 0) continue;
        row_tensor& pinned = out[storage[t]];
        if (pinned.home != home::arena) continue;
        pinned.region = regions[t];
        pinned.space = int8_t(is_streamed(map, map[regions[t]]) ? slow_space : fast_space);
    }
}

/// Room for the row network of n: at most a task for each step, row source and row sink. A constant
/// that is a row tensor takes the room of the output of a reshape.
constexpr row_network_size size_of_rows(const network& n, const io_modes& input_modes,
                                        const io_modes& output_modes) {
    const edge_modes inputs{input_modes, n.own_inputs}, outputs{output_modes, n.own_outputs};
    row_network_size size{};
    for (int step = 0; step < n.steps.size; ++step)
        if (n.steps[step].op.contract != ops::contract::alias)
            ++size.tasks, size.reads += read_inputs(n, step).size;
    for (const tensor_facts& t : n.tensors) {
        size.tensors += t.kind != tensor_kind::constant;
        if (t.kind == tensor_kind::input && inputs[t.index] == io::rows) ++size.tasks;
        if (t.kind == tensor_kind::output && outputs[t.index] == io::rows)
            ++size.tasks, ++size.reads, ++size.tensors;
    }
    return size;
}

/// `storage` is working memory for a number for each tensor; `out` has room of size_of_rows.
constexpr void find_rows(const network& n, const io_modes& input_modes,
                         const io_modes& output_modes, view<int16_t> storage,
                         row_network_builder& out) {
    const edge_modes inputs{input_modes, n.own_inputs}, outputs{output_modes, n.own_outputs};
    out.tensor_count = find_storages(n, storage);
    describe_tensors(n, {storage.data, storage.size}, {out.tensors.data, out.tensor_count});
    for (int step = 0; step < n.steps.size; ++step) {
        if (n.steps[step].op.contract == ops::contract::alias) continue;
        add_receivers(n, step, inputs, storage, out);
        add_step(n, step, storage, out);
        add_sender(storage.data[n.output_of(step)], outputs, out);
    }
    place_edges({out.tensors.data, out.tensor_count}, inputs, outputs);
}

}  // namespace tigris::planning
