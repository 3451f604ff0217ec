// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// The model as rows: tasks that make rows of one tensor from rows of others. Reshapes are gone, and
// what moves rows between memories is a task like any other.

#include <tigris/planning/rows/rates.hpp>
#include <tigris/planning/rows/step_facts.hpp>
#include <tigris/planning/target/banks.hpp>

namespace tigris::planning {

/// What a task does: a step of the model, or a transfer of rows. receive: from a row source; send:
/// to a row sink; spill and reload: to and from slow memory.
enum class action : uint8_t { compute, receive, send, spill, reload };

/// Where a tensor lives: in an arena, in the caller's memory, in flash, or nowhere (what a row sink
/// was given).
enum class home : uint8_t { arena, input, output, constant, nowhere };

/// An input of a task.
struct row_read {
    int16_t tensor = -1;      // row tensor that the task reads; -1: a constant
    bool in_place = false;    // the task may overwrite the input, element by element
    row_rate rate{};          // which rows an output row needs
    row_rate columns{};       // which columns an output column needs
    int32_t pixel_bytes = 0;  // bytes of the input's pixel
};

/// Whether a task reads `tensor`, and may overwrite it at each of these reads.
constexpr bool is_read_in_place(view<const row_read> reads, int tensor) {
    bool is_read = false;
    for (const row_read& r : reads) {
        if (r.tensor != tensor) continue;
        if (!r.in_place) return false;
        is_read = true;
    }
    return is_read;
}

/// A task: makes rows of one tensor from rows of others.
struct task {
    action does = action::compute;                 // a step, or which transfer of rows
    ops::contract contract = ops::contract::rows;  // how the task is executed; transfers: by rows
    int16_t step = -1;                             // step of the model; -1 for transfers
    int16_t output = -1;                           // row tensor that the task makes
    int16_t first_read = 0;                        // index of the first input in row_network::reads
    int16_t reads = 0;            // inputs of the task, up to the last one that is no constant
    bool whole = false;           // makes all rows in one call, from all rows
    bool in_image_order = false;  // must not run bottom-up
    bool in_place = false;        // may overwrite an input: a read says which
    bool same_place = false;      // only where both begin at one address
    bool concatenates = false;    // output pixels are all inputs' pixels, one after the other
    bool writes_slices = false;   // output pixels may be a slice of wider pixels
    bool by_columns = false;      // may make some columns of a row
    int32_t vector_rows = 0;      // rows that are added up to one vector; 0: none
    int32_t shared_from = 0;      // rows of a call from which on workers share it; 0: never
    int64_t macs = 0;             // multiply-accumulates per run
    int64_t constant_bytes = 0;   // bytes of constants that a call reads
    kernel_facts kernel{};        // facts of the step's kernel; of transfers: the defaults
};

/// A tensor as rows. Constants are no row tensors, and a reshape's output is the row tensor of its
/// input. Transfers add row tensors after the model's own.
struct row_tensor {
    int32_t rows = 0;                             // rows of the whole tensor
    int32_t row_bytes = 0;                        // bytes of a row
    int32_t pixel_bytes = 0;                      // bytes of a pixel
    int16_t tensor = -1;                          // number of the model's tensor
    int16_t index = -1;                           // number of the model's input or output
    planning::home home = planning::home::arena;  // where the tensor's bytes are
    int8_t space = fast_space;  // space of a tensor in an arena (planning/target/banks.hpp)
    int8_t region = -1;         // region to which the tensor is pinned; -1: any of its space
    bool given = false;         // the tensor is there before the first task
    bool kept = false;          // the tensor is needed after the last task

    constexpr int64_t bytes() const { return int64_t(rows) * row_bytes; }
    constexpr int32_t width() const { return pixel_bytes > 0 ? row_bytes / pixel_bytes : 1; }
};

/// Whether a tensor is pinned to slow memory, so that all of it is there before a task reads it.
constexpr bool is_kept_slow(const row_tensor& t) {
    return t.region >= 0 && t.space == slow_space && t.home == home::arena && !t.kept;
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

/// A row network while it is built: room, and how many elements are used.
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

}  // namespace tigris::planning
