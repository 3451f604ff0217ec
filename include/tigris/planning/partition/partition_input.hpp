// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// What the partition reads, and its working memory.

#include <tigris/planning/partition/label.hpp>
#include <tigris/planning/partition/strip_sums.hpp>
#include <tigris/planning/segments/overlap_distance.hpp>

namespace tigris::planning {

/// Working memory of the partition.
struct partition_memory {
    label_sets labels;            // labels of all cuts
    view<progress_line> lines;    // a line for each task
    view<strips_of_task> strips;  // columns of strips for each task
    view<int16_t> slow_edges;     // row tensors of the inputs and outputs in slow memory
};

/// What the partition reads.
struct partition_input {
    row_network n;                   // the network
    view<const lifetime> lifetimes;  // when its tensors are needed
    view<const int32_t> ring;        // rows of each tensor that are needed at once
    view<const task_sums> sums;      // sums of its tasks
    plan_costs costs;                // costs for the planner
    partition_memory memory;         // working memory
    bank_bytes banks{};              // banks of fast memory; no tensor straddles two
};

}  // namespace tigris::planning
