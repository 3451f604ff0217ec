// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Sums of what a segment needs, for each way to run it. A segment grows from its last task to its
// first one.

#include <tigris/planning/partition/partition_input.hpp>

namespace tigris::planning {

/// A way to pass rows from task to task in parts. Ways that make rows again come last, and are half
/// of all.
struct way_in_parts {
    int8_t parts = 1;    // parts of a row
    bool again = false;  // rows under windows are made again (parts.hpp)
};
inline constexpr way_in_parts ways_in_parts[]{{2, false}, {4, false}, {4, true}, {8, true}};
inline constexpr int part_choices = 4;

/// What a segment needs if its rows pass in parts.
struct part_sums {
    int64_t rings = 0;  // bytes of rings beyond those of rings of whole rows
    /// Most bytes of scratch and passing rows at once, of tasks that parts change.
    int64_t transient = 0;
    int64_t cost = 0;             // cost beyond that of whole rows, in plan_costs' units
    int64_t recomputed_macs = 0;  // multiply-accumulates that are done again
};

/// What all ways to run tasks [begin, end) in one segment have in common. A *sink* is an output
/// that tasks after the segment read. A row *passes* if it lives only until its reader has read it.
struct segment_sums {
    int begin = 0;           // first task
    int end = 0;             // task after the last one
    int lines_known = 0;     // first task whose producers' progress is known (overlap_distance.hpp)
    int reads = 0;           // reads of tensors, of all tasks
    int64_t rings = 0;       // bytes of rings and sums, and of rows of sinks in slow memory
    int64_t transient = 0;   // most bytes of scratch and passing rows at once
    int64_t sink_bytes = 0;  // bytes of the sinks in fast memory
    int64_t sink_row_bytes = 0;  // bytes of one row of each sink in fast memory
    int64_t cost = 0;            // cost, one row per call, in plan_costs' units
    int64_t spill_cost = 0;      // cost of moving the sinks of fast memory to slow memory
    int sinks = 0;               // sinks
    int fast_sinks = 0;          // sinks in fast memory
    int64_t largest_sink = 0;    // bytes of the largest sink in fast memory
    bool has_slow_sink = false;  // a sink is always in slow memory
    /// Bit i: strips_of(i) strips may be of use.
    uint32_t strips_left = (1u << strip_choices) - 1;
    int16_t sink = -1;  // row tensor of the sink that was found last
    /// Tasks that take turns: [0] if no rows are made again, [1] if rows are made again.
    part_producers producers[2]{};
    /// Most bytes of scratch and passing rows at once, of tasks that parts do not change: [0], [1]
    /// as above.
    int64_t beside_producers[2]{};
    part_sums in_parts[part_choices]{};     // sums for each of ways_in_parts
    strip_sums in_strips[strip_choices]{};  // sums for each number of strips
};

/// Makes segments longer. Compilers evaluate its functions many times: few calls and no copies.
class segment_growth {
public:
    constexpr segment_growth(const partition_input& p, const partition_goal& goal)
        : p_(p), goal_(goal) {}

    /// Adds task `begin` to the front of the segment. Gives up numbers of strips whose rings take
    /// more than `most` bytes.
    constexpr void grow(segment_sums& s, int begin, int64_t most) const {
        const task_sums& k = p_.sums.data[begin];
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
        if (goal_.may_recompute) grow_strips(s, k, most);
    }

private:
    constexpr void grow_parts(segment_sums& s, const task_sums& k, int64_t passing) const {
        const int bit = s.end - 1 - s.begin, reader = s.end - 1 - k.last_reader;
        for (int again = 0; again < (goal_.may_recompute ? 2 : 1); ++again) {
            part_producers& producers = s.producers[again];
            const bool takes_turns =
                reader >= 0 && producers.take(k.passes_on, bit, reader, again > 0);
            if (!takes_turns && (again == 0 || producers.again == 0)) {
                if (passing > s.beside_producers[again]) s.beside_producers[again] = passing;
                continue;
            }
            for (int choice = again * part_choices / 2; choice < (again + 1) * part_choices / 2;
                 ++choice) {
                part_sums& sums = s.in_parts[choice];
                const int64_t less = takes_turns ? add_producer(s, k, ways_in_parts[choice].parts,
                                                                producers.makes_again(bit), sums)
                                                 : keep_window(s, k, producers, sums);
                if (passing - less > sums.transient) sums.transient = passing - less;
            }
        }
    }

    /// Adds task k, which takes turns with its reader. Returns by how many bytes less passes at
    /// once.
    constexpr int64_t add_producer(const segment_sums& s, const task_sums& k, int parts, bool again,
                                   part_sums& sums) const {
        const task_sums& reader = p_.sums.data[k.last_reader];
        const int32_t columns = columns_of_part(reader.width, parts);
        const int made_parts = parts_of(reader.width, parts);
        sums.cost += (k.cost_by_rows + reader.cost_by_rows) * (made_parts - 1);
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
            int64_t(p_.n.tensors[reader.output].rows) * k.ring_rows * made_parts * covered;
        sums.cost += k.cost_by_rows * (made > all ? made / all : 0);
        if (made > all) sums.recomputed_macs += k.macs * (made - all) / all;
        return passing_less;
    }

    /// Adds task k, whose reader may make rows again. Then the rows of k stay as long as the window
    /// of that reader. Returns the bytes that pass no more.
    constexpr int64_t keep_window(const segment_sums& s, const task_sums& k,
                                  const part_producers& producers, part_sums& sums) const {
        if (!k.in_arena || k.merges || k.last_reader >= s.end) return 0;
        int32_t rows = 0;
        const int16_t readers[]{k.first_reader, k.last_reader};
        for (const int16_t reader : readers)
            if (producers.makes_again(s.end - 1 - reader) && p_.sums[reader].ring_rows > rows)
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

    constexpr void grow_sink(segment_sums& s, int begin, const task_sums& k) const {
        ++s.sinks;
        if (begin == s.end - 1) p_.memory.lines[begin] = {1, 1, int16_t(s.end)};
        s.sink = k.output;
        if (k.in_slow) {
            // The sink's rows pass through fast memory, whatever becomes of the segment's other
            // rows.
            s.has_slow_sink = true;
            s.rings += k.row_bytes;
            s.cost += k.output_bytes * p_.costs.slow_byte;
        } else if (k.in_arena) {
            ++s.fast_sinks;
            s.sink_bytes += k.output_bytes;
            if (k.output_bytes > s.largest_sink) s.largest_sink = k.output_bytes;
            s.sink_row_bytes += k.row_bytes;
            s.spill_cost += k.output_bytes * p_.costs.slow_byte;
        }
    }

    /// Whether the rows of a task pass: each stays in the arena only until its reader has read it.
    static constexpr bool passes_inside(const segment_sums& s, const task_sums& k) {
        return k.in_arena && k.passes && !k.merges && k.last_reader < s.end;
    }

    /// Bytes that a passing row of task k takes beside the scratch of k. These are the row itself,
    /// and what the call of the reader takes beyond the scratch of k: its scratch, and its row if
    /// that passes, too.
    constexpr int64_t passed_on(const segment_sums& s, const task_sums& k) const {
        const task_sums& reader = p_.sums[k.last_reader];
        const int64_t read = reader.scratch + (passes_inside(s, reader) ? reader.row_bytes : 0);
        return k.row_bytes + (read > k.scratch ? read - k.scratch : 0);
    }

    /// Adds task s.begin to the sums of all numbers of strips, and tells its producers which
    /// columns it reads. A number of strips is given up if it needs more than `most` bytes, or
    /// recomputes too much. All are given up if the segment has several sinks, or a task that
    /// cannot make some columns only.
    constexpr void grow_strips(segment_sums& s, const task_sums& k, int64_t most) const {
        if (!k.by_columns || s.sinks > 1) s.strips_left = 0;
        if (s.strips_left == 0) return;
        strips_of_task& made = p_.memory.strips[s.begin];
        if (s.end - s.begin == 1) begin_strips(s, k, made);
        for (int choice = 0; s.strips_left >> choice; ++choice) {
            if (!(s.strips_left >> choice & 1)) continue;
            strip_sums& sums = s.in_strips[choice];
            add_strip(s, k, made.of[choice], choice, sums);
            if (sums.rings > most || sums.recomputed_macs > goal_.recompute_limit)
                s.strips_left &= ~(1u << choice);
        }
        if (s.strips_left == 0) return;
        for (const row_read& r : p_.n.reads_of(s.begin))
            if (r.tensor >= 0 && p_.lifetimes[r.tensor].producer >= 0) ask_producer(s, r, made);
    }

    /// The strips of the last task. Gives up numbers of strips that exceed its columns.
    constexpr void begin_strips(segment_sums& s, const task_sums& k, strips_of_task& made) const {
        for (int choice = 0; choice < strip_choices; ++choice) {
            const int strips = strips_of(choice);
            if (strips > k.width) s.strips_left &= ~(1u << choice);
            made.of[choice] = {strip_of(k.width, strips, strips / 2), 0};
        }
    }

    /// Adds the columns that the strips in `made` read to the columns that their producer makes.
    constexpr void ask_producer(const segment_sums& s, const row_read& r,
                                const strips_of_task& made) const {
        const int producer = p_.lifetimes[r.tensor].producer;
        strips_of_task& asked = p_.memory.strips[producer];
        const int32_t width = p_.sums[producer].width;
        for (int choice = 0; s.strips_left >> choice; ++choice)
            if (s.strips_left >> choice & 1)
                asked.of[choice].cover(made.of[choice].read_at(r.columns, width));
    }

    /// Adds task k in strips_of(choice) strips to `sums`.
    constexpr void add_strip(const segment_sums& s, const task_sums& k, const strip_columns& strip,
                             int choice, strip_sums& sums) const {
        const int64_t row = int64_t(strip.range.count()) * k.pixel_bytes;
        int64_t passing = k.scratch;
        if (k.last_reader >= s.end)
            (k.in_slow ? sums.rings : sums.sink_bytes) += row;
        else if (passes_inside(s, k))
            passing += row + passed_on(s, k, choice);
        else if (k.in_arena && !k.merges)
            sums.rings += k.ring_rows * row;
        if (passing > sums.transient) sums.transient = passing;
        if (strip.shared > 0)
            sums.recomputed_macs += k.macs * (strips_of(choice) - 1) * strip.shared / k.width;
    }

    /// As passed_on(s, k), in strips and without the row itself: bytes that the call of the reader
    /// takes beyond the scratch of k.
    constexpr int64_t passed_on(const segment_sums& s, const task_sums& k, int choice) const {
        const task_sums& reader = p_.sums[k.last_reader];
        int64_t read = reader.scratch;
        if (passes_inside(s, reader))
            read += int64_t(p_.memory.strips[k.last_reader].of[choice].range.count()) *
                    p_.n.tensors[reader.output].pixel_bytes;
        return read > k.scratch ? read - k.scratch : 0;
    }

    const partition_input& p_;
    const partition_goal& goal_;
};

}  // namespace tigris::planning
