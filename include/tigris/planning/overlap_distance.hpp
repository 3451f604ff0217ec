// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// How far a segment's output must keep from the input that dies while it is made, in closed form:
// progress of all tasks is a straight line until it is clipped.

#include <tigris/planning/lifetime.hpp>

namespace tigris::planning {

/// How far a task is when the segment's last task makes its row q: rows * q + ahead. Known for the
/// segment that ends at cut `end`.
struct progress_line {
    int32_t rows = 0;
    int32_t ahead = 0;
    int16_t end = 0;
};

/// Task k belongs to the segment before cut `end`. If its line is known, its producers' lines
/// follow.
constexpr void pull_lines(const row_network& n, view<const lifetime> lifetimes, int k, int end,
                          view<progress_line> lines) {
    const progress_line own = lines.data[k];
    if (own.end != end || n.tasks.data[k].whole) return;
    for (const row_read& r : n.reads_of(k)) {
        if (r.tensor < 0 || r.rate.divisor != 1 || lifetimes.data[r.tensor].producer < 0) continue;
        progress_line& line = lines.data[lifetimes.data[r.tensor].producer];
        if (line.end != end) line = {0, 0, int16_t(end)};
        const int32_t rows = r.rate.stride * own.rows;
        const int32_t ahead = (own.ahead - 1) * r.rate.stride + r.rate.last + 1;
        if (rows > line.rows) line.rows = rows;
        if (ahead > line.ahead) line.ahead = ahead;
    }
}

/// A reader's first row still needed while the output's row q is made: slope * q + start, not below
/// 0, and all `rows` from row `done` of the output on.
struct need_line {
    int32_t slope = 0;
    int32_t start = 0;
    int32_t done = 0;
};

/// The most that (q + 1) * out exceeds (first row needed) * in, over all rows q of the output.
constexpr int64_t distance_along(const need_line& line, int32_t rows, int32_t rows_in, int64_t out,
                                 int64_t in) {
    const int32_t done = line.done < rows ? line.done : rows;
    int64_t most = int64_t(rows) * out - (done < rows ? int64_t(rows_in) * in : 0);
    const auto probe = [&](int32_t q) {
        if (q < 0 || q >= done) return;
        const int32_t row = line.slope * q + line.start;
        const int64_t distance = int64_t(q + 1) * out - int64_t(within(row, rows_in)) * in;
        if (distance > most) most = distance;
    };
    if (done == rows) most = 0;
    const int32_t turns = line.slope > 0 && line.start < 0 ? -line.start / line.slope : 0;
    probe(turns);
    probe(turns + 1);
    probe(done - 1);
    return most;
}

/// The rows of `input` that the segment's last task still needs, as it makes its own row q.
constexpr need_line line_of_last(const row_network& n, int k, const row_rate& rate, int16_t input) {
    const task& reader = n.tasks[k];
    const int32_t rows = n.tensors[reader.output].rows;
    if (reader.contract == ops::contract::accumulate && !reader.whole) return {.done = 0};
    if (overwrites(n, k, input))
        return {.slope = rate.stride, .start = rate.first + rate.stride, .done = rows - 1};
    return {.slope = rate.stride, .start = rate.first, .done = rows};
}

/// The input rows that task k, which is not the last, still needs as the output's row q is made.
/// `own`: the progress of task k, a line; `rows`: the output's.
constexpr need_line line_of_inner(const row_network& n, int k, const row_rate& rate,
                                  const progress_line& own, int32_t rows) {
    const task& reader = n.tasks[k];
    need_line line{.done = rows};
    if (reader.contract == ops::contract::accumulate) return line;
    line.slope = own.rows * rate.stride;
    line.start = own.ahead * rate.stride + rate.first;
    const int32_t left = n.tensors[reader.output].rows - own.ahead;
    if (left <= 0)
        line.done = 0;
    else if (own.rows > 0)
        line.done = (left + own.rows - 1) / own.rows;
    return line;
}

/// Row q of the output is the last task's. `end` is the segment's; -1 where the progress of a
/// reader is not known.
constexpr int64_t find_overlap_distance(const row_network& n, view<const lifetime> lifetimes,
                                        view<progress_line> lines, int end, int16_t input) {
    const row_tensor &out = n.tensors[n.tasks[end - 1].output], &in = n.tensors[input];
    int64_t most = 0;
    for (int k = lifetimes[input].first_reader; k <= lifetimes[input].last_reader; ++k)
        for (const row_read& r : n.reads_of(k)) {
            if (r.tensor != input) continue;
            if (r.rate.divisor != 1 || lines[k].end != end) return -1;
            const need_line line = k == end - 1 ? line_of_last(n, k, r.rate, input)
                                                : line_of_inner(n, k, r.rate, lines[k], out.rows);
            const int64_t distance =
                distance_along(line, out.rows, in.rows, out.row_bytes, in.row_bytes);
            if (distance > most) most = distance;
        }
    return most;
}

/// The distance where task k alone is a segment; -1 also where an earlier task reads the input,
/// too.
constexpr int64_t find_overlap_distance(const row_network& n, view<const lifetime> lifetimes, int k,
                                        int16_t input) {
    if (lifetimes[input].first_reader != k) return -1;
    const row_tensor &out = n.tensors[n.tasks[k].output], &in = n.tensors[input];
    int64_t most = 0;
    for (const row_read& r : n.reads_of(k)) {
        if (r.tensor != input) continue;
        if (r.rate.divisor != 1) return -1;
        const int64_t distance = distance_along(line_of_last(n, k, r.rate, input), out.rows,
                                                in.rows, out.row_bytes, in.row_bytes);
        if (distance > most) most = distance;
    }
    return most;
}

}  // namespace tigris::planning
