// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// What the partition reads of each task, computed once.

#include <tigris/planning/parts.hpp>
#include <tigris/planning/shared_rows.hpp>
#include <tigris/planning/task_cost.hpp>

namespace tigris::planning {

/// What the partition reads of a task: costs of all its rows one by one (and those of all tasks
/// until it) and in one call, and the bytes of its output, of a row and a pixel of it, of the ring
/// that its readers need, and of all tensors that cross the cut after it (`carried`). `reads`
/// counts tensors.
struct task_sums {
    int64_t cost_by_rows = 0;
    int64_t cost_until = 0;
    int64_t cost_whole = 0;
    int64_t output_bytes = 0;
    int64_t ring_bytes = 0;
    int64_t carried = 0;
    int64_t sum_bytes = 0;
    int64_t scratch = 0;
    int64_t scratch_whole = 0;
    int64_t macs = 0;
    int32_t row_bytes = 0;
    int32_t pixel_bytes = 0;
    int32_t width = 1;
    int32_t ring_rows = 0;
    int16_t output = -1;
    int16_t reads = 0;
    int16_t first_reader = -1;
    int16_t last_reader = -1;
    passing passes_on = passing::whole;
    bool in_arena = false;
    bool in_slow = false;
    /// All readers of the output belong to later segments.
    bool apart = false;
    /// The output's rows pass through one by one, or in another tensor's slots.
    bool passes = false;
    bool merges = false;
    bool whole = false;
    bool by_columns = false;
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

/// Bytes in the fast arena before the first task.
constexpr int64_t given_bytes(const row_network& n, view<const lifetime> lifetimes) {
    int64_t bytes = 0;
    for (int t = 0; t < n.tensors.size; ++t)
        if (n.tensors.data[t].given && is_in_fast_arena(n.tensors.data[t]) &&
            lifetimes[t].crosses(0))
            bytes += n.tensors[t].bytes();
    return bytes;
}

/// What each tensor adds to the fast bytes that cross the cut after its producer, and takes from
/// those after its last reader.
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
