// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Which calls two workers share: each makes half of the rows, in scratch of its own. They meet
// after each such call, so a call must be worth that.

#include <tigris/planning/row_network.hpp>

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

/// Whether two workers may make rows of a task at once. No row needs what another row left, and all
/// come from rows. The kernel keeps nothing that both workers would write.
constexpr bool may_share_rows(const task& t) {
    return t.does == action::compute && t.contract == ops::contract::rows && !t.whole &&
           !t.in_image_order && t.kernel.accumulator_bytes == 0 && !t.kernel.one_at_a_time;
}

/// Multiply-accumulates, and a cycle for each byte that is read or written, in thousandths.
constexpr int64_t work_of(const row_network& n, int k, const plan_costs& costs) {
    const task& t = n.tasks[k];
    int64_t bytes = n.tensors[t.output].bytes();
    for (const row_read& r : n.reads_of(k))
        if (r.tensor >= 0) bytes += n.tensors[r.tensor].bytes();
    return t.macs * costs.mac + bytes * 1000;
}

/// The fewest rows whose halves are more work than two meetings are.
constexpr int32_t least_shared_rows(const row_network& n, int k, const plan_costs& costs) {
    const int32_t rows = n.tensors[n.tasks[k].output].rows;
    const int64_t work = work_of(n, k, costs), least = int64_t(costs.meeting) * 4;
    if (rows < 2 || work < least) return 0;
    const int64_t needed = (least * rows + work - 1) / work;
    return needed > 2 ? int32_t(needed) : 2;
}

/// Says of all tasks from how many rows on the workers of a target share a call.
constexpr void find_shared_rows(const row_network& n, const target& wanted, view<task> out) {
    if (wanted.workers < max_workers) return;
    for (int k = 0; k < n.tasks.size; ++k)
        if (may_share_rows(n.tasks[k])) out[k].shared_from = least_shared_rows(n, k, wanted.costs);
}

}  // namespace tigris::planning
