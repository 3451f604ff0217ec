// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/plan/calls.hpp>

#include <tigris/planning/segments/parts.hpp>
#include <tigris/planning/segments/row_schedule.hpp>

#include <algorithm>

namespace onnx2hpp {
namespace {

using namespace tigris;
using namespace tigris::planning;

class segment_calls {
public:
    segment_calls(const planned& p, const owned_plan& made, view<const std::int32_t> tiles,
                  const segment_plan& s, std::vector<task_call>& out)
        : p_(p), made_(made), tiles_(tiles), s_(s), out_(out) {}

    void list(replay_room& room) {
        if (is_one_call()) return add(s_.end - 1, {0, height(s_.end - 1)});
        for (int strip = 0; strip < std::max<int>(s_.strips, 1); ++strip) replay(room);
        for (int k = s_.begin; k < s_.end; ++k)
            if (task(k).does == action::receive) receive_rest(k);
    }

    /// Adds the calls in which task k of the segment makes `rows`.
    void hear(int k, row_range rows) {
        if (rows.count() <= 0) return;
        const int number = s_.begin + k;
        const int parts = parts_read(number);
        if (parts > 1)
            for (int part = 0; part < parts; ++part)
                make_part(number, in_image(number, rows).first, parts, part);
        else if (adds_up(number))
            add_input_rows(number, rows);
        else
            add(number, in_image(number, rows));
    }

private:
    struct listener {
        static constexpr bool is_told = true;
        segment_calls& calls;

        void operator()(int k, const row_range& rows, local_set, const replay_tables&) const {
            calls.hear(k, rows);
        }
    };

    const task_plan& task(int k) const { return made_.tasks[std::size_t(k)]; }
    const buffer_plan& buffer(int b) const { return made_.buffers[std::size_t(b)]; }
    const row_read& read(int number) const { return made_.reads[std::size_t(number)]; }
    std::int32_t height(int k) const { return buffer(task(k).output).height; }
    bool adds_up(int k) const {
        return task(k).contract == ops::contract::accumulate && !task(k).whole;
    }
    bool is_one_call() const {
        return s_.strips <= 1 && s_.size() == 1 && !adds_up(s_.begin) &&
               task(s_.begin).tile >= height(s_.begin);
    }

    void replay(replay_room& room) {
        std::int32_t ring[max_segment_tasks]{};
        local_set rings[max_segment_tasks]{}, scratch[max_segment_tasks]{};
        replay_result ignored{
            {}, tigris::view_of(ring), tigris::view_of(rings), tigris::view_of(scratch)};
        const listener listens{*this};
        segment_replay(p_.n, p_.lifetimes, tiles_, s_, s_.bottom_up, room, ignored, listens)
            .run(false);
    }

    /// Rows that are counted in the segment's direction.
    row_range in_image(int k, row_range rows) const { return mirrored(rows, height(k)); }
    row_range mirrored(row_range rows, std::int32_t height) const {
        return s_.bottom_up ? row_range{height - rows.last, height - rows.first} : rows;
    }

    void add(int k, row_range rows) { out_.push_back({k, rows.first, rows.count()}); }

    /// Adds input rows to the last call of task k: all rows that are there are added up at once.
    void add_input_rows(int k, row_range rows) {
        const row_range next = mirrored(rows, buffer(read(task(k).first_read).tensor).height);
        task_call* last = out_.empty() ? nullptr : &out_.back();
        if (!last || last->task != k || rows.first == 0) return add(k, next);
        last->first_row = std::min(last->first_row, next.first);
        last->rows += next.count();
    }

    /// A row source is asked for all of its rows, also for those that no window reaches.
    void receive_rest(int k) {
        std::int32_t received = 0;
        for (const task_call& c : out_)
            if (c.task == k) received += c.rows;
        while (received < height(k)) {
            const std::int32_t rows = std::min(task(k).tile, height(k) - received);
            add(k, in_image(k, {received, received + rows}));
            received += rows;
        }
    }

    // Rows in parts, as execution/steps/parts_step.hpp takes turns.

    /// The task that makes what is read in parts, or -1.
    int producer_in_parts(const row_read& r) const {
        for (int k = s_.begin; k < s_.end; ++k)
            if (task(k).output == r.tensor) return task(k).parts > 1 ? k : -1;
        return -1;
    }

    int parts_read(int k) const {
        int parts = 1;
        for (int i = 0; i < task(k).reads; ++i)
            if (const int producer = producer_in_parts(read(task(k).first_read + i)); producer >= 0)
                parts = task(producer).parts;
        return parts;
    }

    void make_part(int k, std::int32_t y, int parts, int part) {
        for (int i = 0; i < task(k).reads; ++i) {
            const row_read& r = read(task(k).first_read + i);
            const int producer = producer_in_parts(r);
            if (producer >= 0) make_inputs(producer, r.rate, y, parts, part);
        }
        add(k, {y, y + 1});
    }

    void make_inputs(int producer, const row_rate& rate, std::int32_t y, int parts, int part) {
        const std::int32_t rows = height(producer), until = rows_until(rate, y, rows);
        const std::int32_t newest = buffer(task(producer).output).newest;
        if (newest > 0 && new_columns(producer, parts, part) <= 0) return;
        const std::int32_t first = newest > 0            ? rows_before_newest(rate, y, newest, rows)
                                   : is_one_by_one(rate) ? y
                                                         : first_row(rate, y, rows);
        for (std::int32_t row = first; row < (is_one_by_one(rate) ? y + 1 : until); ++row)
            if (newest > 0)
                add(producer, {row, row + 1});
            else
                make_part(producer, row, parts, part);
    }

    /// Columns of a part that the part before did not leave under a window that is kept.
    std::int32_t new_columns(int k, int parts, int part) const {
        const column_range here = columns(k, parts, part);
        const std::int32_t before = part > 0 ? columns(k, parts, part - 1).last : here.first;
        return here.last - std::max(here.first, before);
    }
    column_range columns(int k, int parts, int part) const {
        return columns_in_part(
            all_of(made_.tasks), all_of(made_.reads), k, parts, part,
            [&](int producer) { return task(producer).parts > 1; },
            [&](int b) { return buffer(b).columns; });
    }

    const planned& p_;
    const owned_plan& made_;
    view<const std::int32_t> tiles_;
    const segment_plan& s_;
    std::vector<task_call>& out_;
};

}  // namespace

std::vector<task_call> list_calls(const planned& p, const owned_plan& made) {
    std::vector<std::int32_t> tiles;
    for (const task_plan& t : made.tasks) tiles.push_back(t.tile);
    std::vector<task_call> calls;
    const auto room = std::make_unique<replay_room>();
    for (const segment_plan& s : made.segments)
        segment_calls(p, made, const_view(tiles), s, calls).list(*room);
    return calls;
}

}  // namespace onnx2hpp
