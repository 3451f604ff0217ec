// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// How many bytes a segment's output must keep from the input that dies while the output is made. It
// is computed in closed form: the progress of each task is a straight line, clipped at its rows.

#include <tigris/planning/rows/lifetime.hpp>

namespace tigris::planning {

/// Rows that a task has made when the last task of the segment makes its row q: rows * q + ahead.
struct progress_line {
    int32_t rows = 0;   // rows that the task makes per row of the last task
    int32_t ahead = 0;  // rows that the task has made at row 0 of the last task
    int16_t end = 0;    // cut where the segment ends for which the line is known
};

/// Adds task k to the segment that ends at cut `end`: finds the lines of its producers, if its own
/// line is known.
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

/// The first input row that a reader still needs while row q of the output is made: slope * q +
/// start, at least 0.
struct need_line {
    int32_t slope = 0;  // input rows per output row
    int32_t start = 0;  // input row for output row 0
    int32_t done = 0;   // output row from which on the reader needs no input row
};

/// The most bytes by which the output passes the input, over all rows q: (q + 1) * out - (first row
/// needed) * in.
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

/// Rows of `input` that the last task of the segment still needs while it makes its row q.
constexpr need_line line_of_last(const row_network& n, int k, const row_rate& rate, int16_t input) {
    const task& reader = n.tasks[k];
    const int32_t rows = n.tensors[reader.output].rows;
    if (reader.contract == ops::contract::accumulate && !reader.whole) return {.done = 0};
    if (overwrites(n, k, input))
        return {.slope = rate.stride, .start = rate.first + rate.stride, .done = rows - 1};
    return {.slope = rate.stride, .start = rate.first, .done = rows};
}

/// Input rows that task k, which is not the last one, still needs while row q of the output is
/// made. `own`: the progress of task k. `rows`: rows of the output.
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

/// The distance for the segment that ends at `end`. Row q of the output is a row of the last task.
/// -1 if the progress of a reader is not known.
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

/// The distance if task k is a segment of its own; -1 also if an earlier task reads the input.
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
