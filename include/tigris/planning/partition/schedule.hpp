// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// What an attempt decides: the model as rows, cut into segments, with the transfers between them.

#include <tigris/planning/partition/partition_search.hpp>
#include <tigris/planning/partition/transfers.hpp>
#include <tigris/planning/rows/find_rows.hpp>
#include <tigris/planning/segments/ring_rows.hpp>
#include <tigris/support/is_set.hpp>

namespace tigris::planning {

/// The model as rows.
template <row_network_size Size>
struct row_facts {
    row_network_size used{};                          // elements that are used
    task tasks[Size.tasks > 0 ? Size.tasks : 1];      // tasks
    row_read reads[Size.reads > 0 ? Size.reads : 1];  // reads of all tasks
    row_tensor tensors[Size.tensors];                 // row tensors
    lifetime lifetimes[Size.tensors];                 // when each row tensor is needed
    int32_t ring[Size.tensors]{};  // rows of each row tensor that are needed at once, as estimated
};

/// row_facts by reference: views of arrays that another object owns.
struct row_facts_view {
    row_network_size& used;
    view<task> tasks;
    view<row_read> reads;
    view<row_tensor> tensors;
    view<lifetime> lifetimes;
    view<int32_t> ring;

    constexpr row_network network() const {
        return {{tasks.data, used.tasks}, {reads.data, used.reads}, {tensors.data, used.tensors}};
    }
    constexpr view<const lifetime> used_lifetimes() const { return {lifetimes.data, used.tensors}; }
};

template <row_network_size Size>
constexpr row_facts_view view_of(row_facts<Size>& f) {
    return {f.used,
            tigris::view_of(f.tasks),
            tigris::view_of(f.reads),
            tigris::view_of(f.tensors),
            tigris::view_of(f.lifetimes),
            tigris::view_of(f.ring)};
}

template <row_network_size Size>
constexpr row_network network_of(const row_facts<Size>& f) {
    return {{f.tasks, f.used.tasks}, {f.reads, f.used.reads}, {f.tensors, f.used.tensors}};
}
template <row_network_size Size>
constexpr view<const lifetime> lifetimes_of(const row_facts<Size>& f) {
    return {f.lifetimes, f.used.tensors};
}

/// Finds the facts of a model. `storage` is working memory: a number for each tensor of the model.
/// A network that pins tensors needs the `memories` of the target.
constexpr void find_facts(const network& n, const io_modes& inputs, const io_modes& outputs,
                          view<int16_t> storage, const row_facts_view& out,
                          const memory_map* memories = nullptr) {
    row_network_builder rows{out.tasks, out.reads, out.tensors};
    find_rows(n, inputs, outputs, storage, rows);
    if (is_set(memories))
        pin_tensors(n.regions, *memories, {storage.data, storage.size},
                    {out.tensors.data, rows.tensor_count});
    out.used = {rows.task_count, rows.read_count, rows.tensor_count};
    find_lifetimes(out.network(), {out.lifetimes.data, out.used.tensors});
    find_ring_rows(out.network(), out.used_lifetimes(), {out.ring.data, out.used.tensors});
}

/// A partition, with its transfers as tasks.
struct schedule_view {
    row_facts_view facts;
    view<segment_tasks> segments;
    partition_result& result;
};

template <row_network_size Size>
struct schedule : row_facts<Size> {
    partition_result result{};
    segment_tasks segments[Size.tasks > 0 ? Size.tasks : 1];
};

/// Whether some tensor has to be in slow memory.
constexpr bool uses_slow(const row_network& n) {
    for (const row_tensor& t : n.tensors)
        if (t.home == home::arena && t.space == slow_space) return true;
    return false;
}

/// Bytes of fast memory that cross some cut in every cheapest plan; 0 if some tensors are in slow
/// memory. Without limits, a plan cuts before and after each task that is cheaper in one call.
constexpr int64_t carried_by_cheapest(const row_network& n, view<const task_sums> sums) {
    if (uses_slow(n)) return 0;
    int64_t most = 0, before = 0;
    for (const task_sums& k : sums) {
        const int64_t carried = before > k.carried ? before : k.carried;
        if (k.cost_whole < k.cost_by_rows && carried > most) most = carried;
        before = k.carried;
    }
    return most;
}

constexpr void copy_facts(const row_network& n, view<const lifetime> lifetimes,
                          const row_facts_view& out) {
    out.used = {n.tasks.size, n.reads.size, n.tensors.size};
    for (int k = 0; k < n.tasks.size; ++k) out.tasks.data[k] = n.tasks.data[k];
    for (int k = 0; k < n.reads.size; ++k) out.reads.data[k] = n.reads.data[k];
    for (int t = 0; t < n.tensors.size; ++t) {
        out.tensors.data[t] = n.tensors.data[t];
        out.lifetimes.data[t] = lifetimes.data[t];
    }
}

/// Writes the schedule of the segments in out.segments, which count tasks before transfers. The
/// outputs of segment s go to slow memory if spills(s). `copy` is working memory: a number for each
/// tensor. There is no result if 16 bits cannot number all transfers.
template <class Spills>
constexpr void write_schedule(const row_network& n, view<const lifetime> lifetimes,
                              const Spills& spills, view<int16_t> copy, const schedule_view& out) {
    bool transfers = uses_slow(n);
    for (int s = 0; s < out.result.segments; ++s) transfers = transfers || spills(s);
    if (!transfers) {
        copy_facts(n, lifetimes, out.facts);
        return;
    }
    row_network_builder rows{out.facts.tasks, out.facts.reads, out.facts.tensors};
    transfer_writer writer(n, lifetimes, copy, rows);
    for (int s = 0; s < out.result.segments; ++s) {
        if (!writer.has_numbers_for(out.segments[s])) {
            out.result = {.work = out.result.work};
            return;
        }
        out.segments[s] = writer.write(out.segments[s], spills(s));
    }
    out.facts.used = {rows.task_count, rows.read_count, rows.tensor_count};
    find_lifetimes(out.facts.network(), {out.facts.lifetimes.data, rows.tensor_count});
}

/// Room for the search of a schedule of `Tasks` tasks and `Tensors` tensors.
template <int Tasks, int Tensors, int Labels>
struct search_room {
    label labels[Labels]{};
    int16_t label_ends[Tasks + 1]{};
    progress_line lines[Tasks + 1]{};
    strips_of_task strips[Tasks + 1]{};
    int16_t slow_edges[Tensors]{};
    bool spills[Tasks + 1]{};

    constexpr partition_memory all() {
        return {{tigris::view_of(labels), tigris::view_of(label_ends)},
                tigris::view_of(lines),
                tigris::view_of(strips),
                tigris::view_of(slow_edges)};
    }
};

/// Finds the schedule of an attempt. `spills` and `copy` are working memory: a flag for each task
/// and a number for each tensor.
constexpr void find_schedule(const partition_input& p, const attempt& a, view<bool> spills,
                             view<int16_t> copy, const schedule_view& out) {
    out.result = partition(p, a, out.segments, spills);
    if (out.result.found)
        write_schedule(
            p.n, p.lifetimes, [&](int s) { return spills[s]; }, copy, out);
}

}  // namespace tigris::planning
