// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// What the partition reads, and its working memory.

#include <tigris/planning/label.hpp>
#include <tigris/planning/overlap_distance.hpp>
#include <tigris/planning/strip_sums.hpp>

namespace tigris::planning {

/// Rooms for the partition: labels for every cut, a line and strips for every task, the numbers of
/// the inputs and outputs that are in slow memory.
struct partition_memory {
    label_sets labels;
    view<progress_line> lines;
    view<strips_of_task> strips;
    view<int16_t> slow_edges;
};

/// What the partition reads: a network, when its tensors are needed, how many rows of each at once,
/// the sums of its tasks, and what they cost. With rooms to work in. `banks`: those of fast memory,
/// none of which a tensor straddles.
struct partition_input {
    row_network n;
    view<const lifetime> lifetimes;
    view<const int32_t> ring;
    view<const task_sums> sums;
    plan_costs costs;
    partition_memory memory;
    bank_bytes banks{};
};

}  // namespace tigris::planning
