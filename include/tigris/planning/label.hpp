// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Ways to run all tasks before a cut, as labels of that cut: of two ways that leave the same
// behind, only the better one is kept.

#include <stdint.h>
#include <tigris/support/view.hpp>

namespace tigris::planning {

/// A way to run all tasks before a cut: the most fast bytes at once, the cost, what was computed
/// again, and the segment that ends here: where it begins (and with which label of that cut),
/// whether it is one task in one call, in how many strips it runs, in how many parts its rows pass
/// from task to task, whether what it makes goes to slow memory. `in_slow` are the tensors across
/// the cut that are there, in the order in which they were made; `carried` the fast bytes of all
/// others.
struct label {
    static constexpr int max_in_slow = 6;

    int64_t peak = 0;
    int64_t cost = 0;
    int64_t recomputed_macs = 0;
    int64_t carried = 0;
    int16_t from = -1;
    int8_t from_label = 0;
    bool whole = false;
    bool spills = false;
    int8_t strips = 1;
    int8_t parts = 1;
    int8_t in_slow_count = 0;
    int16_t in_slow[max_in_slow]{};

    constexpr bool holds(int16_t t) const {
        for (int i = 0; i < in_slow_count; ++i)
            if (in_slow[i] == t) return true;
        return false;
    }
    /// Remembers a tensor in slow memory. False if they are too many.
    constexpr bool add(int16_t t) {
        if (in_slow_count == max_in_slow) return false;
        in_slow[in_slow_count++] = t;
        return true;
    }
    constexpr bool holds_the_same(const label& other) const {
        if (in_slow_count != other.in_slow_count) return false;
        for (int i = 0; i < in_slow_count; ++i)
            if (in_slow[i] != other.in_slow[i]) return false;
        return true;
    }
};

/// What the partition looks for: the smallest peak, or the smallest cost; with a peak of at most
/// `limit` bytes, recomputing at most so many multiply-accumulates.
struct partition_goal {
    bool wants_small = false;
    int64_t limit = INT64_MAX;
    bool may_spill = false;
    bool may_recompute = false;
    int64_t recompute_limit = 0;

    constexpr bool prefers(const label& a, const label& b) const {
        if (wants_small) return a.peak != b.peak ? a.peak < b.peak : a.cost < b.cost;
        return a.cost != b.cost ? a.cost < b.cost : a.peak < b.peak;
    }
    /// Whether whatever follows b may follow a, and is no worse then.
    constexpr bool replaces(const label& a, const label& b) const {
        return a.recomputed_macs <= b.recomputed_macs && !prefers(b, a) && a.holds_the_same(b);
    }
};

/// The labels of all cuts, at most `most` for each.
struct label_sets {
    view<label> all;
    view<int16_t> counts;
    int most = 1;

    constexpr int count(int cut) const { return counts[cut]; }
    constexpr label& at(int cut, int l) const { return all[cut * most + l]; }

    /// Adds a label unless another replaces it; drops those that it replaces.
    constexpr void add(const partition_goal& goal, int cut, const label& made) const {
        int kept = 0;
        for (int l = 0; l < counts[cut]; ++l) {
            if (goal.replaces(at(cut, l), made)) return;
            if (goal.replaces(made, at(cut, l))) continue;
            if (kept < l) at(cut, kept) = at(cut, l);
            ++kept;
        }
        counts[cut] = int16_t(kept < most ? kept + 1 : most);
        const int place = kept < most ? kept : worst(goal, cut, made);
        if (place < most) at(cut, place) = made;
    }

private:
    /// What gives way where there is no more room: the least preferred, but for the label that
    /// carries least. `most` stands for `made` itself.
    constexpr int worst(const partition_goal& goal, int cut, const label& made) const {
        int lightest = most;
        int64_t least = made.carried;
        for (int l = 0; l < most; ++l)
            if (at(cut, l).carried < least) least = at(cut, l).carried, lightest = l;
        int found = -1;
        for (int l = 0; l <= most; ++l) {
            if (l == lightest) continue;
            const label& tried = l < most ? at(cut, l) : made;
            if (found < 0 || !goal.prefers(tried, found < most ? at(cut, found) : made)) found = l;
        }
        return found;
    }
};

}  // namespace tigris::planning
