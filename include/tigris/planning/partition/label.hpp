// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Labels of a cut: ways to run all tasks before it. Of two ways that leave the same tensors in slow
// memory, the planner keeps only the better one.

#include <stdint.h>
#include <tigris/support/view.hpp>

namespace tigris::planning {

/// A way to run all tasks before a cut, and the segment that ends at the cut. Inputs and outputs
/// that are always in slow memory are neither carried nor in_slow.
struct label {
    static constexpr int max_in_slow = 6;

    int64_t peak = 0;             // bytes of fast memory: the most at once so far
    int64_t cost = 0;             // cost so far, in plan_costs' units
    int64_t recomputed_macs = 0;  // multiply-accumulates done again so far
    int64_t carried = 0;          // bytes of fast memory across the cut
    uint64_t slow_bits = 0;       // bit t % 64 for each tensor t of in_slow, to compare labels fast
    int16_t from = -1;            // cut where the segment begins
    int16_t from_label = 0;       // label of cut `from` that the segment continues
    int16_t lower = -1;        // last earlier cut with a better label; -1: none (useful_begins.hpp)
    bool whole = false;        // the segment is one task in one call
    bool spills = false;       // what the segment makes goes to slow memory
    int8_t strips = 1;         // strips in which the segment runs
    int8_t parts = 1;          // parts in which rows pass from task to task
    bool again = false;        // parts pass to windows, too, whose rows are made again
    int32_t tile = 1;          // rows that a call of the only task of the segment makes
    int8_t in_slow_count = 0;  // tensors in in_slow
    int16_t in_slow[max_in_slow]{};  // spilled tensors across the cut, in the order they were made

    constexpr bool holds(int16_t t) const {
        for (int i = 0; i < in_slow_count; ++i)
            if (in_slow[i] == t) return true;
        return false;
    }
    /// Notes that tensor t is in slow memory. False if there are too many tensors.
    constexpr bool add(int16_t t) {
        if (in_slow_count == max_in_slow) return false;
        in_slow[in_slow_count++] = t;
        slow_bits |= uint64_t(1) << t % 64;
        return true;
    }
    constexpr bool holds_the_same(const label& other) const {
        if (slow_bits != other.slow_bits || in_slow_count != other.in_slow_count) return false;
        for (int i = 0; i < in_slow_count; ++i)
            if (in_slow[i] != other.in_slow[i]) return false;
        return true;
    }
};

/// What the partition looks for.
struct partition_goal {
    bool wants_small = false;      // the least peak wins; else the least cost
    bool has_room = false;         // bytes that the limit leaves may raise tile heights
    int64_t limit = INT64_MAX;     // most bytes of the peak
    bool may_spill = false;        // tensors may move to slow memory
    bool may_recompute = false;    // rows and columns may be made again
    int64_t recompute_limit = 0;   // most multiply-accumulates that are done again
    bool adds_recomputed = false;  // the limit is for all segments together, not for each one

    constexpr bool prefers(const label& a, const label& b) const {
        if (wants_small) return a.peak != b.peak ? a.peak < b.peak : a.cost < b.cost;
        return a.cost != b.cost ? a.cost < b.cost : a.peak < b.peak;
    }
    /// Whether label a can replace label b of the same cut: whatever may follow b may follow a, and
    /// is no worse then.
    constexpr bool replaces(const label& a, const label& b) const {
        if (adds_recomputed && a.recomputed_macs > b.recomputed_macs) return false;
        return !prefers(b, a) && a.holds_the_same(b);
    }
};

/// The most labels of a cut. Each label is compared with all others of its cut.
inline constexpr int most_labels = 256;

/// The labels of all cuts, in the order of the cuts.
struct label_sets {
    view<label> all;         // labels of all cuts, and room for more
    view<int16_t> ends;      // ends[cut]: where the labels of the cut end in `all`
    int most = most_labels;  // most labels of a cut
    int full = -1;           // a full cut for which `light` and `heavy` are known, or -1
    int light = 0;           // label of cut `full` that carries least
    int heavy = -1;          // least preferred of the other labels of cut `full`

    constexpr int begin(int cut) const { return cut > 0 ? ends.data[cut - 1] : 0; }
    constexpr int count(int cut) const {
        return ends.data[cut] - (cut > 0 ? ends.data[cut - 1] : 0);
    }
    constexpr label& at(int cut, int l) const {
        return all.data[(cut > 0 ? ends.data[cut - 1] : 0) + l];
    }
    /// The label of a cut that carries least. Requires at least one label.
    constexpr int lightest_at(int cut) const {
        int lightest = 0;
        for (int l = 1; l < count(cut); ++l)
            if (at(cut, l).carried < at(cut, lightest).carried) lightest = l;
        return lightest;
    }
    constexpr void open(int cut) {
        ends[cut] = int16_t(begin(cut));
        full = -1;
    }

    /// Adds a label to the last cut unless another label replaces it. Drops labels that the new one
    /// replaces. At a full cut, one comparison with `heavy` and one with `light` turn most new
    /// labels away.
    constexpr void add(const partition_goal& goal, int cut, const label& made) {
        const int first = begin(cut), there = ends.data[cut] - first;
        label* const here = all.data + first;
        if (full == cut && goal.prefers(here[heavy], made) && here[light].carried < made.carried)
            return;
        int kept = 0;
        for (int l = 0; l < there; ++l) {
            if (here[l].slow_bits == made.slow_bits) {
                if (goal.replaces(here[l], made)) return;
                if (goal.replaces(made, here[l])) continue;
            }
            if (kept < l) here[kept] = here[l];
            ++kept;
        }
        full = -1;
        const int room = room_of(cut, first);
        ends.data[cut] = int16_t(first + (kept < room ? kept + 1 : room));
        const int place = kept < room ? kept : worst(goal, cut, made);
        if (place < room) here[place] = made;
    }

private:
    /// Room for labels of a cut: what earlier cuts left, less a reserve for each cut that follows.
    /// The reserve is an eighth of a cut's share, at least one label.
    constexpr int room_of(int cut, int first) const {
        const int reserved = (all.size / ends.size + 7) / 8;
        const int room = all.size - first - reserved * (ends.size - 1 - cut);
        return room < most ? room : most;
    }

    /// The label of a full cut that gives way: the least preferred one, except the one that carries
    /// least. Returns count(cut) if `made` itself gives way, and sets `light` and `heavy` then.
    constexpr int worst(const partition_goal& goal, int cut, const label& made) {
        const int there = count(cut);
        light = lightest_at(cut);
        const bool is_lightest = at(cut, light).carried >= made.carried;
        heavy = -1;
        for (int l = 0; l < there; ++l)
            if ((is_lightest || l != light) &&
                (heavy < 0 || !goal.prefers(at(cut, l), at(cut, heavy))))
                heavy = l;
        if (is_lightest) return heavy;
        if (heavy >= 0 && goal.prefers(made, at(cut, heavy))) return heavy;
        if (heavy >= 0) full = cut;
        return there;
    }
};

}  // namespace tigris::planning
