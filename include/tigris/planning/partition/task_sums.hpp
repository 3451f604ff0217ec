// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// What the partition reads of each task, computed once.

#include <tigris/planning/rows/shared_rows.hpp>
#include <tigris/planning/rows/task_cost.hpp>
#include <tigris/planning/segments/parts.hpp>

namespace tigris::planning {

/// What the partition reads of a task. Costs are in plan_costs' units.
struct task_sums {
    int64_t cost_by_rows = 0;  // cost of all rows, one row per call
    int64_t cost_until = 0;    // cost_by_rows of this task and of all tasks before it
    int64_t cost_whole = 0;    // cost of all rows in one call
    int64_t output_bytes = 0;  // bytes of the whole output
    int64_t ring_bytes = 0;    // bytes of the ring that the readers of the output need
    int64_t carried = 0;    // bytes in fast memory of all tensors that cross the cut after the task
    int64_t sum_bytes = 0;  // bytes of sums over rows
    int64_t scratch = 0;    // bytes of working memory of a call for one row
    int64_t scratch_whole = 0;  // bytes of working memory of one call for all rows, of all workers
    int64_t macs = 0;           // multiply-accumulates per run
    int32_t row_bytes = 0;      // bytes of a row of the output
    int32_t pixel_bytes = 0;    // bytes of a pixel of the output
    int32_t width = 1;          // pixels of a row of the output
    int32_t ring_rows = 0;      // rows of the ring
    int16_t output = -1;        // row tensor that the task makes
    int16_t reads = 0;          // tensors that the task reads
    int16_t first_reader = -1;  // first task that reads the output; -1: none
    int16_t last_reader = -1;   // last task that reads the output, as in lifetime
    passing passes_on = passing::whole;  // how the output passes to its reader in parts
    bool in_arena = false;               // the output lies in an arena
    bool in_slow = false;                // the output is always in slow memory
    bool apart = false;                  // all readers of the output belong to later segments
    bool passes = false;                 // the ring of the output has one row
    bool merges = false;                 // the output shares memory with the output of its reader
    bool whole = false;                  // the task makes all rows in one call
    bool by_columns = false;             // the task can make some columns of a row
};

constexpr int16_t count_reads(const row_network& n, int k) {
    int count = 0;
    const task& t = n.tasks.data[k];
    for (int r = t.first_read; r < t.first_read + t.reads; ++r)
        count += n.reads.data[r].tensor >= 0;
    return int16_t(count);
}

constexpr task_sums sums_of(const row_network& n, view<const lifetime> lifetimes,
                            view<const int32_t> ring, const plan_costs& costs, int k) {
    const task& made = n.tasks.data[k];
    const row_tensor& out = n.tensors.data[made.output];
    const lifetime& l = lifetimes.data[made.output];
    const int32_t ring_rows = ring.data[made.output];
    const int64_t bytes = out.bytes();
    return {.cost_by_rows = task_cost(n, k, 1, costs),
            .cost_whole = task_cost(n, k, out.rows, costs),
            .output_bytes = bytes,
            .ring_bytes = int64_t(ring_rows) * out.row_bytes,
            .sum_bytes = made.kernel.accumulator_bytes,
            .scratch = scratch_of(made.kernel, 1),
            .scratch_whole = workers_of(made, out.rows) * scratch_share(made, out.rows),
            .macs = made.macs,
            .row_bytes = out.row_bytes,
            .pixel_bytes = out.pixel_bytes,
            .width = out.width(),
            .ring_rows = ring_rows,
            .output = made.output,
            .reads = count_reads(n, k),
            .first_reader = l.first_reader,
            .last_reader = l.last_reader,
            .passes_on = passing_of(n, lifetimes, k),
            .in_arena = out.home == home::arena,
            .in_slow = out.home == home::arena && out.space == slow_space,
            .apart = is_kept_slow(out),
            .passes = ring_rows == 1,
            .merges = l.merges,
            .whole = made.whole,
            .by_columns =
                made.does == action::compute && made.by_columns && !made.whole && out.width() > 1};
}

constexpr bool is_in_fast_arena(const row_tensor& t) {
    return t.home == home::arena && t.space == fast_space;
}

/// Bytes in the fast arena before the first task runs.
constexpr int64_t given_bytes(const row_network& n, view<const lifetime> lifetimes) {
    int64_t bytes = 0;
    for (int t = 0; t < n.tensors.size; ++t)
        if (n.tensors.data[t].given && is_in_fast_arena(n.tensors.data[t]) &&
            lifetimes[t].crosses(0))
            bytes += n.tensors[t].bytes();
    return bytes;
}

/// Adds the bytes of each tensor to `carried` of its producer, and takes them from `carried` of its
/// last reader.
constexpr void find_carried(const row_network& n, view<const lifetime> lifetimes,
                            view<task_sums> out) {
    for (int t = 0; t < n.tensors.size; ++t) {
        const lifetime& l = lifetimes.data[t];
        if (!is_in_fast_arena(n.tensors.data[t]) || l.last_reader <= l.producer) continue;
        const int64_t bytes = n.tensors.data[t].bytes();
        if (l.producer >= 0) out.data[l.producer].carried += bytes;
        if (l.last_reader < n.tasks.size) out.data[l.last_reader].carried -= bytes;
    }
}

constexpr void find_sums(const row_network& n, view<const lifetime> lifetimes,
                         view<const int32_t> ring, const plan_costs& costs, view<task_sums> out) {
    for (int k = 0; k < n.tasks.size; ++k) out.data[k] = sums_of(n, lifetimes, ring, costs, k);
    find_carried(n, lifetimes, out);
    int64_t cost = 0, carried = given_bytes(n, lifetimes);
    for (int k = 0; k < n.tasks.size; ++k) {
        task_sums& made = out.data[k];
        made.cost_until = cost += made.cost_by_rows;
        made.carried = carried += made.carried;
    }
}

}  // namespace tigris::planning
