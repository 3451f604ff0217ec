// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Writes how each segment runs once offsets are known: directions, tile heights, workers, costs.

#include <tigris/planning/layout/schedule_layout.hpp>
#include <tigris/planning/plan/plan.hpp>
#include <tigris/planning/plan/prepared_constants.hpp>
#include <tigris/planning/rows/find_rows.hpp>
#include <tigris/planning/segments/halo.hpp>
#include <tigris/planning/segments/strips.hpp>
#include <tigris/planning/segments/tiles.hpp>

namespace tigris::planning {

class segment_writer {
public:
    /// Requires that tasks and buffers of `out` are written.
    constexpr segment_writer(const network& model, const planned& p, const plan_view& out)
        : model_(model), p_(p), out_(out) {}

    /// `fast`: the blocks of fast memory as they were laid out.
    constexpr void write(view<const block> fast, const target& wanted, int64_t alignment) {
        int16_t stage = 0;
        bool moved = false;
        for (int s = 0; s < p_.segments.size; ++s) {
            segment_plan& out = out_.segments.data[s];
            static_cast<segment_tasks&>(out) = p_.segments.data[s];
            out.bottom_up = goes_up(s);
            raise_tile(s, wanted.costs);
            share_rows(s, alignment);
            for (int k = out.begin; k < out.end; ++k)
                if (task_plan& t = out_.tasks.data[k]; t.kernel.prepared_bytes > 0)
                    prepare_constants(model_, wanted, rows_made(k), t, out_.totals);
            describe(out);
            if (s > 0 && (moved || out.bytes_in > 0)) ++stage;
            moved = out.bytes_out > 0;
            out.stage = stage;
        }
        for (const block& b : fast)
            for (int s = b.first_segment; s <= b.last_segment; ++s)
                if (b.offset + b.bytes > out_.segments.data[s].peak_bytes)
                    out_.segments.data[s].peak_bytes = b.offset + b.bytes;
        out_.totals.stage_count = stage + 1;
    }

private:
    constexpr const buffer_plan& output_of(int s) const {
        return out_.buffers.data[p_.n.tasks.data[p_.segments.data[s].end - 1].output];
    }
    constexpr bool overlaps(int s) const {
        if (p_.replays.data[s].dying < 0) return false;
        return share_bytes(out_.buffers[p_.replays[s].dying], output_of(s));
    }
    static constexpr bool share_bytes(const buffer_plan& x, const buffer_plan& y) {
        return x.home == home::arena && y.home == home::arena && x.region == y.region &&
               y.offset < x.offset + x.bytes() && x.offset < y.offset + y.bytes();
    }
    constexpr int64_t room_before(int s) const {
        return out_.buffers[p_.replays[s].dying].offset - output_of(s).offset;
    }
    constexpr int64_t room_behind(int s) const {
        const buffer_plan &x = out_.buffers[p_.replays[s].dying], &y = output_of(s);
        return y.offset + y.bytes() - x.offset - x.bytes();
    }
    constexpr bool goes_up(int s) const {
        return overlaps(s) && room_before(s) < p_.replays[s].down;
    }

    /// Raises the tile of a segment of one task if that is cheaper. The layout must have left room
    /// for the rows and for their scratch.
    constexpr void raise_tile(int s, const plan_costs& costs) {
        const segment_tasks& here = p_.segments[s];
        task_plan& t = out_.tasks[here.begin];
        if (here.whole || t.whole || here.size() > 1 || here.strips > 1 || !may_make_rows(t))
            return;
        // Each call must begin where a replayed call began.
        const int64_t replayed = p_.tiles[here.begin];
        const int32_t height = output_of(s).height;
        const int32_t most = rows_in_scratch(t.kernel, t.scratch_bytes, height);
        int64_t tile = replayed + rows_of_room(s) / replayed * replayed;
        if (tile > height) tile = height;
        if (tile > most) tile = most / replayed * replayed;
        if (task_cost(p_.n, here.begin, int32_t(tile), costs) <=
            task_cost(p_.n, here.begin, t.tile, costs))
            t.tile = int32_t(tile);
    }
    /// Rows of the output for which the layout left room between the output and its dying input.
    constexpr int64_t rows_of_room(int s) const {
        const replay_facts& r = p_.replays[s];
        const buffer_plan& y = output_of(s);
        const bool up = out_.segments[s].bottom_up;
        if (!overlaps(s) || (!up && overwrites(p_.n, p_.segments[s].begin, r.dying)))
            return y.height;
        return (up ? room_behind(s) - r.up : room_before(s) - r.down) / y.row_bytes;
    }

    /// Workers share the calls of a segment's only task.
    constexpr void share_rows(int s, int64_t alignment) {
        const segment_tasks& here = p_.segments[s];
        task_plan& t = out_.tasks[here.begin];
        if (here.size() > 1 || here.strips > 1 || workers_of(t, t.tile) == 1) return;
        if (!has_scratch_of_all(t, alignment) || writes_over_other_rows(here.begin)) return;
        t.workers = int8_t(workers_of(t, t.tile));
        out_.totals.shared_macs += t.macs;
    }
    /// Whether the scratch of all calls of a task fits. A tile that was raised after the layout may
    /// want more scratch than the layout gave.
    static constexpr bool has_scratch_of_all(const task_plan& t, int64_t alignment) {
        return workers_of(t, t.tile) * align_up(scratch_share(t, t.tile), alignment) <=
               t.scratch_bytes;
    }
    /// Whether a task may write over its input at another place than it reads. The new value of a
    /// state may lie where the old value is.
    constexpr bool writes_over_other_rows(int k) const {
        const task& t = p_.n.tasks[k];
        const row_tensor& result = p_.n.tensors[t.output];
        if (result.home == home::output && is_state(model_, result)) return true;
        const buffer_plan& made = out_.buffers[t.output];
        for (const row_read& r : p_.n.reads_of(k)) {
            if (r.tensor < 0 || !overwrites(p_.n, k, r.tensor)) continue;
            const buffer_plan& read = out_.buffers[r.tensor];
            const bool is_same = read.offset == made.offset && read.row_bytes == made.row_bytes;
            if (share_bytes(read, made) && !is_same) return true;
        }
        return false;
    }

    constexpr void describe(segment_plan& out) const {
        strip_widths widths{};
        if (out.strips > 1) {
            widths = find_strip_widths(p_.n, p_.lifetimes, out.begin, out.end, out.strips);
            out.recomputed_macs = widths.recomputed_macs;
        }
        if (out.again) add_rows_made_again(out);
        out.tile_height = out_.tasks.data[out.end - 1].tile;
        out.strategy = out.size() > 1                              ? strategy::chain
                       : out.tile_height >= rows_made(out.end - 1) ? strategy::whole
                                                                   : strategy::tiled;
        for (int k = out.begin; k < out.end; ++k) add_calls(k, widths, out);
        out.halo = halo_of(p_.n, p_.lifetimes, out);
    }

    constexpr void add_rows_made_again(segment_plan& out) const {
        const tasks_in_parts in_parts = parts_of_segment(p_.n, p_.lifetimes, out);
        for (int k = out.begin; k < out.end; ++k)
            out.recomputed_macs += in_parts.recomputed_macs(k);
    }

    /// Adds the calls of task k, and the bytes that they read from flash or move.
    constexpr void add_calls(int k, const strip_widths& widths, segment_plan& out) const {
        const task_plan& t = out_.tasks.data[k];
        const int32_t calls = int32_t(calls_of(p_.n, p_.lifetimes, out, k, t.tile));
        out.calls += calls;
        out.flash_bytes += calls * t.constant_bytes;
        if (t.does != action::reload && t.does != action::spill) return;
        const row_tensor& made = p_.n.tensors[t.output];
        const int64_t moved = out.strips == 1
                                  ? made.bytes()
                                  : made.bytes() * widths.made[k - out.begin] / made.width();
        if (t.does == action::reload) out.bytes_in += moved;
        if (t.does == action::spill) out.bytes_out += moved;
    }

    constexpr int32_t rows_made(int k) const {
        return p_.n.tensors.data[p_.n.tasks.data[k].output].rows;
    }

    const network& model_;
    const planned& p_;
    const plan_view& out_;
};

}  // namespace tigris::planning
