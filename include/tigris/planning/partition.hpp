// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Cuts the tasks into segments by dynamic programming. Sizes are estimates: the replay of each
// segment is the authority.

#include <tigris/planning/label.hpp>
#include <tigris/planning/overlap_distance.hpp>
#include <tigris/planning/strip_sums.hpp>

namespace tigris::planning {

/// In how many parts rows may pass from task to task, and whether rows under windows are made again
/// for it (parts.hpp).
struct way_in_parts {
    int8_t parts = 1;
    bool again = false;
};
inline constexpr way_in_parts ways_in_parts[]{{2, false}, {4, false}, {4, true}, {8, true}};
inline constexpr int part_choices = 4;

/// What a segment needs where its rows pass in parts: bytes beyond those of its rings as whole rows
/// have them, bytes that pass through at most, and what more it costs and computes.
struct part_sums {
    int64_t rings = 0;
    int64_t transient = 0;
    int64_t cost = 0;
    int64_t recomputed_macs = 0;
};

/// Rooms for the partition: labels for every cut, a line and strips for every task.
struct partition_memory {
    label_sets labels;
    view<progress_line> lines;
    view<strip_parts> strips;
};

/// What the partition reads: a network, when its tensors are needed, how many rows of each at once,
/// the sums of its tasks, and what they cost. With rooms to work in.
struct partition_input {
    row_network n;
    view<const lifetime> lives;
    view<const int32_t> ring;
    view<const task_sums> sums;
    plan_costs costs;
    partition_memory memory;
};

/// Compilers evaluate this many times: few calls and no copies in its loops.
class partitioner {
public:
    constexpr partitioner(const partition_input& p, const partition_goal& goal)
        : p_(p), goal_(goal), labels_(p.memory.labels), given_bytes_(given_bytes(p.n, p.lives)) {}

    /// The label of the last cut that wins, or -1 where the goal cannot be reached.
    constexpr int run() {
        label start{};
        for (int t = 0; t < p_.n.tensors.size; ++t)
            if (is_slow(t) && p_.n.tensors[t].given && p_.lives[t].crosses(0))
                if (!start.add(int16_t(t))) return -1;
        start.carried = carried_across(0, start);
        for (progress_line& line : p_.memory.lines) line = {};
        labels_.open(0);
        labels_.add(goal_, 0, start);
        for (int end = 1; end <= p_.n.tasks.size; ++end) find_cut(end);
        return best_at(p_.n.tasks.size);
    }

    /// The label that wins at a cut, or -1.
    constexpr int best_at(int cut) const {
        int best = -1;
        for (int l = 0; l < labels_.count(cut); ++l)
            if (best < 0 || goal_.prefers(labels_.at(cut, l), labels_.at(cut, best))) best = l;
        return best;
    }

private:
    /// What all ways to run tasks [begin, end) in one segment have in common.
    struct segment {
        int begin = 0;
        int end = 0;
        int reads = 0;
        int64_t rings = 0;
        int64_t transient = 0;
        int64_t sink_bytes = 0;
        int64_t sink_row_bytes = 0;
        int64_t cost = 0;
        int64_t spill_cost = 0;
        int sinks = 0;
        int fast_sinks = 0;
        bool has_slow_sink = false;
        /// Bit i: strips_of(i) strips may be of use.
        uint32_t strips_left = (1u << strip_choices) - 1;
        int16_t sink = -1;
        part_makers makers[2]{};
        part_sums in_parts[part_choices]{};
        strip_sums in_strips[strip_choices]{};
    };
    /// How a segment runs, and behind which label.
    struct choice_of_way {
        const label& before;
        int from_label;
        bool spills;
    };

    constexpr bool is_slow(int t) const {
        return p_.n.tensors[t].lives == home::arena && p_.n.tensors[t].region == slow_region;
    }
    constexpr bool in_arena(int t) const { return p_.n.tensors[t].lives == home::arena; }

    /// Fast bytes of all tensors that cross a cut.
    constexpr int64_t carried_across(int at, const label& c) const {
        int64_t bytes = at > 0 ? p_.sums[at - 1].carried : given_bytes_;
        for (int i = 0; i < c.in_slow_count; ++i) bytes -= p_.n.tensors[c.in_slow[i]].bytes();
        return bytes;
    }

    /// Transfers need places among a segment's tasks.
    static constexpr bool has_room(const segment& s, const choice_of_way& way) {
        const int tasks = s.end - s.begin + way.before.in_slow_count;
        return tasks + (way.spills || s.has_slow_sink ? s.sinks : 0) <= max_segment_tasks;
    }

    constexpr void find_cut(int end) {
        labels_.open(end);
        segment s{.begin = end, .end = end};
        const int first = end > max_segment_tasks ? end - max_segment_tasks : 0;
        for (int k = first; k < end && goal_.may_recompute; ++k) p_.memory.strips[k] = {};
        int useful = end - 1;
        for (int begin = end - 1; begin >= first; --begin) {
            const bool whole = p_.sums[begin].whole;
            for (const row_read& r : p_.n.reads_of(begin)) s.reads += r.tensor >= 0;
            if (end - begin > 1 && (whole || s.reads > max_segment_reads)) break;
            grow(s, begin);
            if (is_hopeless(s)) break;
            if (begin == useful) {
                for (int l = 0; l < labels_.count(begin); ++l) try_all(s, l);
                useful = next_useful(end, begin, first);
            }
            if (whole || useful < first) break;
            pull_lines(p_.n, p_.lives, begin, end, p_.memory.lines);
        }
        link_lower(end, first);
    }

    /// Whether all ways to a cut leave the same behind, so that one is kept of them.
    constexpr bool keeps_one() const {
        return labels_.most == 1 || (!goal_.may_spill && !goal_.adds_recomputed);
    }

    /// Segments that begin earlier only get larger.
    constexpr bool is_hopeless(const segment& s) const {
        const int64_t most = most_bytes(s);
        if (s.rings <= most) return false;
        if (!goal_.may_recompute) return true;
        if (s.strips_left) return false;
        for (const part_sums& parts : s.in_parts)
            if (s.rings + parts.rings <= most && parts.recomputed_macs <= goal_.recompute_limit)
                return false;
        return true;
    }

    /// What is larger is of no use.
    constexpr int64_t most_bytes(const segment& s) const {
        const bool has_best = goal_.wants_small && keeps_one() && labels_.count(s.end) > 0;
        return has_best ? labels_.at(s.end, 0).peak : goal_.limit;
    }

    /// The last begin before `begin` from which a segment may still be better than the best, or -1.
    constexpr int next_useful(int end, int begin, int first) const {
        if (!keeps_one() || labels_.count(end) == 0) return begin - 1;
        return last_below(height_of(labels_.at(end, 0), end), begin - 1, first);
    }

    /// What a way to a cut is worth to those that follow, less is better: its peak, or its cost
    /// beyond that of all tasks row by row.
    constexpr int64_t height_of(const label& l, int cut) const {
        if (goal_.wants_small) return l.peak;
        return l.cost - (cut > 0 ? p_.sums.data[cut - 1].cost_until : 0);
    }

    /// The last cut of [first, at] whose only label is below a height, or -1.
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

    constexpr void link_lower(int cut, int first) const {
        if (!keeps_one() || labels_.count(cut) == 0) return;
        label& made = labels_.at(cut, 0);
        made.lower = int16_t(last_below(height_of(made, cut), cut - 1, first));
    }

    constexpr void grow(segment& s, int begin) const {
        const task_sums& k = p_.sums[begin];
        s.begin = begin;
        s.cost += k.cost_by_rows;
        s.rings += k.sum_bytes;
        int64_t passing = k.scratch;
        if (k.last_reader >= s.end) {
            grow_sink(s, begin, k);
        } else if (k.in_arena && !k.merges) {
            if (k.passes)
                passing += passed_on(s, k);
            else
                s.rings += k.ring_bytes;
        }
        if (passing > s.transient) s.transient = passing;
        grow_parts(s, k, passing);
        if (goal_.may_recompute) grow_strips(s, k);
    }

    constexpr void grow_parts(segment& s, const task_sums& k, int64_t passing) const {
        const int bit = s.end - 1 - s.begin, reader = s.end - 1 - k.last_reader;
        bool takes_turns[2]{};
        for (int again = 0; again < (goal_.may_recompute ? 2 : 1) && reader >= 0; ++again)
            takes_turns[again] = s.makers[again].take(k.passes_on, bit, reader, again > 0);
        for (int choice = 0; choice < part_choices; ++choice) {
            const way_in_parts& way = ways_in_parts[choice];
            if (way.again && !goal_.may_recompute) continue;
            part_sums& sums = s.in_parts[choice];
            const part_makers& makers = s.makers[way.again];
            int64_t passing_here = passing;
            if (takes_turns[way.again])
                passing_here -= add_maker(s, k, way.parts, makers.makes_again(bit), sums);
            else if (way.again && makers.again)
                passing_here -= keep_window(s, k, makers, sums);
            if (passing_here > sums.transient) sums.transient = passing_here;
        }
    }

    /// A task that takes turns with its reader. Gives what passes less at once.
    constexpr int64_t add_maker(const segment& s, const task_sums& k, int parts, bool again,
                                part_sums& sums) const {
        const task_sums& reader = p_.sums[k.last_reader];
        const int32_t columns = columns_of_part(reader.width, parts);
        const int pieces = parts_of(reader.width, parts);
        sums.cost += (k.cost_by_rows + reader.cost_by_rows) * (pieces - 1);
        if (!again) return k.row_bytes - int64_t(columns) * k.pixel_bytes;
        const row_rate rate = columns_read(k);
        int32_t covered = (columns - 1) * rate.stride + rate.last - rate.first + 1;
        if (covered > k.width) covered = k.width;
        const int64_t ring = int64_t(k.ring_rows) * covered * k.pixel_bytes;
        int64_t passing_less = 0;
        if (k.passes)
            sums.rings += ring, passing_less = passed_on(s, k);
        else
            sums.rings += ring - k.ring_bytes;
        const int64_t all = int64_t(p_.n.tensors[k.output].rows) * k.width;
        const int64_t made =
            int64_t(p_.n.tensors[reader.output].rows) * k.ring_rows * pieces * covered;
        sums.cost += k.cost_by_rows * (made > all ? made / all : 0);
        if (made > all) sums.recomputed_macs += k.macs * (made - all) / all;
        return passing_less;
    }

    /// What a maker that makes rows again reads stays as long as its reader's window.
    constexpr int64_t keep_window(const segment& s, const task_sums& k, const part_makers& makers,
                                  part_sums& sums) const {
        if (!k.in_arena || k.merges || k.last_reader >= s.end) return 0;
        int32_t rows = 0;
        const int16_t readers[]{k.first_reader, k.last_reader};
        for (const int16_t reader : readers)
            if (makers.makes_again(s.end - 1 - reader) && p_.sums[reader].ring_rows > rows)
                rows = p_.sums[reader].ring_rows;
        if (rows <= k.ring_rows) return 0;
        sums.rings += int64_t(k.passes ? rows : rows - k.ring_rows) * k.row_bytes;
        return k.passes ? passed_on(s, k) : 0;
    }

    constexpr row_rate columns_read(const task_sums& k) const {
        for (const row_read& r : p_.n.reads_of(k.last_reader))
            if (r.tensor == k.output) return r.columns;
        return {};
    }

    constexpr void grow_sink(segment& s, int begin, const task_sums& k) const {
        ++s.sinks;
        if (begin == s.end - 1) p_.memory.lines[begin] = {1, 1, int16_t(s.end)};
        s.sink = k.output;
        if (k.in_slow) {
            // Its rows pass through fast memory whatever becomes of the others.
            s.has_slow_sink = true;
            s.rings += k.row_bytes;
            s.cost += k.output_bytes * p_.costs.slow_byte;
        } else if (k.in_arena) {
            ++s.fast_sinks;
            s.sink_bytes += k.output_bytes;
            s.sink_row_bytes += k.row_bytes;
            s.spill_cost += k.output_bytes * p_.costs.slow_byte;
        }
    }

    /// Whether a row of what the task makes stays no longer than until its reader made one of it.
    static constexpr bool passes_inside(const segment& s, const task_sums& k) {
        return k.in_arena && k.passes && !k.merges && k.last_reader < s.end;
    }

    /// A row that passes through, together with the row that its reader makes of it.
    constexpr int64_t passed_on(const segment& s, const task_sums& k) const {
        const task_sums& reader = p_.sums[k.last_reader];
        return k.row_bytes + reader.scratch + (passes_inside(s, reader) ? reader.row_bytes : 0);
    }

    constexpr void try_all(segment& s, int from_label) const {
        for (int spills = 0; spills < (goal_.may_spill && s.fast_sinks > 0 ? 2 : 1); ++spills) {
            const choice_of_way way{labels_.at(s.begin, from_label), from_label, spills > 0};
            if (!has_room(s, way) || try_one(s, way, {.transient = s.transient}, {})) continue;
            // Parts may cost more than strips do, which fewer bytes leave.
            if (try_parts(s, way) && goal_.wants_small) continue;
            if (goal_.may_recompute) try_strips(s, way);
        }
    }

    /// In as few parts as the limit asks for, or in any number of them.
    constexpr bool try_parts(segment& s, const choice_of_way& way) const {
        for (int choice = 0; choice < part_choices; ++choice) {
            const way_in_parts& parts = ways_in_parts[choice];
            if (s.makers[parts.again].all == 0 || (parts.again && !s.makers[1].again)) continue;
            const part_sums& sums = s.in_parts[choice];
            if (sums.rings + sums.transient >= s.transient) continue;
            if (try_one(s, way, sums, parts)) return true;
        }
        return false;
    }

    /// In as few strips as the limit asks for, or in any number of them.
    constexpr void try_strips(const segment& s, const choice_of_way& way) const {
        if (p_.sums[s.end - 1].output != s.sink) return;
        for (int choice = 0; s.strips_left >> choice; ++choice)
            if (s.strips_left >> choice & 1 && try_strips(s, way, choice)) return;
    }

    /// Whether more strips are of no use: there are too many, or enough.
    constexpr bool try_strips(const segment& s, const choice_of_way& way, int choice) const {
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
        for (int i = 0; i < before.in_slow_count; ++i) {
            const int16_t tensor = before.in_slow[i];
            if (!is_read(tensor, s)) continue;
            const strip_part part = part_read(tensor, s, choice);
            const row_tensor& t = p_.n.tensors[tensor];
            bytes += int64_t(p_.ring[tensor]) * part.columns.count() * t.pixel_bytes;
            made.cost += t.rows * part.made(t.width(), strips_of(choice)) * t.pixel_bytes *
                         p_.costs.slow_byte;
        }
        made.peak = bytes > before.peak ? bytes : before.peak;
        if (made.peak > goal_.limit) return false;
        made.strips = int8_t(strips_of(choice));
        add(s, way, made);
        return !goal_.wants_small || bytes <= before.peak;
    }

    /// What a strip of the segment reads of a tensor made before.
    constexpr strip_part part_read(int16_t tensor, const segment& s, int choice) const {
        strip_part part{};
        const lifetime& l = p_.lives[tensor];
        const int end = l.last_reader < s.end ? l.last_reader + 1 : s.end;
        for (int k = l.first_reader > s.begin ? l.first_reader : s.begin; k < end; ++k)
            for (const row_read& r : p_.n.reads_of(k))
                if (r.tensor == tensor)
                    part.cover(p_.memory.strips[k].of[choice].read_at(
                        r.columns, p_.n.tensors[tensor].width()));
        return part;
    }

    /// The task s.begin belongs to the segment now: what it adds in strips, and what it asks of its
    /// makers. Of no use are strips for several results, and those that need or recompute too much.
    constexpr void grow_strips(segment& s, const task_sums& k) const {
        if (!k.by_columns || s.sinks > 1) s.strips_left = 0;
        if (s.strips_left == 0) return;
        strip_parts& parts = p_.memory.strips[s.begin];
        if (s.end - s.begin == 1) begin_strips(s, k, parts);
        const int64_t most = most_bytes(s);
        for (int choice = 0; s.strips_left >> choice; ++choice) {
            if (!(s.strips_left >> choice & 1)) continue;
            strip_sums& sums = s.in_strips[choice];
            add_part(s, k, parts.of[choice], choice, sums);
            if (sums.rings > most || sums.recomputed_macs > goal_.recompute_limit)
                s.strips_left &= ~(1u << choice);
        }
        if (s.strips_left == 0) return;
        for (const row_read& r : p_.n.reads_of(s.begin))
            if (r.tensor >= 0 && p_.lives[r.tensor].maker >= 0) ask_maker(s, r, parts);
    }

    /// The last task's parts: no more than it has columns.
    constexpr void begin_strips(segment& s, const task_sums& k, strip_parts& parts) const {
        for (int choice = 0; choice < strip_choices; ++choice) {
            const int strips = strips_of(choice);
            if (strips > k.width) s.strips_left &= ~(1u << choice);
            parts.of[choice] = {strip_of(k.width, strips, strips / 2), 0};
        }
    }

    constexpr void ask_maker(const segment& s, const row_read& r, const strip_parts& parts) const {
        const int maker = p_.lives[r.tensor].maker;
        strip_parts& asked = p_.memory.strips[maker];
        const int32_t width = p_.sums[maker].width;
        for (int choice = 0; s.strips_left >> choice; ++choice)
            if (s.strips_left >> choice & 1)
                asked.of[choice].cover(parts.of[choice].read_at(r.columns, width));
    }

    constexpr void add_part(const segment& s, const task_sums& k, const strip_part& part,
                            int choice, strip_sums& sums) const {
        const int64_t row = int64_t(part.columns.count()) * k.pixel_bytes;
        int64_t passing = k.scratch;
        if (k.last_reader >= s.end)
            (k.in_slow ? sums.rings : sums.sink_bytes) += row;
        else if (passes_inside(s, k))
            passing += row + passed_on(s, k, choice);
        else if (k.in_arena && !k.merges)
            sums.rings += k.ring_rows * row;
        if (passing > sums.transient) sums.transient = passing;
        if (part.shared > 0)
            sums.recomputed_macs += k.macs * (strips_of(choice) - 1) * part.shared / k.width;
    }

    /// The same as passed_on, less the row itself.
    constexpr int64_t passed_on(const segment& s, const task_sums& k, int choice) const {
        const task_sums& reader = p_.sums[k.last_reader];
        if (!passes_inside(s, reader)) return reader.scratch;
        return reader.scratch +
               int64_t(p_.memory.strips[k.last_reader].of[choice].columns.count()) *
                   p_.n.tensors[reader.output].pixel_bytes;
    }

    /// Whether the segment is within the limit if its rows pass so.
    constexpr bool try_one(segment& s, const choice_of_way& way, const part_sums& sums,
                           const way_in_parts& parts) const {
        const label& before = way.before;
        const int64_t again = sums.recomputed_macs;
        const int64_t recomputed = before.recomputed_macs + again;
        if (again > 0 && (goal_.adds_recomputed ? recomputed : again) > goal_.recompute_limit)
            return false;
        int64_t bytes = before.carried + s.rings + sums.rings + sums.transient +
                        (way.spills ? s.sink_row_bytes : s.sink_bytes);
        int64_t cost = before.cost + s.cost + sums.cost + again * p_.costs.mac +
                       (way.spills ? s.spill_cost : 0);
        for (int i = 0; i < before.in_slow_count; ++i)
            if (is_read(before.in_slow[i], s)) {
                const row_tensor& t = p_.n.tensors[before.in_slow[i]];
                bytes += int64_t(p_.ring[before.in_slow[i]]) * t.row_bytes;
                cost += t.bytes() * p_.costs.slow_byte;
            }
        bool whole = false;
        if (s.end - s.begin == 1) {
            // One call, if there is room for input and output side by side.
            const task_sums& k = p_.sums[s.begin];
            const int64_t side_by_side = bytes + k.scratch_whole - k.scratch;
            const bool pays = k.cost_whole <= k.cost_by_rows && side_by_side <= goal_.limit;
            whole = k.whole || (!goal_.wants_small && !way.spills && pays);
            if (whole) bytes = side_by_side, cost += k.cost_whole - k.cost_by_rows;
        }
        if (!whole && !way.spills) bytes -= shared_bytes(s, before, bytes);
        const int64_t peak = bytes > before.peak ? bytes : before.peak;
        if (peak > goal_.limit) return false;
        label made{.peak = peak,
                   .cost = cost,
                   .recomputed_macs = recomputed,
                   .whole = whole,
                   .parts = parts.parts,
                   .again = parts.again};
        add(s, way, made);
        return !goal_.wants_small || bytes <= before.peak;
    }

    /// Adds a label to the segment's end, if not too many tensors are in slow memory.
    constexpr void add(const segment& s, const choice_of_way& way, label& made) const {
        made.from = int16_t(s.begin);
        made.from_label = int16_t(way.from_label);
        made.spills = way.spills;
        if (!keep_slow(s, way.before, made)) return;
        made.carried = carried_across(s.end, made);
        labels_.add(goal_, s.end, made);
    }

    /// Remembers the tensors in slow memory that live on. False if they are too many.
    constexpr bool keep_slow(const segment& s, const label& before, label& made) const {
        for (int i = 0; i < before.in_slow_count; ++i)
            if (p_.lives[before.in_slow[i]].crosses(s.end) && !made.add(before.in_slow[i]))
                return false;
        if (!made.spills && !s.has_slow_sink) return true;
        for (int k = s.begin; k < s.end; ++k) {
            const int16_t t = p_.n.tasks[k].output;
            if (!in_arena(t) || !p_.lives[t].crosses(s.end)) continue;
            if ((made.spills || is_slow(t)) && !made.add(t)) return false;
        }
        return true;
    }

    constexpr bool is_read(int16_t t, const segment& s) const {
        const lifetime& l = p_.lives[t];
        if (l.first_reader >= s.end || l.last_reader < s.begin) return false;
        if (l.first_reader >= s.begin || l.last_reader < s.end) return true;
        for (int k = s.begin; k < s.end; ++k)
            for (const row_read& r : p_.n.reads_of(k))
                if (r.tensor == t) return true;
        return false;
    }

    /// Bytes that output and dying input share; 0 also where that would not be enough.
    constexpr int64_t shared_bytes(segment& s, const label& before, int64_t bytes) const {
        if (s.sinks != 1 || s.fast_sinks != 1 || p_.sums[s.end - 1].output != s.sink) return 0;
        const int16_t input = dying_input(s, before);
        if (input < 0) return 0;
        const int64_t in = p_.n.tensors[input].bytes(), out = s.sink_bytes;
        const int64_t least = bytes - (in < out ? in : out);
        if (least > most_bytes(s)) return 0;
        const int64_t distance =
            find_overlap_distance(p_.n, p_.lives, p_.memory.lines, s.end, input);
        if (distance < 0) return 0;
        const int64_t together = distance + in > out ? distance + in : out;
        return together < in + out ? in + out - together : 0;
    }

    /// The largest input of the first task that dies in the segment.
    constexpr int16_t dying_input(const segment& s, const label& before) const {
        int16_t largest = -1;
        for (const row_read& r : p_.n.reads_of(s.begin)) {
            if (r.tensor < 0 || !in_arena(r.tensor) || before.holds(r.tensor)) continue;
            const lifetime& l = p_.lives[r.tensor];
            if (l.maker >= s.begin || l.last_reader < s.begin || l.last_reader >= s.end) continue;
            if (largest < 0 || p_.n.tensors[r.tensor].bytes() > p_.n.tensors[largest].bytes())
                largest = r.tensor;
        }
        return largest;
    }

    partition_input p_;
    partition_goal goal_;
    label_sets labels_;
    int64_t given_bytes_;
};

}  // namespace tigris::planning
