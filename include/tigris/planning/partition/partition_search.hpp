// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// The searches that find the partition of an attempt.

#include <tigris/planning/partition/attempt.hpp>
#include <tigris/planning/partition/partition.hpp>

namespace tigris::planning {

/// Room for labels, in all. One label per cut is exact if nothing is spilled or computed again.
/// Otherwise only networks with many live tensors need more labels than this.
constexpr int room_for_labels(const attempt& a, int tasks) {
    const int64_t room = int64_t(tasks + 1) * (a.may_spill || a.may_recompute ? 128 : 1);
    return room < INT16_MAX ? int(room) : INT16_MAX;
}

/// The partition of an attempt.
struct partition_result {
    bool found = false;       // there is a partition
    int64_t peak = 0;         // estimated bytes of fast memory
    int64_t cost = 0;         // cost, in plan_costs' units
    int segments = 0;         // number of segments
    int64_t least_limit = 0;  // lowest limit with the same partition
    /// Most bytes of fast memory that live from one segment to the next: no layout takes less.
    int64_t carried = 0;
    int64_t work = 0;  // work of its searches (partition.hpp)
};

/// Lists the segments up to label `last` of the last cut, from first to last. `spills`: whether the
/// outputs of each go to slow memory. Returns the number of segments.
constexpr int list_segments(const label_sets& labels, int tasks, int last,
                            view<segment_tasks> segments, view<bool> spills) {
    int count = 0;
    for (int at = tasks, l = last; at > 0; ++count) {
        const label& c = labels.at(at, l);
        segments[count] = {.begin = c.from,
                           .end = int16_t(at),
                           .whole = c.whole,
                           .strips = c.strips,
                           .parts = c.parts,
                           .again = c.again,
                           .tile = c.tile};
        spills[count] = c.spills;
        l = c.from_label;
        at = c.from;
    }
    for (int a = 0, b = count - 1; a < b; ++a, --b) {
        const segment_tasks segment = segments[a];
        const bool spill = spills[a];
        segments[a] = segments[b], spills[a] = spills[b];
        segments[b] = segment, spills[b] = spill;
    }
    return count;
}

/// The most bytes of fast memory that cross a cut on the way to label `last` of the last cut.
constexpr int64_t most_carried(const label_sets& labels, int tasks, int last) {
    int64_t most = 0;
    for (int at = tasks, l = last; at >= 0;) {
        const label& c = labels.at(at, l);
        if (c.carried > most) most = c.carried;
        l = c.from_label;
        at = c.from;
    }
    return most;
}

constexpr int64_t recompute_limit(const row_network& n, const plan_costs& costs) {
    int64_t macs = 0;
    for (const task& t : n.tasks) macs += t.macs;
    return macs / 100 * costs.recompute_percent;
}

/// The peak of a partition.
struct least_peak {
    int64_t bytes = -1;     // the peak; -1: there is no partition
    bool is_least = false;  // no partition has a lower peak
};

/// The searches of an attempt. Each label takes compile time, so a short search has few labels and
/// narrow limits.
class partition_search {
public:
    constexpr partition_search(const partition_input& p, const attempt& a)
        : p_(p),
          goal_{.wants_small = a.smallest,
                .has_room = !a.smallest,
                .limit = a.limit,
                .may_spill = a.may_spill,
                .may_recompute = a.may_recompute,
                .recompute_limit = recompute_limit(p.n, p.costs)} {}

    /// The first part of the search for the smallest partition.
    constexpr least_peak find_first_peak() {
        p_.memory.labels.most = 1;
        const bool found = run(false);
        p_.memory.labels.most = most_labels;
        if (!found) return {-1, true};
        return {best().peak, !recomputes_too_much()};
    }
    /// The second part, if the first part did not find the least peak. Returns the peak, or -1.
    constexpr int64_t least_peak_above(int64_t least) {
        return find_above(least) ? best().peak : -1;
    }
    /// The smallest peak, by both parts of the search, or -1.
    constexpr int64_t find_peak() { return find_least_peak() ? goal_.limit : -1; }

    constexpr bool find() {
        if (!goal_.wants_small) return find_best();
        if (goal_.limit == INT64_MAX && !find_least_peak()) return false;
        goal_.wants_small = false;
        if (find_best()) return true;
        // The cheapest ways to a cut may carry more bytes than the smallest, so that none fits.
        goal_.wants_small = true;
        return find_best();
    }

    constexpr const label& best() const { return p_.memory.labels.at(p_.n.tasks.size, last_); }
    constexpr int last() const { return last_; }
    constexpr int64_t work() const { return work_; }

private:
    constexpr bool run(bool adds_recomputed) {
        goal_.adds_recomputed = adds_recomputed;
        partitioner made(p_, goal_);
        last_ = made.run();
        work_ += made.work();
        return last_ >= 0;
    }
    constexpr bool recomputes_too_much() const {
        return best().recomputed_macs > goal_.recompute_limit;
    }

    /// Finds the best way. Recomputed work is added up over all segments only if the best way
    /// exceeds its limit.
    constexpr bool find_best() { return run(false) && (!recomputes_too_much() || run(true)); }

    /// Makes the least peak the limit.
    constexpr bool find_least_peak() {
        if (goal_.may_spill) return find_least_spilling();
        const least_peak first = find_first_peak();
        goal_.limit = first.is_least ? first.bytes : least_peak_above(first.bytes);
        return goal_.limit >= 0;
    }

    constexpr bool find_least_spilling() {
        p_.memory.labels.most = 1;
        bool found = run(false);
        // With one label per cut, a peak near the least one is found quickly. It becomes the limit.
        if (found && (!recomputes_too_much() || run(true))) goal_.limit = best().peak;
        p_.memory.labels.most = most_labels;
        found = run(false);
        if (!found || (recomputes_too_much() && !find_above(best().peak))) return false;
        goal_.limit = best().peak;
        return true;
    }

    /// Finds the least peak of at least `least` bytes, with recomputed work added up over all
    /// segments.
    constexpr bool find_above(int64_t least) {
        const int64_t most = goal_.limit;
        for (int64_t more = least / 16 + 1; more < least && more < most - least; more *= 2) {
            goal_.limit = least + more;
            if (run(true)) return true;
        }
        goal_.limit = most;
        return run(true);
    }

    partition_input p_;
    partition_goal goal_;
    int last_ = -1;
    int64_t work_ = 0;
};

/// Makes the partition of an attempt. `segments` and `spills` have room for an element for each
/// task.
constexpr partition_result partition(const partition_input& p, const attempt& a,
                                     view<segment_tasks> segments, view<bool> spills) {
    partition_search search(p, a);
    if (!search.find()) return {.work = search.work()};
    const label& best = search.best();
    partition_result result{.found = true, .peak = best.peak, .cost = best.cost};
    result.work = search.work();
    result.carried = most_carried(p.memory.labels, p.n.tasks.size, search.last());
    result.segments =
        list_segments(p.memory.labels, p.n.tasks.size, search.last(), segments, spills);
    result.least_limit = best.peak;
    for (int s = 0; s < result.segments; ++s)
        if (segments[s].tile > 1) result.least_limit = a.limit;
    return result;
}

}  // namespace tigris::planning
