// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Tensors that cross a cut, in fast and in slow memory, and which of them the next segment reads.

#include <tigris/planning/partition/label.hpp>
#include <tigris/planning/partition/segment_sums.hpp>

namespace tigris::planning {

class carried_tensors {
public:
    /// `p` must live as long.
    constexpr explicit carried_tensors(const partition_input& p)
        : p_(p), given_bytes_(given_bytes(p.n, p.lifetimes)) {
        for (int t = 0; t < p.n.tensors.size; ++t)
            if (is_slow(t) && p.lifetimes[t].readers > 0)
                p.memory.slow_edges[slow_edges_++] = int16_t(t);
    }

    /// Bytes of fast memory of all tensors that cross a cut.
    constexpr int64_t across(int at, const label& c) const {
        int64_t bytes = at > 0 ? p_.sums[at - 1].carried : given_bytes_;
        for (int i = 0; i < c.in_slow_count; ++i) bytes -= p_.n.tensors[c.in_slow[i]].bytes();
        return bytes;
    }

    /// How many inputs and outputs in slow memory the segment reloads.
    constexpr int edges_reloaded(const segment_sums& s) const {
        int reloaded = 0;
        for (int i = 0; i < slow_edges_; ++i) reloaded += reloads_edge(i, s);
        return reloaded;
    }

    /// Calls visit(t) for each tensor that the segment reloads from slow memory.
    template <class Visit>
    constexpr void for_each_reloaded(const label& before, const segment_sums& s,
                                     Visit visit) const {
        for (int i = 0; i < before.in_slow_count; ++i)
            if (is_read(before.in_slow[i], s)) visit(before.in_slow[i]);
        for (int i = 0; i < slow_edges_; ++i)
            if (reloads_edge(i, s)) visit(p_.memory.slow_edges.data[i]);
    }

    /// The columns of a tensor, made before the segment, that a strip of the segment reads.
    constexpr strip_columns strip_read(int16_t tensor, const segment_sums& s, int choice) const {
        strip_columns needed{};
        const lifetime& l = p_.lifetimes[tensor];
        const int end = l.last_reader < s.end ? l.last_reader + 1 : s.end;
        for (int k = l.first_reader > s.begin ? l.first_reader : s.begin; k < end; ++k)
            for (const row_read& r : p_.n.reads_of(k))
                if (r.tensor == tensor)
                    needed.cover(p_.memory.strips[k].of[choice].read_at(
                        r.columns, p_.n.tensors[tensor].width()));
        return needed;
    }

    /// Notes in `made` the spilled tensors that live on after the segment. False if there are too
    /// many.
    constexpr bool keep_slow(const segment_sums& s, const label& before, label& made) const {
        for (int i = 0; i < before.in_slow_count; ++i)
            if (p_.lifetimes[before.in_slow[i]].crosses(s.end) && !made.add(before.in_slow[i]))
                return false;
        if (!made.spills) return true;
        for (int k = s.begin; k < s.end; ++k) {
            const int16_t t = p_.n.tasks[k].output;
            if (!in_arena(t) || is_slow(t) || !p_.lifetimes[t].crosses(s.end)) continue;
            if (!made.add(t)) return false;
        }
        return true;
    }

    /// Whether each input of the first task has room in a bank beside the largest output of the
    /// segment.
    constexpr bool have_banks(const segment_sums& s, const label& before) const {
        if (s.largest_sink <= p_.banks.second) return true;
        for (const row_read& r : p_.n.reads_of(s.begin)) {
            const int16_t t = r.tensor;
            if (t < 0 || p_.lifetimes.data[t].producer >= s.begin) continue;
            if (!in_arena(t) || is_slow(t) || before.holds(t)) continue;
            if (!p_.banks.hold(p_.n.tensors[t].bytes(), s.largest_sink)) return false;
        }
        return true;
    }

    /// The largest input of the first task that dies in the segment.
    constexpr int16_t dying_input(const segment_sums& s, const label& before) const {
        int16_t largest = -1;
        const task& first = p_.n.tasks.data[s.begin];
        for (int i = first.first_read; i < first.first_read + first.reads; ++i) {
            const row_read& r = p_.n.reads.data[i];
            if (r.tensor < 0) continue;
            const lifetime& l = p_.lifetimes.data[r.tensor];
            if (l.producer >= s.begin || l.last_reader < s.begin || l.last_reader >= s.end)
                continue;
            if (!in_arena(r.tensor) || is_slow(r.tensor) || before.holds(r.tensor)) continue;
            if (largest < 0 || p_.n.tensors[r.tensor].bytes() > p_.n.tensors[largest].bytes())
                largest = r.tensor;
        }
        return largest;
    }

private:
    constexpr bool is_slow(int t) const {
        return p_.n.tensors[t].home == home::arena && p_.n.tensors[t].space == slow_space;
    }
    constexpr bool in_arena(int t) const { return p_.n.tensors[t].home == home::arena; }

    /// Whether the segment reloads the i-th input or output in slow memory.
    constexpr bool reloads_edge(int i, const segment_sums& s) const {
        const int16_t t = p_.memory.slow_edges.data[i];
        return p_.lifetimes[t].producer < s.begin && is_read(t, s);
    }

    constexpr bool is_read(int16_t t, const segment_sums& s) const {
        const lifetime& l = p_.lifetimes[t];
        if (l.first_reader >= s.end || l.last_reader < s.begin) return false;
        if (l.first_reader >= s.begin || l.last_reader < s.end) return true;
        for (int k = s.begin; k < s.end; ++k)
            for (const row_read& r : p_.n.reads_of(k))
                if (r.tensor == t) return true;
        return false;
    }

    const partition_input& p_;
    int64_t given_bytes_;
    int slow_edges_ = 0;
};

}  // namespace tigris::planning
