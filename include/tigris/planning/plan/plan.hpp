// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// The plan as a value.

#include <tigris/planning/segments/segment.hpp>
#include <tigris/planning/target/banks.hpp>

namespace tigris::planning {

/// How a segment runs. whole: one task in one call. tiled: one task, some rows per call. chain:
/// several tasks, row by row.
enum class strategy : uint8_t { whole, tiled, chain };

/// Where rows of a tensor are while a segment runs. In an arena, row y lies in slot y % rows
/// (bottom-up: mirrored). If windows are kept (planning/segments/parts.hpp), the rows of a window
/// lie in image order from slot 0 on. The newest rows of the window lie after all slots.
struct buffer_plan {
    planning::home home = planning::home::arena;  // where the buffer's bytes are
    int8_t region = 0;           // region of the target whose arena holds the buffer
    bool alive_after = false;    // needed after the segment that makes it
    bool pinned = false;         // a placement rule wants the buffer in this region
    int16_t index = -1;          // number of the model's input, output or constant
    int16_t tensor = -1;         // number of the model's tensor
    int16_t first_segment = -1;  // first segment that needs the buffer
    int16_t last_segment = -1;   // last segment that needs the buffer
    int64_t offset = 0;          // bytes from the start of the arena
    int32_t rows = 0;            // slots: rows that are kept at once
    int32_t height = 0;          // rows of the whole tensor
    int32_t row_bytes = 0;       // bytes of a slot
    int32_t own_row_bytes = 0;   // bytes of a row, without bytes of other tensors in its slot
    int32_t slice_offset = 0;    // bytes from the start of a slot to the row
    int32_t columns = 1;         // pixels of a row
    int32_t pixel_bytes = 0;     // bytes from one pixel to the next; 0: pixels are dense
    int32_t newest = 0;      // newest rows of a kept window; only some of their columns are there
    int32_t stride = 0;      // rows from one kept window to the next
    int32_t above = 0;       // rows of padding above the first kept window
    int32_t part_bytes = 0;  // bytes of each newest row

    /// Bytes that the buffer takes.
    constexpr int64_t bytes() const {
        return int64_t(rows) * row_bytes + int64_t(newest) * part_bytes;
    }
    /// The number of row y among the `stride` new rows of its window; the `newest` last of them are
    /// the newest rows. Not for rows that the first window shares with the second one.
    constexpr int32_t new_row(int32_t y) const {
        const int32_t shared = rows + newest - stride;
        return int32_t(uint32_t(y + above - shared) % uint32_t(stride));
    }
    /// The slot of row y while it is one of the whole rows under a kept window.
    constexpr int32_t kept_slot(int32_t y) const {
        const int32_t shared = rows + newest - stride;
        return y + above < shared ? y + above : shared + new_row(y);
    }
    /// Bytes from the first slot to where columns of row y wait until the row is whole.
    constexpr int32_t newest_place(int32_t y) const {
        return rows * row_bytes + (new_row(y) - (stride - newest)) * part_bytes;
    }
};

/// A task with what was decided for it.
struct task_plan : task {
    int32_t tile = 1;            // rows that the task makes per call
    int8_t parts = 1;            // parts of a row, made in turns with the reader
    int8_t scratch_region = 0;   // region of the task's sums and scratch
    int64_t scratch_offset = 0;  // bytes from the start of the scratch region's arena
    int64_t scratch_bytes = 0;   // bytes of sums and scratch, of all workers
    int8_t workers = 1;          // workers that share the rows of each call
    bool prepared = false;       // flash holds the task's constants prepared for one-row calls
};

/// Tasks [begin, end) that are streamed together.
struct segment_plan : segment_tasks {
    planning::strategy strategy = planning::strategy::whole;  // how the segment runs
    bool bottom_up = false;   // rows are made from the last to the first
    int16_t stage = 0;        // stage of the segment, counted from 0
    int32_t tile_height = 0;  // rows per call of the last step
    int32_t halo = 0;         // rows of the input, beside its own, that an output row depends on
    int32_t calls = 0;        // calls of kernels per run
    int64_t recomputed_macs = 0;  // multiply-accumulates per run that are done again
    int64_t bytes_in = 0;         // bytes moved from slow memory per run
    int64_t bytes_out = 0;        // bytes moved to slow memory per run
    int64_t flash_bytes = 0;      // bytes that all calls read from flash
    int64_t peak_bytes = 0;       // end of the highest block of fast memory during the segment
};

/// A step of the model.
struct step_plan {
    int16_t segment = -1;        // -1 for a reshape, which nothing computes
    int16_t task = -1;           // -1 for a reshape
    tigris::backend backend{};   // backend whose kernel computes the step
    bool is_substitute = false;  // another backend's kernel: the target's scratch does not fit
    int32_t tile = 0;            // rows per call
    int64_t scratch_bytes = 0;   // bytes of sums and working memory
    int64_t macs = 0;            // multiply-accumulates per run
};

/// Where a tensor of the model is in the segment that makes it.
struct tensor_plan {
    planning::home home = planning::home::arena;  // where the tensor's bytes are
    int8_t region = 0;        // region of the target whose arena holds the tensor
    bool spilled = false;     // the tensor's rows are moved to slow memory
    int16_t index = -1;       // number of the model's input, output or constant
    int16_t buffer = -1;      // index in plan::buffers
    int16_t first_step = -1;  // step that writes the tensor; -1: the tensor is given
    int16_t last_step = -1;   // last step that reads the tensor; -1: none does
    int32_t ring_rows = 0;    // rows that are kept at once
    int64_t offset = 0;       // bytes from the start of the arena
    int64_t bytes = 0;        // bytes of the arena that the tensor takes
};

/// Totals of a plan. With one fast and one slow region, the peaks are the bytes of their arenas;
/// with more, see planning/target/banks.hpp.
struct plan_totals {
    int64_t fast_peak_bytes = 0;     // where the plan ends in fast memory, in bytes
    int64_t prefix_bytes = 0;        // bytes at the start of fast memory, for packed constants
    int64_t slow_peak_bytes = 0;     // where the plan ends in slow memory, in bytes
    int64_t estimated_bytes = 0;     // bytes of fast memory as estimated before the layout
    int64_t caller_bytes = 0;        // bytes of inputs and outputs in the caller's memory
    int64_t state_bytes = 0;         // bytes of all states, once each
    int64_t flash_bytes = 0;         // bytes of constants and tables, without machine code
    int64_t slow_traffic_bytes = 0;  // bytes moved from and to slow memory per run
    int64_t macs = 0;                // multiply-accumulates per run
    int64_t shared_macs = 0;         // part of macs in calls that two workers share
    int64_t recomputed_macs = 0;     // part of macs that is done again
    int64_t cost = 0;                // thousandths of a cycle (planning/rows/task_cost.hpp)
    int32_t calls = 0;               // calls of kernels per run
    int peak_step = 0;               // the step that needs most fast memory
    int segment_count = 0;           // segments that are used
    int stage_count = 0;             // stages
    int task_count = 0;              // tasks that are used
    int read_count = 0;              // reads that are used
    int buffer_count = 0;            // buffers that are used

    /// Fast memory without the prefix: what a budget without the prefix is compared with.
    constexpr int64_t planned_fast_bytes() const { return fast_peak_bytes - prefix_bytes; }
};

/// Room for a plan: how many elements its arrays have.
struct plan_size {
    int tensors = 0;
    int steps = 0;
    row_network_size rows{};
    int regions = space_count;

    friend constexpr bool operator==(const plan_size&, const plan_size&) = default;
};

/// A whole plan, as plain arrays. The counts of plan_totals say how many elements are used.
/// `region_bytes`: bytes of the arena of each region.
template <plan_size Size>
struct plan : plan_totals {
    tensor_plan tensors[Size.tensors];
    step_plan steps[Size.steps];
    segment_plan segments[Size.rows.tasks > 0 ? Size.rows.tasks : 1];
    task_plan tasks[Size.rows.tasks > 0 ? Size.rows.tasks : 1];
    row_read reads[Size.rows.reads > 0 ? Size.rows.reads : 1];
    buffer_plan buffers[Size.rows.tensors];
    int64_t region_bytes[Size.regions]{};
};

/// A plan by reference: views of arrays that another object owns.
struct plan_view {
    plan_totals& totals;
    view<tensor_plan> tensors;
    view<step_plan> steps;
    view<segment_plan> segments;
    view<task_plan> tasks;
    view<row_read> reads;
    view<buffer_plan> buffers;
    view<int64_t> region_bytes;
};

template <plan_size Size>
constexpr plan_view view_of(plan<Size>& p) {
    return {p,
            tigris::view_of(p.tensors),
            tigris::view_of(p.steps),
            tigris::view_of(p.segments),
            tigris::view_of(p.tasks),
            tigris::view_of(p.reads),
            tigris::view_of(p.buffers),
            tigris::view_of(p.region_bytes)};
}

}  // namespace tigris::planning
