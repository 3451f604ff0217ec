// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/show/cost/made_calls.hpp>

#include <tigris/planning/segments/strips.hpp>

#include <algorithm>

namespace onnx2hpp {
namespace {

using namespace tigris;
using namespace tigris::planning;

class calls_of_task {
public:
    calls_of_task(const owned_plan& plan, int k)
        : plan_(plan), k_(k), t_(plan.tasks[std::size_t(k)]), made_(buffer(t_.output)) {}

    std::vector<made_calls> list() const {
        const segment_plan& s = segment();
        if (t_.contract == ops::contract::accumulate && !t_.whole) return adding_up(s);
        if (t_.whole || s.size() == 0) return {{1, made_.height, made_.columns}};
        if (s.strips > 1) return in_strips(s);
        if (const int parts = parts_made(s); parts > 1) return in_parts(s, parts);
        return by_tiles(rows_needed(s), std::max(t_.tile, 1), made_.columns);
    }

private:
    const buffer_plan& buffer(int b) const { return plan_.buffers[std::size_t(b)]; }
    const segment_plan& segment() const {
        static const segment_plan none{};
        for (const segment_plan& s : plan_.segments)
            if (s.begin <= k_ && k_ < s.end) return s;
        return none;
    }

    static std::vector<made_calls> by_tiles(std::int32_t rows, std::int32_t tile,
                                            std::int32_t columns) {
        std::vector<made_calls> calls;
        if (rows >= tile) calls.push_back({rows / tile, tile, columns});
        if (rows % tile) calls.push_back({1, rows % tile, columns});
        return calls;
    }

    /// The task of the segment that makes a buffer, or -1.
    int producer_of(const segment_plan& s, int b) const {
        for (int k = s.begin; k < s.end; ++k)
            if (plan_.tasks[std::size_t(k)].output == b) return k;
        return -1;
    }

    /// Rows of the task's output that the segment's other tasks read; all if they outlive the
    /// segment.
    std::int32_t rows_needed(const segment_plan& s) const {
        if (k_ == s.end - 1 || made_.alive_after) return made_.height;
        std::int32_t rows = 0;
        for (int k = k_ + 1; k < s.end; ++k)
            for (int i = 0; i < plan_.tasks[std::size_t(k)].reads; ++i) {
                const row_read& r =
                    plan_.reads[std::size_t(plan_.tasks[std::size_t(k)].first_read) +
                                std::size_t(i)];
                if (r.tensor != t_.output) continue;
                const calls_of_task reader(plan_, k);
                rows = std::max(rows, rows_until(r.rate, reader.rows_needed(s) - 1, made_.height));
            }
        return rows;
    }

    /// Calls of a task that adds up: its input rows as they come.
    std::vector<made_calls> adding_up(const segment_plan& s) const {
        const int read = plan_.reads[std::size_t(t_.first_read)].tensor;
        if (read < 0) return {{1, 1, 1}};
        const buffer_plan& in = buffer(read);
        const int producer = producer_of(s, read);
        const std::int32_t tile =
            producer < 0 ? in.height : std::max(plan_.tasks[std::size_t(producer)].tile, 1);
        return by_tiles(in.height, tile, in.columns);
    }

    /// A row a call.
    std::vector<made_calls> in_strips(const segment_plan& s) const {
        std::vector<made_calls> calls;
        column_range made[max_segment_tasks]{};
        for (int strip = 0; strip < s.strips; ++strip) {
            find_columns(
                all_of(plan_.tasks), all_of(plan_.reads), s.begin, s.end, s.strips, strip,
                [&](int b) { return producer_of(s, b); }, [&](int b) { return buffer(b).columns; },
                made);
            calls.push_back({rows_needed(s), 1, made[k_ - s.begin].count()});
        }
        return calls;
    }

    /// Parts in which the task makes rows, or reads those of another task.
    int parts_made(const segment_plan& s) const {
        int parts = t_.parts;
        for (int i = 0; i < t_.reads; ++i)
            if (const int b = plan_.reads[std::size_t(t_.first_read) + std::size_t(i)].tensor;
                b >= 0)
                if (const int k = producer_of(s, b); k >= 0)
                    parts = std::max<int>(parts, plan_.tasks[std::size_t(k)].parts);
        return parts;
    }

    /// Rows that are made again for each row of the reader.
    std::int64_t rows_for_reader(const segment_plan& s) const {
        for (const task_plan& reader : plan_.tasks)
            for (int i = 0; i < reader.reads; ++i) {
                const row_read& r = plan_.reads[std::size_t(reader.first_read) + std::size_t(i)];
                if (r.tensor == t_.output && s.again && !is_one_by_one(r.rate))
                    return std::int64_t(buffer(reader.output).height) *
                           (r.rate.last - r.rate.first + 1);
            }
        return rows_needed(s);
    }

    column_range columns_of(int parts, int part) const {
        return columns_in_part(
            all_of(plan_.tasks), all_of(plan_.reads), k_, parts, part,
            [&](int k) { return plan_.tasks[std::size_t(k)].parts > 1; },
            [&](int b) { return buffer(b).columns; });
    }

    std::vector<made_calls> in_parts(const segment_plan& s, int parts) const {
        const std::int64_t rows = t_.parts > 1 ? rows_for_reader(s) : rows_needed(s);
        std::vector<made_calls> calls;
        for (int part = 0; part < parts; ++part) {
            column_range columns = columns_of(parts, part);
            if (made_.newest > 0 && part > 0)
                columns.first = std::max(columns.first, columns_of(parts, part - 1).last);
            if (columns.count() > 0) calls.push_back({rows, 1, columns.count()});
        }
        return calls;
    }

    const owned_plan& plan_;
    int k_;
    const task_plan& t_;
    const buffer_plan& made_;
};

}  // namespace

std::vector<made_calls> calls_made(const owned_plan& plan, int k) {
    return calls_of_task(plan, k).list();
}

}  // namespace onnx2hpp
