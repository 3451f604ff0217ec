// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// A synthetic network as the partition reads it, with rooms for its search.

#include <helpers/synthetic_rows.hpp>
#include <onnx2hpp/plan/plan_memory.hpp>
#include <tigris/planning/partition/task_sums.hpp>
#include <tigris/planning/segments/ring_rows.hpp>

namespace tigris::test {

struct partition_rows {
    synthetic_rows rows;
    std::vector<std::int32_t> ring;
    std::vector<planning::task_sums> sums;
    plan_costs costs;
    onnx2hpp::owned_search_room room;

    explicit partition_rows(const owned_network& n, const io_modes& in = io::caller,
                            const io_modes& out = io::caller, const plan_costs& costs = {},
                            const planning::attempt& how = {})
        : rows(n, in, out),
          ring(rows.tensors.size()),
          sums(rows.tasks.size()),
          costs(costs),
          room(tasks(), int(rows.tensors.size()), planning::room_for_labels(how, tasks())) {
        planning::find_ring_rows(network(), lifetimes(), onnx2hpp::all_of(ring));
        planning::find_sums(network(), lifetimes(), onnx2hpp::const_view(ring), costs,
                            onnx2hpp::all_of(sums));
    }
    partition_rows(const partition_rows&) = delete;

    int tasks() const { return int(rows.tasks.size()); }
    planning::row_network network() const { return rows.network(); }
    view<const planning::lifetime> lifetimes() const {
        return onnx2hpp::const_view(rows.lifetimes);
    }
    planning::partition_input input() {
        return {network(), lifetimes(), onnx2hpp::const_view(ring), onnx2hpp::const_view(sums),
                costs,     room.all()};
    }
};

}  // namespace tigris::test
