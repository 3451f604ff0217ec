// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// The plan as a value.

#include <tigris/planning/banks.hpp>
#include <tigris/planning/segment.hpp>

namespace tigris::planning {

/// How a segment runs. whole: one task in one call. tiled: one task, some rows per call. chain:
/// several tasks, row by row.
enum class strategy : uint8_t { whole, tiled, chain };

/// Where rows of a tensor are while a segment runs. In an arena, row y lies in slot y % rows
/// (top-down; bottom-up the slots are mirrored). Under windows that are kept (planning/parts.hpp)
/// the rows of a window lie in image order from slot 0 on, and its newest rows after all slots.
struct buffer_plan {
    home lives = home::arena;    // where its bytes are
    int8_t region = 0;           // of the target, whose arena it lies in
    bool alive_after = false;    // needed after the segment that makes it
    bool pinned = false;         // a rule wants it in this region
    int16_t index = -1;          // of the model's input, output or constant
    int16_t tensor = -1;         // of the model
    int16_t first_segment = -1;  // from which on it is needed
    int16_t last_segment = -1;   // until which it is needed
    int64_t offset = 0;          // bytes from the start of the arena
    int32_t rows = 0;            // slots
    int32_t height = 0;          // rows of the whole tensor
    int32_t row_bytes = 0;       // of a slot
    int32_t own_row_bytes = 0;   // of a row, without what else a slot has
    int32_t slice_offset = 0;    // bytes into a slot
    int32_t columns = 1;         // pixels of a row
    int32_t pixel_bytes = 0;     // from one pixel to the next; 0: they are dense
    int32_t newest = 0;          // rows of a kept window of which only some columns are there
    int32_t stride = 0;          // rows from one kept window to the next
    int32_t above = 0;           // slot of the first kept window's first row: its padding
    int32_t part_bytes = 0;      // of each newest row

    /// Bytes that it takes.
    constexpr int64_t bytes() const {
        return int64_t(rows) * row_bytes + int64_t(newest) * part_bytes;
    }
    /// Where under a window that is kept row y lies that is not the first one's: its number among
    /// those that are new, of which the last are the newest.
    constexpr int32_t new_row(int32_t y) const {
        const int32_t shared = rows + newest - stride;
        return int32_t(uint32_t(y + above - shared) % uint32_t(stride));
    }
    /// The slot of a row that a window that is kept finds whole.
    constexpr int32_t kept_slot(int32_t y) const {
        const int32_t shared = rows + newest - stride;
        return y + above < shared ? y + above : shared + new_row(y);
    }
    /// Bytes from the first slot to where columns of row y wait to become part of it.
    constexpr int32_t newest_place(int32_t y) const {
        return rows * row_bytes + (new_row(y) - (stride - newest)) * part_bytes;
    }
};

/// A task with what was decided for it.
struct task_plan : task {
    int32_t tile = 1;            // rows that it makes per call
    int8_t parts = 1;            // in which it makes a row, in turns with its reader
    int8_t scratch_region = 0;   // of its sums and scratch
    int64_t scratch_offset = 0;  // bytes from the start of that arena
    int64_t scratch_bytes = 0;   // of its sums and scratch, of all workers
    int8_t workers = 1;          // that share the rows of each call
    bool prepared = false;       // flash holds its constants prepared for calls of one row
};

/// Tasks [begin, end) that are streamed together.
struct segment_plan : segment_tasks {
    strategy runs = strategy::whole;
    bool bottom_up = false;       // rows are made from the last to the first
    int16_t stage = 0;            // counted from 0
    int32_t tile_height = 0;      // rows per call of the last step
    int32_t halo = 0;             // input rows, beside one, that an output row depends on
    int32_t calls = 0;            // of kernels, in a run
    int64_t recomputed_macs = 0;  // multiply-accumulates that are done again
    int64_t bytes_in = 0;         // moved from slow memory in a run
    int64_t bytes_out = 0;        // moved to slow memory in a run
    int64_t flash_bytes = 0;      // read from flash by all calls
    int64_t peak_bytes = 0;       // end of the highest block of fast memory while it runs
};

/// A step of the model.
struct step_plan {
    int16_t segment = -1;        // -1 for a reshape, which nothing computes
    int16_t task = -1;           // -1 for a reshape
    tigris::backend backend{};   // whose kernel computes it
    bool is_substitute = false;  // stands for the target's, whose scratch does not fit
    int32_t tile = 0;            // rows per call
    int64_t scratch_bytes = 0;   // of sums and working memory
    int64_t macs = 0;            // multiply-accumulates of a run
};

/// Where a tensor of the model is in the segment that makes it.
struct tensor_plan {
    home lives = home::arena;
    int8_t region = 0;        // of the target, whose arena it lies in
    bool spilled = false;     // its rows are moved to slow memory
    int16_t index = -1;       // of the model's input, output or constant
    int16_t buffer = -1;      // in plan::buffers
    int16_t first_step = -1;  // that writes it; -1: it is given
    int16_t last_step = -1;   // that reads it; -1: none does
    int32_t ring_rows = 0;    // rows that are kept at once
    int64_t offset = 0;       // bytes from the start of the arena
    int64_t bytes = 0;        // that it takes there
};

/// Totals of a plan. With one fast and one slow region, the peaks are the bytes of their arenas;
/// with more, see planning/banks.hpp.
struct plan_totals {
    int64_t fast_peak_bytes = 0;     // where the plan ends in fast memory
    int64_t prefix_bytes = 0;        // of these, at the begin, for packed constants
    int64_t slow_peak_bytes = 0;     // where the plan ends in slow memory
    int64_t estimated_bytes = 0;     // of fast memory, before the layout
    int64_t caller_bytes = 0;        // inputs and outputs in the caller's memory
    int64_t state_bytes = 0;         // all states, once each
    int64_t flash_bytes = 0;         // constants and tables, without machine code
    int64_t slow_traffic_bytes = 0;  // moved from and to slow memory in a run
    int64_t macs = 0;                // multiply-accumulates of a run
    int64_t shared_macs = 0;         // of these, in calls that two workers share
    int64_t recomputed_macs = 0;     // of these, done again
    int64_t cost = 0;                // thousandths of a cycle (planning/task_cost.hpp)
    int32_t calls = 0;               // of kernels, in a run
    int peak_step = 0;               // the step that needs most fast memory
    int segment_count = 0;
    int stage_count = 0;
    int task_count = 0;
    int read_count = 0;
    int buffer_count = 0;

    /// What the planner took: what budgets without the prefix are compared with.
    constexpr int64_t planned_fast_bytes() const { return fast_peak_bytes - prefix_bytes; }
};

/// Room for a plan.
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

/// A plan whose arrays lie elsewhere.
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
