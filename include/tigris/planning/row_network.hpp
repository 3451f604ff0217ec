// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// The model as rows: tasks that make rows of one tensor from rows of others. Reshapes are gone, and
// what moves rows between memories is a task like any other.

#include <tigris/planning/banks.hpp>
#include <tigris/planning/rates.hpp>
#include <tigris/planning/step_facts.hpp>

namespace tigris::planning {

/// What a task does: a step of the model, or a transfer of rows. receive: from a row source; send:
/// to a row sink; spill and reload: to and from slow memory.
enum class action : uint8_t { compute, receive, send, spill, reload };

/// Where a tensor lives: in an arena, in the caller's memory, in flash, or nowhere (what a row sink
/// was given).
enum class home : uint8_t { arena, input, output, constant, nowhere };

/// An input of a task: which tensor, or -1 for a constant, which of its rows and columns, and how
/// large its pixels are.
struct row_read {
    int16_t tensor = -1;
    row_rate rate{};
    row_rate columns{};
    int32_t pixel_bytes = 0;
};

/// Makes rows of one tensor from rows of others.
struct task {
    action does = action::compute;
    ops::contract runs = ops::contract::rows;
    int16_t step = -1;            // of the model; -1 for transfers
    int16_t output = -1;          // row tensor that it makes
    int16_t first_read = 0;       // its place in row_network::reads
    int16_t reads = 0;            // inputs of its step, until the last that is no constant
    bool whole = false;           // makes all rows in one call, from all rows
    bool in_image_order = false;  // must not run bottom-up
    bool in_place = false;        // may overwrite an input, element by element
    bool concatenates = false;    // output pixels are all inputs' pixels, one after the other
    bool writes_slices = false;   // output pixels may be a slice of wider pixels
    bool by_columns = false;      // may make some columns of a row
    int32_t vector_rows = 0;      // rows that are added up to one vector; 0: none
    int32_t shared_from = 0;      // rows of a call from which on workers share it; 0: never
    int64_t macs = 0;             // multiply-accumulates of a run
    int64_t constant_bytes = 0;   // that a call reads
    kernel_facts kernel{};
};

/// `tensor` is the model's. Constants are none, and what a reshape makes is what it was made of;
/// for transfers more follow. `space`: of those in an arena (planning/banks.hpp); `region`: the one
/// where it is pinned, or -1.
/// `given`: there before the first task; `kept`: needed after the last.
struct row_tensor {
    int32_t rows = 0;
    int32_t row_bytes = 0;
    int32_t pixel_bytes = 0;
    int16_t tensor = -1;
    int16_t index = -1;
    home lives = home::arena;
    int8_t space = fast_space;
    int8_t region = -1;
    bool given = false;
    bool kept = false;

    constexpr int64_t bytes() const { return int64_t(rows) * row_bytes; }
    constexpr int32_t width() const { return pixel_bytes > 0 ? row_bytes / pixel_bytes : 1; }
};

/// Whether a tensor has to lie in slow memory as a whole before it is read.
constexpr bool is_kept_slow(const row_tensor& t) {
    return t.region >= 0 && t.space == slow_space && t.lives == home::arena && !t.kept;
}

struct row_network {
    view<const task> tasks;
    view<const row_read> reads;
    view<const row_tensor> tensors;

    constexpr view<const row_read> reads_of(int t) const {
        const task& reader = tasks.data[t];
        return {reads.data + reader.first_read, reader.reads};
    }
};

/// The same while it is built.
struct row_network_builder {
    view<task> tasks;
    view<row_read> reads;
    view<row_tensor> tensors;
    int task_count = 0;
    int read_count = 0;
    int tensor_count = 0;

    constexpr task& add(const task& t) {
        tasks[task_count] = t;
        tasks[task_count].first_read = int16_t(read_count);
        return tasks[task_count++];
    }
    constexpr void add(task& t, const row_read& r) {
        reads[read_count++] = r;
        ++t.reads;
    }
};

/// Room that a row network takes.
struct row_network_size {
    int tasks = 0;
    int reads = 0;
    int tensors = 0;

    friend constexpr bool operator==(const row_network_size&, const row_network_size&) = default;
};

constexpr home home_of(tensor_kind kind) {
    switch (kind) {
        case tensor_kind::input: return home::input;
        case tensor_kind::output: return home::output;
        case tensor_kind::constant: return home::constant;
        default: return home::arena;
    }
}

/// The row tensor that each tensor of the model is, -1 for a constant that only kernels read. Gives
/// how many there are.
constexpr int find_storages(const network& n, view<int16_t> storage) {
    constexpr int16_t is_made_by_reshape = -2;
    for (int t = 0; t < n.tensors.size; ++t)
        storage.data[t] =
            n.tensors.data[t].kind == tensor_kind::constant ? int16_t(-1) : int16_t(0);
    for (int step = 0; step < n.steps.size; ++step) {
        if (n.steps.data[step].op.runs != ops::contract::alias) continue;
        storage.data[n.output_of(step)] = is_made_by_reshape;
        int16_t& source = storage[n.inputs_of(step)[0]];
        if (source == -1) source = 0;
    }
    int count = 0;
    for (int16_t& s : storage)
        if (s == 0) s = int16_t(count++);
    for (int step = 0; step < n.steps.size; ++step)
        if (n.steps.data[step].op.runs == ops::contract::alias)
            storage.data[n.output_of(step)] = storage[n.inputs_of(step)[0]];
    return count;
}

/// Rows of a tensor as a step sees them that looks across rows or does not: one block where several
/// images are to be kept apart.
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

/// Which rows of `in` a row of `out` needs: a window, one row that all share, or all.
constexpr row_rate rate_of(const step_facts& s, const row_tensor& seen, const row_tensor& in,
                           const row_tensor& out, bool whole) {
    if (whole || !same_rows(seen, in)) return all_rows(in.rows);
    if (in.rows == 1 && out.rows > 1 && !looks_across_rows(s)) return all_rows(1);
    return rate_of(s.op.reach);
}

/// The tensor that each row tensor is under its own shape.
constexpr void name_tensors(const network& n, view<const int16_t> storage, view<row_tensor> out) {
    for (int t = 0; t < n.tensors.size; ++t)
        if (storage.data[t] >= 0) out[storage.data[t]].tensor = int16_t(t);
    for (int step = n.steps.size - 1; step >= 0; --step)
        if (n.steps.data[step].op.runs == ops::contract::alias) {
            const int16_t source = n.inputs_of(step)[0];
            out[storage[source]].tensor = source;
        }
}

/// Views each storage as rows: as its producer makes them, or an input's first reader reads them.
constexpr void describe_tensors(const network& n, view<const int16_t> storage,
                                view<row_tensor> out) {
    name_tensors(n, storage, out);
    for (row_tensor& own : out) {
        const tensor_facts& facts = n.tensors[own.tensor];
        own.row_bytes = int32_t(facts.bytes);
        own.index = facts.index;
        own.lives = home_of(facts.kind);
    }
    for (int step = 0; step < n.steps.size; ++step) {
        const step_facts& s = n.steps.data[step];
        if (s.op.runs == ops::contract::alias) continue;
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
    for (int t = 0; t < n.tensors.size; ++t) {
        if (n.tensors.data[t].kind != tensor_kind::output) continue;
        row_tensor& own = out[storage.data[t]];
        if (own.tensor != t) own.lives = home::output, own.index = n.tensors.data[t].index;
    }
}

/// Which columns of an input a column of the output needs: a window, or the one that all share.
constexpr row_rate column_rate_of(const step_facts& s, const row_tensor& in,
                                  const row_tensor& out) {
    if (in.width() == 1 && out.width() > 1) return all_rows(1);
    return rate_of(s.op.columns);
}

constexpr task task_of(const step_facts& s, int step) {
    return {.runs = s.op.runs,
            .step = int16_t(step),
            .in_place = s.op.in_place >= 0,
            .concatenates = s.op.concatenates,
            .writes_slices = s.writes_slices,
            .by_columns = s.by_columns(),
            .macs = s.op.macs,
            .constant_bytes = s.constant_bytes,
            .kernel = s.kernel};
}

/// A fully connected step may add up the rows that a flatten in front of it made one vector of.
constexpr bool adds_up(const step_facts& s, const row_tensor& seen, const row_tensor& in) {
    return s.op.runs == ops::contract::rows && s.kernel.accumulator_bytes > 0 && seen.rows == 1 &&
           in.rows > 1 && seen.bytes() == in.bytes();
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

/// How the task of step s reads `seen`, which lies as the rows of tensor `read.tensor`.
constexpr void add_read(const step_facts& s, const row_tensor& seen, row_read& read, task& made,
                        row_network_builder& out) {
    const row_tensor& in = out.tensors[read.tensor];
    const row_tensor& result = out.tensors[made.output];
    if (adds_up(s, seen, in)) made.runs = ops::contract::accumulate, made.vector_rows = in.rows;
    read.columns = column_rate_of(s, in, result);
    if (!same_rows(seen, in) || seen.pixel_bytes != in.pixel_bytes) made.by_columns = false;
    read.rate = made.runs == ops::contract::accumulate ? all_rows(in.rows)
                                                       : rate_of(s, seen, in, result, made.whole);
}

constexpr void add_step(const network& n, int step, view<int16_t> storage,
                        row_network_builder& out) {
    const step_facts& s = n.steps[step];
    task& made = out.add(task_of(s, step));
    made.output = storage.data[n.output_of(step)];
    made.whole = s.op.runs == ops::contract::whole;
    const view<const int16_t> inputs = read_inputs(n, step);
    const bool apart = looks_across_rows(s);
    for (const int16_t t : inputs) {
        if (t < 0 || n.tensors.data[t].kind == tensor_kind::constant) continue;
        if (apart && n.tensors.data[t].extents.images > 1) made.whole = true;
        // Behind a reshape, rows are not those that are to be added up.
        if (s.op.runs == ops::contract::accumulate &&
            !same_rows(rows_seen(apart, n.tensors[t]), out.tensors[storage[t]]))
            made.whole = true;
    }
    for (const int16_t t : inputs) {
        row_read read{};
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
    if (made.runs == ops::contract::rows && !s.op.in_order) made.kernel.accumulator_bytes = 0;
    // Sums of floats depend on their order.
    made.in_image_order = s.op.in_order || (made.runs == ops::contract::accumulate &&
                                            n.tensors[n.inputs_of(step)[0]].bits > 8);
}

/// The modes of inputs or outputs. States lie where they are, as what the caller gives.
struct edge_modes {
    const io_modes& of;
    int own;

    constexpr io operator[](int i) const { return i < own ? of[i] : io::caller; }
};

/// Before its first reader, an input that comes from a row source is received.
constexpr void add_receivers(const network& n, int step, const edge_modes& inputs,
                             view<int16_t> storage, row_network_builder& out) {
    for (const int16_t t : n.inputs_of(step)) {
        if (t < 0 || storage.data[t] < 0) continue;
        row_tensor& in = out.tensors.data[storage.data[t]];
        if (in.lives != home::input || inputs[in.index] != io::rows) continue;
        in.lives = home::arena;
        out.add({.does = action::receive, .output = storage.data[t], .in_image_order = true});
    }
}

/// Behind its producer, an output is sent to its row sink.
constexpr void add_sender(int tensor, const edge_modes& outputs, row_network_builder& out) {
    row_tensor& sent = out.tensors[tensor];
    if (sent.lives != home::output || outputs[sent.index] != io::rows) return;
    sent.lives = home::arena;
    const int16_t sink = int16_t(out.tensor_count++);
    out.tensors[sink] = {
        .rows = sent.rows, .tensor = sent.tensor, .index = sent.index, .lives = home::nowhere};
    task& made = out.add({.does = action::send, .output = sink, .in_image_order = true});
    out.add(made, {.tensor = int16_t(tensor)});
}

/// Inputs and outputs live with the caller or in one of the target's memories.
constexpr void place_edges(view<row_tensor> tensors, const edge_modes& inputs,
                           const edge_modes& outputs) {
    for (row_tensor& r : tensors) {
        r.given = r.lives == home::input;
        r.kept = r.lives == home::output;
        if (!r.given && !r.kept) continue;
        const io mode = r.given ? inputs[r.index] : outputs[r.index];
        if (mode == io::arena || mode == io::slow) r.lives = home::arena;
        if (mode == io::slow) r.space = slow_space;
    }
}

/// What is in an arena goes to the memory where it is wanted, whatever its mode.
constexpr void pin_tensors(view<const int8_t> regions, const memory_map& map,
                           view<const int16_t> storage, view<row_tensor> out) {
    for (int t = 0; t < regions.size; ++t) {
        if (regions[t] < 0 || storage[t] < 0) continue;
        row_tensor& pinned = out[storage[t]];
        if (pinned.lives != home::arena) continue;
        pinned.region = regions[t];
        pinned.space = int8_t(is_streamed(map, map[regions[t]]) ? slow_space : fast_space);
    }
}

/// Room for the row network of n: a task for every step and every row source or sink at most. A
/// constant that is a row tensor takes the room of what a reshape makes of it.
constexpr row_network_size size_of_rows(const network& n, const io_modes& input_modes,
                                        const io_modes& output_modes) {
    const edge_modes inputs{input_modes, n.own_inputs}, outputs{output_modes, n.own_outputs};
    row_network_size size{};
    for (int step = 0; step < n.steps.size; ++step)
        if (n.steps[step].op.runs != ops::contract::alias)
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
        if (n.steps[step].op.runs == ops::contract::alias) continue;
        add_receivers(n, step, inputs, storage, out);
        add_step(n, step, storage, out);
        add_sender(storage.data[n.output_of(step)], outputs, out);
    }
    place_edges({out.tensors.data, out.tensor_count}, inputs, outputs);
}

}  // namespace tigris::planning
