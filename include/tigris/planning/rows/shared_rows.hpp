// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Which calls two workers share: each worker makes half of the rows, in scratch of its own. The
// workers meet after each such call, so a call must save more time than a meeting costs.

#include <tigris/planning/rows/row_network.hpp>

namespace tigris::planning {

/// How many workers share a call of a task that makes `rows` rows.
constexpr int workers_of(const task& t, int32_t rows) {
    return t.shared_from > 0 && rows >= t.shared_from ? max_workers : 1;
}

/// Bytes of scratch that each worker of a call for `rows` rows needs.
constexpr int64_t scratch_share(const task& t, int32_t rows) {
    const int workers = workers_of(t, rows);
    return scratch_of(t.kernel, (rows + workers - 1) / workers);
}

/// Whether two workers may make rows of a task at once. Each row is made from rows alone and needs
/// nothing that another row left. The kernel writes to nothing that both workers share.
constexpr bool may_share_rows(const task& t) {
    return t.does == action::compute && t.contract == ops::contract::rows && !t.whole &&
           !t.in_image_order && t.kernel.accumulator_bytes == 0 && !t.kernel.one_at_a_time;
}

/// Work of a task in thousandths of a cycle: its multiply-accumulates, and one cycle for each byte
/// that it reads or writes.
constexpr int64_t work_of(const row_network& n, int k, const plan_costs& costs) {
    const task& t = n.tasks[k];
    int64_t bytes = n.tensors[t.output].bytes();
    for (const row_read& r : n.reads_of(k))
        if (r.tensor >= 0) bytes += n.tensors[r.tensor].bytes();
    return t.macs * costs.mac + bytes * 1000;
}

/// The fewest rows of a call that two workers share: half of the rows must be more work than two
/// meetings. 0 if no call has that much work.
constexpr int32_t least_shared_rows(const row_network& n, int k, const plan_costs& costs) {
    const int32_t rows = n.tensors[n.tasks[k].output].rows;
    const int64_t work = work_of(n, k, costs), least = int64_t(costs.meeting) * 4;
    if (rows < 2 || work < least) return 0;
    const int64_t needed = (least * rows + work - 1) / work;
    return needed > 2 ? int32_t(needed) : 2;
}

/// Finds for each task from how many rows per call on two workers share the call.
constexpr void find_shared_rows(const row_network& n, const target& wanted, view<task> out) {
    if (wanted.workers < max_workers) return;
    for (int k = 0; k < n.tasks.size; ++k)
        if (may_share_rows(n.tasks[k])) out[k].shared_from = least_shared_rows(n, k, wanted.costs);
}

}  // namespace tigris::planning
