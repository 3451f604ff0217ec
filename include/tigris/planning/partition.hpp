// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Cuts the tasks into segments by dynamic programming. Sizes are estimates: the replay of each
// segment is the authority.

#include <tigris/planning/overlap_distance.hpp>
#include <tigris/planning/row_schedule.hpp>
#include <tigris/planning/strips.hpp>
#include <tigris/planning/task_cost.hpp>

namespace tigris::planning {

/// The best way to run all tasks before a cut: the most fast bytes at once, the cost, and the
/// segment that ends here: where it begins (and with which label of that cut), whether it is one
/// task in one call, in how many strips it runs, whether what it makes goes to slow memory.
/// `in_slow` are the tensors across the cut that are there, `carried` the fast bytes of all others.
struct cut {
    static constexpr int max_in_slow = 6;

    int64_t peak = -1;
    int64_t cost = 0;
    int64_t carried = 0;
    int16_t from = -1;
    int8_t from_label = 0;
    bool whole = false;
    bool spills = false;
    int8_t strips = 1;
    int8_t in_slow_count = 0;
    int16_t in_slow[max_in_slow]{};
    int64_t recomputed_macs = 0;

    constexpr bool reached() const { return peak >= 0; }
    constexpr bool holds(int16_t t) const {
        for (int i = 0; i < in_slow_count; ++i)
            if (in_slow[i] == t) return true;
        return false;
    }
};

/// A cut has a label for results in fast memory, and one for results in slow memory.
inline constexpr int label_count = 2;
struct labels {
    cut of[label_count]{};
};

/// What the partition looks for: the smallest peak, or the smallest cost with a peak of at most
/// `limit` bytes; recomputing at most so many multiply-accumulates.
struct partition_goal {
    int64_t limit = -1;
    bool may_spill = false;
    bool may_recompute = false;
    int64_t recompute_limit = 0;

    constexpr bool wants_small() const { return limit < 0; }
    constexpr bool prefers(int64_t peak, int64_t cost, const cut& b) const {
        if (!b.reached()) return true;
        if (wants_small()) return peak != b.peak ? peak < b.peak : cost < b.cost;
        return cost != b.cost ? cost < b.cost : peak < b.peak;
    }
    constexpr bool prefers(const cut& a, const cut& b) const { return prefers(a.peak, a.cost, b); }
};

/// What the partition reads of a task: costs of all its rows one by one (and those of all tasks
/// until it) and in one call, and the bytes of its output, of a row of it, of the ring that its
/// readers need, and of all tensors that cross the cut behind it (`carried`).
struct task_sums {
    int64_t cost_by_rows = 0;
    int64_t cost_until = 0;
    int64_t cost_whole = 0;
    int64_t output_bytes = 0;
    int64_t ring_bytes = 0;
    int64_t carried = 0;
    int64_t sum_bytes = 0;
    int64_t scratch = 0;
    int64_t scratch_whole = 0;
    int32_t row_bytes = 0;
    int16_t output = -1;
    int16_t last_reader = -1;
    bool in_arena = false;
    bool in_slow = false;
    /// Its rows pass through one by one, or in another tensor's slots.
    bool passes = false;
    bool merges = false;
    bool whole = false;
    bool by_columns = false;
};

constexpr task_sums sums_of(const row_network& n, view<const lifetime> lives,
                            view<const int32_t> ring, const plan_costs& costs, int k) {
    const task& made = n.tasks[k];
    const row_tensor& out = n.tensors[made.output];
    const lifetime& l = lives[made.output];
    return {.cost_by_rows = task_cost(n, k, 1, costs),
            .cost_whole = task_cost(n, k, out.rows, costs),
            .output_bytes = out.bytes(),
            .ring_bytes = int64_t(ring[made.output]) * out.row_bytes,
            .sum_bytes = made.kernel.accumulator_bytes,
            .scratch = scratch_of(made.kernel, 1),
            .scratch_whole = scratch_of(made.kernel, out.rows),
            .row_bytes = out.row_bytes,
            .output = made.output,
            .last_reader = l.last_reader,
            .in_arena = out.lives == home::arena,
            .in_slow = out.lives == home::arena && out.region == slow_region,
            .passes = ring[made.output] == 1,
            .merges = l.merges,
            .whole = made.whole,
            .by_columns =
                made.does == action::compute && made.by_columns && !made.whole && out.width() > 1};
}

/// Bytes in arenas before the first task.
constexpr int64_t given_bytes(const row_network& n, view<const lifetime> lives) {
    int64_t bytes = 0;
    for (int t = 0; t < n.tensors.size; ++t)
        if (n.tensors[t].lives == home::arena && lives[t].crosses(0)) bytes += n.tensors[t].bytes();
    return bytes;
}

/// Bytes that cross the cut behind task k, less those that cross the one before it.
constexpr int64_t carried_by(const row_network& n, view<const lifetime> lives, int k) {
    const row_tensor& made = n.tensors[n.tasks[k].output];
    const bool lives_on = lives[n.tasks[k].output].last_reader > k;
    int64_t bytes = made.lives == home::arena && lives_on ? made.bytes() : 0;
    const view<const row_read> reads = n.reads_of(k);
    for (int i = 0; i < reads.size; ++i) {
        const int16_t t = reads[i].tensor;
        if (t < 0 || n.tensors[t].lives != home::arena || lives[t].last_reader != k) continue;
        bool seen = false;
        for (int earlier = 0; earlier < i; ++earlier) seen = seen || reads[earlier].tensor == t;
        if (!seen) bytes -= n.tensors[t].bytes();
    }
    return bytes;
}

constexpr void find_sums(const row_network& n, view<const lifetime> lives, view<const int32_t> ring,
                         const plan_costs& costs, view<task_sums> out) {
    for (int k = 0; k < n.tasks.size; ++k) {
        out[k] = sums_of(n, lives, ring, costs, k);
        out[k].cost_until = out[k].cost_by_rows + (k > 0 ? out[k - 1].cost_until : 0);
        out[k].carried =
            (k > 0 ? out[k - 1].carried : given_bytes(n, lives)) + carried_by(n, lives, k);
    }
}

/// How many strips a segment may run in.
inline constexpr int strips_of_choice[]{2, 3, 4, 8};
inline constexpr int strip_choices = 4;
constexpr int strips_of(int choice) { return strips_of_choice[choice]; }

/// Columns that a task makes in a strip, for each choice; at most, since no edge is looked at.
struct strip_columns_made {
    int32_t columns[strip_choices]{};
};

/// What a segment needs in strips: bytes of its rings, of a row of its result, and what it computes
/// again.
struct strip_sums {
    int64_t bytes = 0;
    int64_t sink_bytes = 0;
    int64_t recomputed_macs = 0;
};

/// Rooms for the partition: a label pair for every cut, a line and strips for every task.
struct partition_memory {
    view<labels> cuts;
    view<progress_line> lines;
    view<strip_columns_made> strips;
};

/// Compilers evaluate this many times: few calls and no copies in its loops.
class partitioner {
public:
    constexpr partitioner(const row_network& n, view<const lifetime> lives,
                          view<const int32_t> ring, view<const task_sums> sums,
                          const plan_costs& costs, const partition_goal& goal,
                          const partition_memory& memory)
        : n_(n),
          lives_(lives),
          ring_(ring),
          sums_(sums),
          costs_(costs),
          goal_(goal),
          memory_(memory),
          given_bytes_(given_bytes(n, lives)) {}

    /// Whether the goal can be reached; then the cuts say how.
    constexpr bool run() {
        memory_.cuts[0] = {};
        cut& start = memory_.cuts[0].of[0];
        start.peak = 0;
        for (int t = 0; t < n_.tensors.size; ++t)
            if (is_slow(t) && n_.tensors[t].given && lives_[t].crosses(0))
                if (!remember_slow(start, int16_t(t))) return false;
        start.carried = carried_across(0, start);
        for (int end = 1; end <= n_.tasks.size; ++end) find_cut(end);
        return best_at(n_.tasks.size) >= 0;
    }

    /// The label that wins at a cut, or -1.
    constexpr int best_at(int end) const {
        int best = -1;
        for (int l = 0; l < label_count; ++l)
            if (label(end, l).reached() &&
                (best < 0 || goal_.prefers(label(end, l), label(end, best))))
                best = l;
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
        bool by_columns = true;
        int16_t sink = -1;
        int64_t most_scratch = 0;
        strip_sums in_strips[strip_choices]{};
    };

    constexpr cut& label(int at, int l) const { return memory_.cuts[at].of[l]; }
    constexpr bool is_slow(int t) const {
        return n_.tensors[t].lives == home::arena && n_.tensors[t].region == slow_region;
    }
    constexpr bool in_arena(int t) const { return n_.tensors[t].lives == home::arena; }

    static constexpr bool remember_slow(cut& c, int16_t t) {
        if (c.in_slow_count == cut::max_in_slow) return false;
        c.in_slow[c.in_slow_count++] = t;
        return true;
    }

    /// Fast bytes of all tensors that cross a cut.
    constexpr int64_t carried_across(int at, const cut& c) const {
        int64_t bytes = at > 0 ? sums_[at - 1].carried : given_bytes_;
        for (int i = 0; i < c.in_slow_count; ++i) bytes -= n_.tensors[c.in_slow[i]].bytes();
        return bytes;
    }

    /// Transfers need places among a segment's tasks.
    static constexpr bool has_room(const segment& s, const cut& before, bool spills) {
        const int tasks = s.end - s.begin + before.in_slow_count;
        return tasks + (spills || s.has_slow_sink ? s.sinks : 0) <= max_segment_tasks;
    }

    constexpr void find_cut(int end) {
        memory_.cuts[end] = {};
        segment s{.begin = end, .end = end};
        const int first = end > max_segment_tasks ? end - max_segment_tasks : 0;
        for (int k = first; k < end; ++k) memory_.lines[k].known = false;
        for (int k = first; k < end && goal_.may_recompute; ++k) memory_.strips[k] = {};
        int useful = end - 1;
        for (int begin = end - 1; begin >= first; --begin) {
            const bool whole = sums_[begin].whole;
            for (const row_read& r : n_.reads_of(begin)) s.reads += r.tensor >= 0;
            if (end - begin > 1 && (whole || s.reads > max_segment_reads)) break;
            grow(s, begin);
            if (is_hopeless(s)) break;
            if (begin == useful) {
                for (int l = 0; l < label_count; ++l)
                    if (label(begin, l).reached()) try_all(s, l);
                useful = next_useful(end, begin, first);
            }
            if (whole || useful < first) break;
            pull_lines(n_, lives_, begin, memory_.lines);
        }
        for (int l = 0; l < label_count; ++l)
            if (label(end, l).reached()) label(end, l).carried = carried_across(end, label(end, l));
    }

    /// Segments that begin earlier only get larger.
    constexpr bool is_hopeless(const segment& s) const {
        if (goal_.may_recompute) return false;
        if (!goal_.wants_small()) return s.rings > goal_.limit;
        const cut& best = label(s.end, 0);
        return !goal_.may_spill && best.reached() && s.rings > best.peak;
    }

    /// The last begin before `begin` from which a segment may still be better than the best.
    constexpr int next_useful(int end, int begin, int first) const {
        const int ends = goal_.may_spill ? label_count : 1;
        const int64_t by_rows = sums_[end - 1].cost_until;
        for (int k = begin - 1; k >= first; --k) {
            const int64_t passed = by_rows - (k > 0 ? sums_[k - 1].cost_until : 0);
            for (int to = 0; to < ends; ++to)
                for (int from = 0; from < ends; ++from) {
                    const cut &best = label(end, to), &before = label(k, from);
                    if (!before.reached()) continue;
                    if (!best.reached()) return k;
                    if (goal_.wants_small() ? before.peak < best.peak
                                            : before.cost + passed < best.cost)
                        return k;
                }
        }
        return -1;
    }

    constexpr void grow(segment& s, int begin) const {
        const task_sums& k = sums_[begin];
        s.begin = begin;
        if (goal_.may_recompute) grow_strips(s, begin);
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
    }

    constexpr void grow_sink(segment& s, int begin, const task_sums& k) const {
        ++s.sinks;
        if (begin == s.end - 1) memory_.lines[begin] = {1, 1, true};
        s.sink = k.output;
        if (k.in_slow) {
            // Its rows pass through fast memory whatever becomes of the others.
            s.has_slow_sink = true;
            s.rings += k.row_bytes;
            s.cost += k.output_bytes * costs_.slow_byte;
        } else if (k.in_arena) {
            ++s.fast_sinks;
            s.sink_bytes += k.output_bytes;
            s.sink_row_bytes += k.row_bytes;
            s.spill_cost += k.output_bytes * costs_.slow_byte;
        }
    }

    /// A row that passes through, together with the row that its reader makes of it.
    constexpr int64_t passed_on(const segment& s, const task_sums& k) const {
        const task_sums& reader = sums_[k.last_reader];
        int64_t bytes = k.row_bytes + reader.scratch;
        if (reader.in_arena && reader.passes && !reader.merges && reader.last_reader < s.end)
            bytes += reader.row_bytes;
        return bytes;
    }

    constexpr void try_all(segment& s, int from_label) const {
        const cut& before = label(s.begin, from_label);
        for (int spills = 0; spills < (goal_.may_spill && s.fast_sinks > 0 ? 2 : 1); ++spills)
            if (has_room(s, before, spills) && !try_one(s, from_label, before, spills) &&
                goal_.may_recompute)
                try_strips(s, from_label, before, spills);
    }

    /// In as few strips as the limit asks for, or as many as there may be.
    constexpr void try_strips(const segment& s, int from_label, const cut& before,
                              bool spills) const {
        if (!s.by_columns || s.sinks != 1 || sums_[s.end - 1].output != s.sink) return;
        const cut& best = label(s.end, spills);
        const int64_t least = before.carried + (spills ? 0 : s.sink_bytes);
        if (goal_.wants_small() ? best.reached() && least >= best.peak : least >= goal_.limit)
            return;
        const int32_t width = n_.tensors[s.sink].width();
        if (goal_.wants_small()) {
            for (int choice = strip_choices - 1; choice >= 0; --choice)
                if (strips_of(choice) <= width && try_strips(s, from_label, before, spills, choice))
                    return;
        } else {
            for (int choice = 0; choice < strip_choices && strips_of(choice) <= width; ++choice)
                if (try_strips(s, from_label, before, spills, choice)) return;
        }
    }

    /// Whether so many strips are few enough to be within the limit.
    constexpr bool try_strips(const segment& s, int from_label, const cut& before, bool spills,
                              int choice) const {
        const strip_sums& sums = s.in_strips[choice];
        const int64_t recomputed = before.recomputed_macs + sums.recomputed_macs;
        if (recomputed > goal_.recompute_limit) return !goal_.wants_small();
        int64_t bytes = before.carried + sums.bytes + s.most_scratch;
        if (spills)
            bytes += sums.sink_bytes;
        else
            bytes += s.sink_bytes;
        int64_t cost = before.cost + s.cost * strips_of(choice) + (spills ? s.spill_cost : 0) +
                       sums.recomputed_macs * costs_.mac;
        for (int i = 0; i < before.in_slow_count; ++i) {
            const int16_t tensor = before.in_slow[i];
            const row_tensor& t = n_.tensors[tensor];
            const int32_t columns = columns_read(tensor, s, choice);
            bytes += int64_t(ring_[tensor]) * columns * t.pixel_bytes;
            cost +=
                int64_t(t.rows) * columns * strips_of(choice) * t.pixel_bytes * costs_.slow_byte;
        }
        const int64_t peak = bytes > before.peak ? bytes : before.peak;
        if (!goal_.wants_small() && peak > goal_.limit) return false;
        cut& best = label(s.end, spills);
        if (!goal_.prefers(peak, cost, best)) return true;
        cut c{.peak = peak,
              .cost = cost,
              .from = int16_t(s.begin),
              .from_label = int8_t(from_label),
              .spills = spills,
              .strips = int8_t(strips_of(choice)),
              .recomputed_macs = recomputed};
        if (keep_slow(s, before, c)) best = c;
        return true;
    }

    /// Columns of a tensor that a strip of the segment reads; 0 if it reads none.
    constexpr int32_t columns_read(int16_t tensor, const segment& s, int choice) const {
        int32_t columns = 0;
        if (lives_[tensor].first_reader >= s.end || lives_[tensor].last_reader < s.begin) return 0;
        for (int k = s.begin; k < s.end; ++k)
            for (const row_read& r : n_.reads_of(k)) {
                if (r.tensor != tensor) continue;
                const int32_t needed = columns_under(r.columns, memory_.strips[k].columns[choice],
                                                     n_.tensors[tensor].width());
                if (needed > columns) columns = needed;
            }
        return columns;
    }

    /// Task `begin` belongs to the segment now: what it adds in strips, and what it asks of its
    /// makers.
    constexpr void grow_strips(segment& s, int begin) const {
        const task_sums& k = sums_[begin];
        if (k.scratch > s.most_scratch) s.most_scratch = k.scratch;
        if (!k.by_columns) s.by_columns = false;
        if (!s.by_columns) return;
        const row_tensor& out = n_.tensors[k.output];
        const bool is_sink = k.last_reader >= s.end;
        for (int choice = 0; choice < strip_choices; ++choice) {
            const int strips = strips_of(choice);
            int32_t& columns = memory_.strips[begin].columns[choice];
            if (begin == s.end - 1) columns = (out.width() + strips - 1) / strips;
            strip_sums& sums = s.in_strips[choice];
            const int64_t row = int64_t(columns) * out.pixel_bytes;
            if (is_sink)
                (k.in_slow ? sums.bytes : sums.sink_bytes) += row;
            else if (k.in_arena && !k.merges)
                sums.bytes += ring_[k.output] * row;
            const int64_t again = int64_t(columns) * strips - out.width();
            if (again > 0) sums.recomputed_macs += n_.tasks[begin].macs * again / out.width();
            for (const row_read& r : n_.reads_of(begin)) {
                if (r.tensor < 0 || lives_[r.tensor].maker < 0) continue;
                int32_t& asked = memory_.strips[lives_[r.tensor].maker].columns[choice];
                const int32_t needed =
                    columns_under(r.columns, columns, n_.tensors[r.tensor].width());
                if (needed > asked) asked = needed;
            }
        }
    }

    /// Whether the segment is within the limit as it is.
    constexpr bool try_one(segment& s, int from_label, const cut& before, bool spills) const {
        int64_t bytes =
            before.carried + s.rings + s.transient + (spills ? s.sink_row_bytes : s.sink_bytes);
        int64_t cost = before.cost + s.cost + (spills ? s.spill_cost : 0);
        for (int i = 0; i < before.in_slow_count; ++i)
            if (is_read(before.in_slow[i], s)) {
                const row_tensor& t = n_.tensors[before.in_slow[i]];
                bytes += int64_t(ring_[before.in_slow[i]]) * t.row_bytes;
                cost += t.bytes() * costs_.slow_byte;
            }
        bool whole = false;
        if (s.end - s.begin == 1) {
            // One call, if there is room for input and output side by side.
            const task_sums& k = sums_[s.begin];
            const int64_t side_by_side = bytes + k.scratch_whole - k.scratch;
            whole = k.whole || (!goal_.wants_small() && !spills && side_by_side <= goal_.limit);
            if (whole) bytes = side_by_side, cost += k.cost_whole - k.cost_by_rows;
        }
        cut& best = label(s.end, spills);
        if (!whole && !spills) bytes -= shared_bytes(s, before, bytes, best);
        const int64_t peak = bytes > before.peak ? bytes : before.peak;
        if (!goal_.wants_small() && peak > goal_.limit) return false;
        if (!goal_.prefers(peak, cost, best)) return !goal_.wants_small();
        cut c{.peak = peak,
              .cost = cost,
              .from = int16_t(s.begin),
              .from_label = int8_t(from_label),
              .whole = whole,
              .spills = spills,
              .recomputed_macs = before.recomputed_macs};
        if (keep_slow(s, before, c)) best = c;
        return !goal_.wants_small();
    }

    /// Remembers the tensors in slow memory that live on. False if they are too many.
    constexpr bool keep_slow(const segment& s, const cut& before, cut& c) const {
        for (int i = 0; i < before.in_slow_count; ++i)
            if (lives_[before.in_slow[i]].crosses(s.end) && !remember_slow(c, before.in_slow[i]))
                return false;
        if (!c.spills && !s.has_slow_sink) return true;
        for (int k = s.begin; k < s.end; ++k) {
            const int16_t t = n_.tasks[k].output;
            if (!in_arena(t) || !lives_[t].crosses(s.end)) continue;
            if ((c.spills || is_slow(t)) && !remember_slow(c, t)) return false;
        }
        return true;
    }

    constexpr bool is_read(int16_t t, const segment& s) const {
        if (lives_[t].first_reader >= s.end || lives_[t].last_reader < s.begin) return false;
        for (int k = s.begin; k < s.end; ++k)
            for (const row_read& r : n_.reads_of(k))
                if (r.tensor == t) return true;
        return false;
    }

    /// Bytes that output and dying input share; 0 also where that would not make this the best.
    constexpr int64_t shared_bytes(segment& s, const cut& before, int64_t bytes,
                                   const cut& best) const {
        if (s.sinks != 1 || s.fast_sinks != 1 || sums_[s.end - 1].output != s.sink) return 0;
        const int16_t input = dying_input(s, before);
        if (input < 0) return 0;
        const int64_t in = n_.tensors[input].bytes(), out = s.sink_bytes;
        const int64_t least = bytes - (in < out ? in : out);
        if (goal_.wants_small() ? best.reached() && least > best.peak : least > goal_.limit)
            return 0;
        const int64_t distance = find_overlap_distance(n_, lives_, memory_.lines, s.end, input);
        if (distance < 0) return 0;
        const int64_t together = distance + in > out ? distance + in : out;
        return together < in + out ? in + out - together : 0;
    }

    /// The largest input of the first task that dies in the segment.
    constexpr int16_t dying_input(const segment& s, const cut& before) const {
        int16_t largest = -1;
        for (const row_read& r : n_.reads_of(s.begin)) {
            if (r.tensor < 0 || !in_arena(r.tensor) || before.holds(r.tensor)) continue;
            const lifetime& l = lives_[r.tensor];
            if (l.maker >= s.begin || l.last_reader < s.begin || l.last_reader >= s.end) continue;
            if (largest < 0 || n_.tensors[r.tensor].bytes() > n_.tensors[largest].bytes())
                largest = r.tensor;
        }
        return largest;
    }

    const row_network& n_;
    view<const lifetime> lives_;
    view<const int32_t> ring_;
    view<const task_sums> sums_;
    const plan_costs& costs_;
    partition_goal goal_;
    partition_memory memory_;
    int64_t given_bytes_;
};

}  // namespace tigris::planning
