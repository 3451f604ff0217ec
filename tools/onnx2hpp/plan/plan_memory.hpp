// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Memory for the results of the planning steps, for networks of any size. In the compiler these are
// constants (execution/plans/schedule.hpp).

#include <tigris/planning/make_plan.hpp>

#include <cstdint>
#include <memory>
#include <vector>

namespace onnx2hpp {

template <class T>
tigris::view<T> all_of(std::vector<T>& items) {
    return {items.data(), int(items.size())};
}
template <class T>
tigris::view<const T> all_of(const std::vector<T>& items) {
    return {items.data(), int(items.size())};
}
/// A read-only view of items that may change.
template <class T>
tigris::view<const T> const_view(const std::vector<T>& items) {
    return all_of(items);
}

/// A model as rows, with the memory that they take.
struct owned_rows {
    explicit owned_rows(const tigris::planning::row_network_size& size);
    tigris::planning::row_facts_view view();

    tigris::planning::row_network_size used;
    std::vector<tigris::planning::task> tasks;
    std::vector<tigris::planning::row_read> reads;
    std::vector<tigris::planning::row_tensor> tensors;
    std::vector<tigris::planning::lifetime> lifetimes;
    std::vector<std::int32_t> ring;
};

/// Working memory for a layout of `blocks` blocks in `segments` segments.
struct owned_layout_room {
    owned_layout_room(int blocks, int segments);
    tigris::planning::layout_memory all();

    std::vector<std::int16_t> sequence, best;
    std::vector<tigris::planning::forbidden_offsets> around;
    std::vector<std::uint64_t> sets;
};

/// An array of flags: std::vector<bool> has no array.
struct owned_flags {
    explicit owned_flags(int count) : of(new bool[std::size_t(count)]()), count(count) {}
    operator tigris::view<bool>() { return {of.get(), count}; }

    std::unique_ptr<bool[]> of;
    int count;
};

/// Room for the search of a schedule of a network.
struct owned_search_room {
    owned_search_room(int tasks, int tensors, int count_of_labels);
    tigris::planning::partition_memory all();

    std::vector<tigris::planning::label> labels;
    std::vector<std::int16_t> label_ends;
    std::vector<tigris::planning::progress_line> lines;
    std::vector<tigris::planning::strips_of_task> strips;
    std::vector<std::int16_t> slow_edges;
    owned_flags spills;
};

/// Segments and the transfers between them.
struct owned_schedule {
    explicit owned_schedule(const tigris::planning::row_network_size& size);
    tigris::planning::schedule_view room();
    tigris::planning::made_schedule made();

    owned_rows rows;
    std::vector<tigris::planning::segment_tasks> segments;
    tigris::planning::partition_result result;
};

/// Rows per call and segment of each task.
struct owned_tasks {
    owned_tasks(const tigris::planning::made_schedule& made, const tigris::plan_hint& hint);

    std::vector<std::int32_t> tiles;
    std::vector<std::int16_t> segment_at;
    std::vector<std::int32_t> row_bytes;
};

/// The replays of all segments.
struct owned_replays {
    owned_replays(const tigris::planning::made_schedule& made, const owned_tasks& tasks);

    std::vector<tigris::planning::overlap> overlaps;
    std::vector<std::int32_t> ring;
    std::vector<tigris::planning::local_set> ring_conflicts, scratch_conflicts;
    std::vector<tigris::planning::replay_facts> facts;
};

/// What a schedule's layout keeps in each space. Looks at the tasks and replays.
struct owned_layout {
    owned_layout(const tigris::planning::made_schedule& made, const owned_tasks& tasks,
                 const owned_replays& replays);

    /// Gives the blocks of all spaces their offsets.
    void place(const tigris::planning::partition_result& result, const tigris::plan_hint& hint,
               const tigris::planning::space (&spaces)[tigris::planning::space_count],
               std::int64_t alignment);

    tigris::planning::planned p;
    std::vector<tigris::planning::block> blocks[tigris::planning::space_count];
    tigris::hint_fault fault = tigris::hint_fault::none;
};

}  // namespace onnx2hpp
