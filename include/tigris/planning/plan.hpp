// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// The plan as a value.

#include <tigris/planning/banks.hpp>
#include <tigris/planning/segment.hpp>

namespace tigris::planning {

/// How a segment runs. whole: one task in one call. tiled: one task, some rows a call. chain:
/// several tasks, row by row.
enum class strategy : uint8_t { whole, tiled, chain };

/// Where rows of a tensor are while a segment runs. In an arena, row y lies in slot y % rows
/// (top-down; bottom-up the slots are mirrored). Under windows that are kept (planning/parts.hpp)
/// the rows of a window lie in image order from slot 0 on, and its newest rows after all slots.
struct buffer_plan {
    home lives = home::arena;
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

/// A task with what was decided for it: rows a call, in how many parts it makes a row in turns with
/// its reader, where its sums and scratch are, and whether what calls would else make of constants
/// lies in flash.
struct task_plan : task {
    int32_t tile = 1;
    int8_t parts = 1;
    int8_t scratch_region = 0;
    int64_t scratch_offset = 0;
    int64_t scratch_bytes = 0;
    bool prepared = false;
};

/// Tasks [begin, end) that are streamed together. A row of its output depends on `halo` rows of its
/// input beside one (planning/halo.hpp). Bytes in and out are those moved from and to
/// slow memory; flash_bytes are read from flash by all calls.
struct segment_plan : segment_tasks {
    strategy runs = strategy::whole;
    bool bottom_up = false;
    int16_t stage = 0;
    int32_t tile_height = 0;
    int32_t halo = 0;
    int32_t calls = 0;
    int64_t recomputed_macs = 0;
    int64_t bytes_in = 0;
    int64_t bytes_out = 0;
    int64_t flash_bytes = 0;
    int64_t peak_bytes = 0;
};

/// A step of the model: its segment and task (-1 for a reshape), and the backend whose kernel
/// computes it: one that `is_substitute` where the scratch of the target's own does not fit.
struct step_plan {
    int16_t segment = -1;
    int16_t task = -1;
    tigris::backend backend{};
    bool is_substitute = false;
    int32_t tile = 0;
    int64_t scratch_bytes = 0;
    int64_t macs = 0;
};

/// Where a tensor of the model is: its buffer in the segment that makes it.
struct tensor_plan {
    home lives = home::arena;
    int8_t region = 0;
    bool spilled = false;
    int16_t index = -1;
    int16_t buffer = -1;
    int16_t first_step = -1;
    int16_t last_step = -1;
    int32_t ring_rows = 0;
    int64_t offset = 0;
    int64_t bytes = 0;
};

/// Totals, in bytes: where the plan ends in the fast and in the slow space (planning/banks.hpp:
/// with one region each, the bytes of its arena); the estimate of the partition, which no layout of
/// its segments should exceed by much; inputs and outputs in the caller's memory; states; constants
/// and tables in flash; what is moved from and to slow memory in a run. `cost` is what the
/// partition compared (planning/task_cost.hpp). peak_step is the step that needs most fast memory.
struct plan_totals {
    int64_t fast_peak_bytes = 0;
    int64_t slow_peak_bytes = 0;
    int64_t estimated_bytes = 0;
    int64_t caller_bytes = 0;
    int64_t state_bytes = 0;
    int64_t flash_bytes = 0;
    int64_t slow_traffic_bytes = 0;
    int64_t macs = 0;
    int64_t recomputed_macs = 0;
    int64_t cost = 0;
    int32_t calls = 0;
    int peak_step = 0;
    int segment_count = 0;
    int stage_count = 0;
    int task_count = 0;
    int read_count = 0;
    int buffer_count = 0;
};

/// Room for a plan.
struct plan_size {
    int tensors = 0;
    int steps = 0;
    row_network_size rows{};
    int regions = space_count;

    friend constexpr bool operator==(const plan_size&, const plan_size&) = default;
};

/// Everything that planning knows, as plain arrays, of which the counts say how much is used.
/// `region_bytes`: what the arena of each region takes.
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

/// The same with room elsewhere.
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
