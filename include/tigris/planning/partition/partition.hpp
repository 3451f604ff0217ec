// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Cuts the tasks into segments by dynamic programming. Sizes are estimates; the replay of each
// segment finds the exact sizes.

#include <tigris/planning/partition/carried_tensors.hpp>
#include <tigris/planning/partition/segment_sums.hpp>
#include <tigris/planning/partition/useful_begins.hpp>
#include <tigris/planning/segments/tiles.hpp>

namespace tigris::planning {

/// The most work of a search among ways to a cut: for any network, and for each of its tasks.
inline constexpr int64_t work_of_search = int64_t(1) << 23;
inline constexpr int64_t work_of_task = int64_t(1) << 14;

/// Cuts the tasks. Compilers evaluate its loops many times: few calls and no copies.
class partitioner {
public:
    constexpr partitioner(const partition_input& p, const partition_goal& goal)
        : p_(p),
          goal_(goal),
          growth_(p, goal),
          carried_(p),
          labels_(p.memory.labels),
          begins_(p, goal, labels_) {}

    /// The label of the last cut that wins; -1 if the goal cannot be reached.
    constexpr int run() {
        label start{};
        start.carried = carried_.across(0, start);
        for (progress_line& line : p_.memory.lines) line = {};
        labels_.open(0);
        labels_.add(goal_, 0, start);
        for (int end = 1; end <= p_.n.tasks.size; ++end) {
            enough_ = work_ + share_of(end);
            find_cut(end);
        }
        return best_at(p_.n.tasks.size);
    }

    /// The work of the search: comparisons of labels, and steps that take as long.
    constexpr int64_t work() const { return work_; }

    /// The label that wins at a cut, or -1.
    constexpr int best_at(int cut) const {
        int best = -1;
        for (int l = 0; l < labels_.count(cut); ++l)
            if (best < 0 || goal_.prefers(labels_.at(cut, l), labels_.at(cut, best))) best = l;
        return best;
    }

private:
    /// Work of a try besides its comparisons.
    static constexpr int64_t work_of_try = 32;

    /// Which label a segment continues, and where its results go.
    struct choice_of_way {
        const label& before;  // label of the cut where the segment begins
        int from_label;       // number of that label
        bool spills;          // results of the segment go to slow memory
    };

    /// Whether the segment has room for its transfers, which are tasks, too.
    constexpr bool has_room(const segment_sums& s, const choice_of_way& way) const {
        const int tasks = s.end - s.begin + way.before.in_slow_count + carried_.edges_reloaded(s);
        return tasks + (way.spills || s.has_slow_sink ? s.sinks : 0) <= max_segment_tasks;
    }

    constexpr void find_cut(int end) {
        labels_.open(end);
        segment_sums s{.begin = end, .end = end, .lines_known = end};
        const int first = end > max_segment_tasks ? end - max_segment_tasks : 0;
        for (int k = first; k < end && goal_.may_recompute; ++k) p_.memory.strips[k] = {};
        const bool one = begins_.is_one_kept();
        int useful = end - 1;
        for (int begin = end - 1; begin >= first; --begin) {
            const bool whole = p_.sums.data[begin].whole;
            s.reads += p_.sums.data[begin].reads;
            if (end - begin > 1 && (whole || s.reads > max_segment_reads)) break;
            if (p_.sums.data[begin].apart && is_read_before(begin, end)) break;
            const int64_t most = goal_.wants_small ? begins_.most_bytes(end) : goal_.limit;
            growth_.grow(s, begin, most);
            if (s.rings > most && is_hopeless(s, most)) break;
            if (begin == useful) {
                try_labels(s);
                const bool found = labels_.ends.data[end] > labels_.ends.data[end - 1];
                useful = one && found ? begins_.next_useful(end, begin, first) : begin - 1;
            }
            if (whole || useful < first) break;
        }
        begins_.link_lower(end, first);
    }

    constexpr bool is_read_before(int task, int end) const {
        const int reader = p_.sums[task].first_reader;
        return reader >= 0 && reader < end;
    }

    /// Whether the segment is too large also in parts and in strips. Segments that begin earlier
    /// are larger still.
    constexpr bool is_hopeless(const segment_sums& s, int64_t most) const {
        if (!goal_.may_recompute) return true;
        if (s.strips_left) return false;
        for (const part_sums& parts : s.in_parts)
            if (s.rings + parts.rings <= most && parts.recomputed_macs <= goal_.recompute_limit)
                return false;
        return true;
    }

    /// Work that may be done for a cut: most_shares times its share of the work that is left.
    constexpr int64_t share_of(int cut) const {
        constexpr int64_t most_shares = 32;
        const int64_t tasks = p_.n.tasks.size, cuts = tasks - cut + 1;
        const int64_t left = work_of_search + work_of_task * tasks - work_;
        return cuts > most_shares ? left / cuts * most_shares : left;
    }

    /// Continues all labels of the cut where a segment begins. Continues two of them when the work
    /// is used up.
    constexpr void try_labels(segment_sums& s) {
        const int count = labels_.count(s.begin);
        if (work_ < enough_ || count <= 2) {
            for (int l = 0; l < count; ++l) try_all(s, l);
        } else {
            const int best = best_at(s.begin), lightest = labels_.lightest_at(s.begin);
            try_all(s, best);
            if (lightest != best) try_all(s, lightest);
        }
        work_ += int64_t(count) * (labels_.count(s.end) + s.reads + work_of_try);
    }

    constexpr void try_all(segment_sums& s, int from_label) {
        const bool keeps = s.largest_sink <= p_.banks.largest;
        for (int spills = keeps ? 0 : 1; spills < (goal_.may_spill && s.fast_sinks > 0 ? 2 : 1);
             ++spills) {
            const choice_of_way way{labels_.at(s.begin, from_label), from_label, spills > 0};
            if (!has_room(s, way) || try_one(s, way, {.transient = s.transient}, {})) continue;
            // Parts may cost more than strips do, which fewer bytes leave.
            if (try_parts(s, way) && goal_.wants_small) continue;
            if (goal_.may_recompute) try_strips(s, way);
        }
    }

    /// Tries a segment in 2, 4 or 8 parts, fewest first. Returns true where more parts are of no
    /// use.
    constexpr bool try_parts(segment_sums& s, const choice_of_way& way) {
        const int first = s.producers[0].all ? 0 : part_choices / 2;
        const int end = s.producers[1].again ? part_choices : part_choices / 2;
        for (int choice = first; choice < end; ++choice) {
            const way_in_parts& parts = ways_in_parts[choice];
            part_sums sums = s.in_parts[choice];
            if (s.beside_producers[parts.again] > sums.transient)
                sums.transient = s.beside_producers[parts.again];
            if (sums.rings + sums.transient >= s.transient) continue;
            if (try_one(s, way, sums, parts)) return true;
        }
        return false;
    }

    /// Tries a segment in strips, fewest first.
    constexpr void try_strips(const segment_sums& s, const choice_of_way& way) {
        if (p_.sums[s.end - 1].output != s.sink) return;
        for (int choice = 0; s.strips_left >> choice; ++choice)
            if (s.strips_left >> choice & 1 && try_strips(s, way, choice)) return;
    }

    /// Tries a segment in strips_of(choice) strips. Returns true where more strips are of no use:
    /// too much is recomputed, or these are enough.
    constexpr bool try_strips(const segment_sums& s, const choice_of_way& way, int choice) {
        const label& before = way.before;
        const strip_sums& sums = s.in_strips[choice];
        label made{.recomputed_macs = before.recomputed_macs + sums.recomputed_macs};
        const int64_t again = goal_.adds_recomputed ? made.recomputed_macs : sums.recomputed_macs;
        if (again > goal_.recompute_limit) return true;
        int64_t bytes =
            before.carried + sums.bytes() + (way.spills ? sums.sink_bytes : s.sink_bytes);
        if (bytes > goal_.limit) return false;
        made.cost = before.cost + s.cost * strips_of(choice) + (way.spills ? s.spill_cost : 0) +
                    sums.recomputed_macs * p_.costs.mac;
        carried_.for_each_reloaded(before, s, [&](int16_t tensor) {
            const strip_columns strip = carried_.strip_read(tensor, s, choice);
            const row_tensor& t = p_.n.tensors[tensor];
            bytes += int64_t(p_.ring[tensor]) * strip.range.count() * t.pixel_bytes;
            made.cost += t.rows * strip.made(t.width(), strips_of(choice)) * t.pixel_bytes *
                         p_.costs.slow_byte;
        });
        made.peak = bytes > before.peak ? bytes : before.peak;
        if (made.peak > goal_.limit) return false;
        made.strips = int8_t(strips_of(choice));
        add(s, way, made);
        return !goal_.wants_small || bytes <= before.peak;
    }

    /// Tries a segment whose rows pass in `parts`. Returns true where more parts are of no use.
    constexpr bool try_one(segment_sums& s, const choice_of_way& way, const part_sums& sums,
                           const way_in_parts& parts) {
        const label& before = way.before;
        const int64_t again = sums.recomputed_macs;
        const int64_t recomputed = before.recomputed_macs + again;
        if (again > 0 && (goal_.adds_recomputed ? recomputed : again) > goal_.recompute_limit)
            return false;
        int64_t bytes = before.carried + s.rings + sums.rings + sums.transient +
                        (way.spills ? s.sink_row_bytes : s.sink_bytes);
        int64_t cost = before.cost + s.cost + sums.cost + again * p_.costs.mac +
                       (way.spills ? s.spill_cost : 0);
        bool moves = way.spills || s.has_slow_sink;
        carried_.for_each_reloaded(before, s, [&](int16_t tensor) {
            const row_tensor& t = p_.n.tensors[tensor];
            bytes += int64_t(p_.ring[tensor]) * t.row_bytes;
            cost += t.bytes() * p_.costs.slow_byte;
            moves = true;
        });
        bool whole = false;
        if (s.end - s.begin == 1) {
            // One call, if input and output have room side by side.
            const task_sums& k = p_.sums[s.begin];
            const int64_t side_by_side = bytes + k.scratch_whole - k.scratch;
            const bool pays = k.cost_whole <= k.cost_by_rows && side_by_side <= goal_.limit &&
                              carried_.have_banks(s, before);
            whole = k.whole || (!goal_.wants_small && !way.spills && pays);
            if (whole) bytes = side_by_side, cost += k.cost_whole - k.cost_by_rows;
        }
        const int64_t shared = whole || way.spills ? 0 : shared_bytes(s, before, bytes);
        if (shared == 0 && !way.spills && !carried_.have_banks(s, before)) return false;
        bytes -= shared;
        const int64_t peak = bytes > before.peak ? bytes : before.peak;
        if (peak > goal_.limit) return false;
        label made{.peak = peak,
                   .cost = cost,
                   .recomputed_macs = recomputed,
                   .whole = whole,
                   .parts = parts.parts,
                   .again = parts.again};
        if (goal_.has_room && s.end - s.begin == 1 && !whole && !moves)
            raise_tile(s.begin, bytes, made);
        add(s, way, made);
        return !goal_.wants_small || bytes <= before.peak;
    }

    /// Raises the rows per call of the only task of a segment, if that is cheaper. The segment
    /// takes `bytes` bytes; the limit leaves the rest for rows.
    constexpr void raise_tile(int k, int64_t bytes, label& made) const {
        const int64_t limit = goal_.limit < p_.banks.all ? goal_.limit : p_.banks.all;
        const int32_t most = tile_in_room(p_.n, p_.lifetimes, k, limit - bytes, p_.banks);
        made.tile = best_tile(p_.n, k, most, p_.costs);
        if (made.tile > 1)
            made.cost += task_cost(p_.n, k, made.tile, p_.costs) - p_.sums.data[k].cost_by_rows;
    }

    /// Adds a label to the cut where the segment ends, unless too many tensors are in slow memory.
    constexpr void add(const segment_sums& s, const choice_of_way& way, label& made) {
        made.from = int16_t(s.begin);
        made.from_label = int16_t(way.from_label);
        made.spills = way.spills;
        if (!carried_.keep_slow(s, way.before, made)) return;
        made.carried = carried_.across(s.end, made);
        labels_.add(goal_, s.end, made);
    }

    /// Bytes that output and dying input share; 0 also if sharing would not make the segment small
    /// enough.
    constexpr int64_t shared_bytes(segment_sums& s, const label& before, int64_t bytes) const {
        if (s.sinks != 1 || s.fast_sinks != 1 || p_.sums[s.end - 1].output != s.sink) return 0;
        const int16_t input = carried_.dying_input(s, before);
        if (input < 0) return 0;
        const int64_t in = p_.n.tensors[input].bytes(), out = s.sink_bytes;
        const int64_t least = bytes - (in < out ? in : out);
        if (least > begins_.most_bytes(s.end)) return 0;
        while (s.lines_known > s.begin + 1)
            pull_lines(p_.n, p_.lifetimes, --s.lines_known, s.end, p_.memory.lines);
        const int64_t distance =
            find_overlap_distance(p_.n, p_.lifetimes, p_.memory.lines, s.end, input);
        if (distance < 0) return 0;
        const int64_t together = distance + in > out ? distance + in : out;
        return together < in + out && together <= p_.banks.largest ? in + out - together : 0;
    }

    const partition_input& p_;
    const partition_goal& goal_;
    segment_growth growth_;
    carried_tensors carried_;
    label_sets labels_;
    useful_begins begins_;
    int64_t work_ = 0;
    int64_t enough_ = 0;
};

}  // namespace tigris::planning
