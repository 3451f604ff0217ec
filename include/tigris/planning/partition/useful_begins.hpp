// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Where a segment has to begin to be better than the best known label of its cut.

#include <tigris/planning/partition/label.hpp>
#include <tigris/planning/partition/partition_input.hpp>

namespace tigris::planning {

class useful_begins {
public:
    constexpr useful_begins(const partition_input& p, const partition_goal& goal,
                            const label_sets& labels)
        : p_(p), goal_(goal), labels_(labels) {}

    /// Whether all ways to a cut leave the same tensors in memory. Then a cut has one label.
    constexpr bool is_one_kept() const {
        return labels_.most == 1 || (!goal_.may_spill && !goal_.adds_recomputed);
    }

    /// The most bytes that a new way to cut `end` may take: a larger one would not be kept.
    constexpr int64_t most_bytes(int end) const {
        const bool has_best = goal_.wants_small && is_one_kept() && labels_.count(end) > 0;
        return has_best ? labels_.at(end, 0).peak : goal_.limit;
    }

    /// The last cut before `begin` where a segment may begin and still be better than the only
    /// label of cut `end`; -1: none.
    constexpr int next_useful(int end, int begin, int first) const {
        return last_below(height_of(labels_.at(end, 0), end), begin - 1, first);
    }

    /// Sets `lower` of the only label of a cut: the last earlier cut whose label is better.
    constexpr void link_lower(int cut, int first) const {
        if (!is_one_kept() || labels_.count(cut) == 0) return;
        label& made = labels_.at(cut, 0);
        made.lower = int16_t(last_below(height_of(made, cut), cut - 1, first));
    }

private:
    /// How good a label is, less is better: its peak, or its cost beyond that of all tasks row by
    /// row.
    constexpr int64_t height_of(const label& l, int cut) const {
        if (goal_.wants_small) return l.peak;
        return l.cost - (cut > 0 ? p_.sums.data[cut - 1].cost_until : 0);
    }

    /// The last cut of [first, at] whose only label has less than `height`; -1: none.
    constexpr int last_below(int64_t height, int at, int first) const {
        for (int k = at; k >= first;) {
            const int begin = k > 0 ? labels_.ends.data[k - 1] : 0;
            if (begin == labels_.ends.data[k]) {
                --k;
                continue;
            }
            const label& there = labels_.all.data[begin];
            if (height_of(there, k) < height) return k;
            k = there.lower;
        }
        return -1;
    }

    const partition_input& p_;
    const partition_goal& goal_;
    label_sets labels_;
};

}  // namespace tigris::planning
