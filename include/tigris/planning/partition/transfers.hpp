// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Turns the decisions of the partition into tasks: one task for each tensor that is spilled to slow
// memory or reloaded from it.

#include <tigris/planning/segments/segment.hpp>

namespace tigris::planning {

/// Room for the tasks of a partition: each result may be spilled, and each read reloaded.
constexpr row_network_size size_with_transfers(const row_network_size& size, bool may_spill) {
    if (!may_spill) return size;
    return {.tasks = 2 * size.tasks + size.reads,
            .reads = 2 * size.tasks + 2 * size.reads,
            .tensors = size.tensors + size.tasks + size.reads};
}

/// Copies a row network, segment by segment, and inserts the transfers.
class transfer_writer {
public:
    /// `copy[t]`: the tensor that holds t in slow memory, -1 while it is in fast memory.
    constexpr transfer_writer(const row_network& n, view<const lifetime> lifetimes,
                              view<int16_t> copy, row_network_builder& out)
        : n_(n), lifetimes_(lifetimes), copy_(copy), out_(out) {
        for (int t = 0; t < n.tensors.size; ++t) {
            out.tensors[t] = n.tensors[t];
            copy[t] =
                n.tensors[t].space == slow_space && n.tensors[t].given ? int16_t(t) : int16_t(-1);
        }
        out.tensor_count = n.tensors.size;
    }

    /// Whether 16 bits are enough for all numbers if every result of the segment is spilled and
    /// every read reloaded. Layouts number all tensors, then all tasks.
    constexpr bool has_numbers_for(const segment_tasks& s) const {
        const task& last = n_.tasks[s.end - 1];
        const int tasks = s.end - s.begin;
        const int reads = last.first_read + last.reads - n_.tasks[s.begin].first_read;
        const int blocks = out_.task_count + out_.tensor_count + 3 * tasks + 2 * reads;
        return blocks <= INT16_MAX && out_.read_count + tasks + 2 * reads <= INT16_MAX;
    }

    /// Writes a segment. `spills`: its results go to slow memory. Returns the segment in numbers of
    /// the new tasks.
    constexpr segment_tasks write(const segment_tasks& s, bool spills) {
        const int begin = out_.task_count, tensors = out_.tensor_count;
        segment_begin_ = s.begin;
        for (int k = s.begin; k < s.end; ++k) {
            for (const row_read& r : n_.reads_of(k)) reload(r.tensor, tensors);
            copy_task(k, tensors);
            spill(k, s, spills);
        }
        return {int16_t(begin),
                int16_t(out_.task_count),
                s.whole && out_.task_count - begin == 1,
                s.strips,
                s.parts,
                s.again,
                s.keeps};
    }

private:
    /// The ring of this segment that holds rows of slow tensor t, or -1.
    constexpr int reloaded(int16_t t, int first) const {
        for (int k = first; k < out_.tensor_count; ++k)
            if (out_.tensors[k].tensor == n_.tensors[t].tensor &&
                out_.tensors[k].space == fast_space && out_.tensors[k].home == home::arena)
                return k;
        return -1;
    }

    constexpr int16_t add_tensor(int16_t like) {
        const int16_t made = int16_t(out_.tensor_count++);
        out_.tensors[made] = n_.tensors[like];
        return made;
    }

    constexpr void reload(int16_t t, int first) {
        if (t < 0 || copy_[t] < 0 || is_made_here(t) || reloaded(t, first) >= 0) return;
        const int16_t made = add_tensor(t);
        row_tensor& ring = out_.tensors[made];
        ring.space = fast_space, ring.region = -1;
        ring.given = ring.kept = false;
        task& moved = out_.add({.does = action::reload, .output = made});
        out_.add(moved, {.tensor = copy_[t]});
    }

    /// Whether the segment that is being written makes t itself.
    constexpr bool is_made_here(int16_t t) const {
        return lifetimes_[t].producer >= segment_begin_;
    }

    constexpr void copy_task(int k, int first) {
        task& made = out_.add(n_.tasks[k]);
        made.reads = 0;
        for (row_read r : n_.reads_of(k)) {
            if (r.tensor >= 0 && copy_[r.tensor] >= 0 && !is_made_here(r.tensor))
                r.tensor = int16_t(reloaded(r.tensor, first));
            out_.add(made, r);
        }
    }

    /// Adds a spill after task k, if its output goes to slow memory. The rows pass through a ring
    /// in fast memory. A tensor that is pinned to fast memory is never spilled.
    constexpr void spill(int k, const segment_tasks& s, bool spills) {
        const int16_t t = n_.tasks[k].output;
        row_tensor& made = out_.tensors[t];
        const bool is_slow = made.space == slow_space;
        const bool alive_after = made.home == home::arena && lifetimes_[t].last_reader >= s.end;
        if (is_slow) made.space = fast_space, made.region = -1;
        if (!alive_after || !(is_slow || (spills && made.region < 0))) return;
        const int16_t kept = add_tensor(t);
        out_.tensors[kept].space = slow_space;
        made.kept = false;
        copy_[t] = kept;
        task& moved = out_.add({.does = action::spill, .output = kept});
        out_.add(moved, {.tensor = t});
    }

    const row_network& n_;
    view<const lifetime> lifetimes_;
    view<int16_t> copy_;
    row_network_builder& out_;
    int segment_begin_ = 0;
};

}  // namespace tigris::planning
