// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// From offsets to the plan: where every buffer is, what steps and tensors take, totals.

#include <tigris/planning/layout/schedule_layout.hpp>
#include <tigris/planning/plan/finish_segments.hpp>
#include <tigris/planning/plan/plan.hpp>
#include <tigris/planning/rows/find_rows.hpp>

namespace tigris::planning {

class plan_writer {
public:
    /// Writes a plan. `storage` is what find_storages gives.
    constexpr plan_writer(const network& model, view<const int16_t> storage, const planned& p,
                          const plan_view& out)
        : model_(model), storage_(storage), p_(p), out_(out) {}

    /// `fast` and `slow` are the blocks as they were laid out.
    constexpr void write(view<const block> fast, view<const block> slow, int64_t alignment,
                         const target& wanted) {
        write_tasks(alignment);
        write_buffers();
        const space fast_memory = space_of(wanted, fast_space, alignment);
        if (fast_memory.count > 0)
            out_.region_bytes[fast_memory.banks[0].region] = model_.prefix_bytes;
        take_offsets(fast, fast_memory, model_.prefix_bytes);
        take_offsets(slow, space_of(wanted, slow_space, alignment), 0);
        share_slots();
        count_model();
        segment_writer(model_, p_, out_).write(fast, wanted, alignment);
        write_steps();
        write_tensors();
        add_totals(fast, slow);
    }

private:
    constexpr void write_tasks(int64_t alignment) {
        for (int k = 0; k < p_.n.tasks.size; ++k) {
            task_plan& out = out_.tasks.data[k];
            static_cast<task&>(out) = p_.n.tasks.data[k];
            out.tile = p_.tiles.data[k];
            out.scratch_bytes = p_.scratch_bytes(k, alignment);
        }
        for (int r = 0; r < p_.n.reads.size; ++r) out_.reads.data[r] = p_.n.reads.data[r];
        for (const segment_tasks& s : p_.segments)
            if (s.parts > 1) write_parts(s);
    }

    constexpr void write_parts(const segment_tasks& s) {
        const tasks_in_parts in_parts = parts_of_segment(p_.n, p_.lifetimes, s);
        for (int k = s.begin; k < s.end; ++k)
            if (in_parts.takes_turns(k)) out_.tasks[k].parts = int8_t(in_parts.parts_made(k));
    }

    constexpr void write_buffers() {
        for (int t = 0; t < p_.n.tensors.size; ++t) {
            const row_tensor& r = p_.n.tensors.data[t];
            const lifetime& l = p_.lifetimes.data[t];
            buffer_plan& b = out_.buffers.data[t];
            b.home = r.home;
            b.pinned = r.region >= 0;
            b.index = r.index, b.tensor = r.tensor;
            b.rows = b.height = r.rows;
            b.row_bytes = b.own_row_bytes = r.row_bytes;
            if (l.producer < 0 && l.last_reader < 0) continue;
            const bool is_ring = p_.is_ring(t);
            b.first_segment = int16_t(p_.first_segment(t));
            b.last_segment = int16_t(p_.last_segment(t));
            b.alive_after = l.producer >= 0 && !is_ring;
            b.columns = r.width();
            if (is_ring && r.home == home::arena && p_.owns_memory(t)) {
                b.rows = p_.rows_kept(t);
                b.row_bytes = p_.row_bytes_kept(t);
                if (p_.segments[b.first_segment].keeps)
                    keep_window(p_.window_kept(t), r.pixel_bytes, b);
            }
        }
    }

    static constexpr void keep_window(const kept_window& w, int32_t pixel_bytes, buffer_plan& b) {
        b.newest = w.newest, b.stride = w.stride, b.above = w.above;
        b.part_bytes = w.columns * pixel_bytes;
    }

    /// Turns addresses of a space into offsets in regions.
    constexpr void take_offsets(view<const block> blocks, const space& where, int64_t prefix) {
        for (const block& b : blocks) {
            const bank& at = where.at(b.offset);
            const int64_t offset = b.offset - at.begin + (at.begin == 0 ? prefix : 0);
            int64_t& peak = out_.region_bytes[at.region];
            if (offset + b.bytes > peak) peak = offset + b.bytes;
            if (b.id < p_.n.tensors.size) {
                out_.buffers[b.id].region = at.region;
                out_.buffers[b.id].offset = offset;
            } else {
                out_.tasks[b.id - p_.n.tensors.size].scratch_region = at.region;
                out_.tasks[b.id - p_.n.tensors.size].scratch_offset = offset;
            }
        }
    }

    /// Gives tensors that are written straight into the output of their reader the slots of that
    /// output.
    constexpr void share_slots() {
        for (int t = p_.n.tensors.size - 1; t >= 0; --t) {
            const lifetime& l = p_.lifetimes.data[t];
            if (!l.merges || l.producer < 0 || !p_.is_ring(t)) continue;
            const segment_tasks& s = p_.segments[p_.first_segment(t)];
            const int16_t owner = slot_owner(p_.n, p_.lifetimes, s, int16_t(t));
            buffer_plan& b = out_.buffers[t];
            const buffer_plan& o = out_.buffers[owner];
            b.home = o.home, b.region = o.region, b.index = o.index;
            b.offset = o.offset, b.rows = o.rows, b.row_bytes = o.row_bytes;
            find_slice(int16_t(t), s, b);
        }
    }

    constexpr void find_slice(int16_t t, const segment_tasks& s, buffer_plan& b) const {
        while (p_.lifetimes[t].merges && !is_whole(p_.lifetimes[t], s)) {
            const int reader = p_.lifetimes[t].last_reader;
            if (p_.n.tasks[reader].concatenates) {
                b.slice_offset += bytes_before(reader, t);
                b.pixel_bytes = p_.n.tensors[p_.n.tasks[reader].output].pixel_bytes;
            }
            t = p_.n.tasks[reader].output;
        }
    }

    constexpr int32_t bytes_before(int reader, int16_t t) const {
        int32_t bytes = 0;
        for (const row_read& r : p_.n.reads_of(reader)) {
            if (r.tensor == t) break;
            bytes += r.pixel_bytes;
        }
        return bytes;
    }

    constexpr void count_model() {
        for (const step_facts& step : model_.steps) {
            out_.totals.macs += step.op.macs;
            out_.totals.flash_bytes += step.kernel.table_bytes + step.kernel.record_bytes;
        }
        for (const tensor_facts& t : model_.tensors) {
            if (t.kind == tensor_kind::constant)
                out_.totals.flash_bytes += padded_constant(t.bytes);
        }
        out_.totals.flash_bytes -= model_.saved_bytes;
    }

    constexpr void write_steps() {
        for (int step = 0; step < model_.steps.size; ++step) {
            const step_facts& facts = model_.steps.data[step];
            out_.steps.data[step].macs = facts.op.macs;
            out_.steps.data[step].backend = facts.kernel.backend;
            out_.steps.data[step].is_substitute = facts.kernel.is_substitute;
        }
        for (int k = 0; k < p_.n.tasks.size; ++k) {
            const task_plan& t = out_.tasks.data[k];
            if (t.step < 0) continue;
            step_plan& out = out_.steps.data[t.step];
            out.segment = p_.segment_at.data[k];
            out.task = int16_t(k);
            out.tile = t.tile;
            out.scratch_bytes = t.scratch_bytes;
        }
    }

    constexpr void write_tensors() {
        for (int t = 0; t < model_.tensors.size; ++t) {
            tensor_plan& out = out_.tensors.data[t];
            out.bytes = model_.tensors.data[t].bytes;
            out.index = model_.tensors.data[t].index;
            if (storage_.data[t] >= 0)
                find_place(storage_.data[t], out);
            else
                out.home = home::constant;
        }
        for (const task& task : p_.n.tasks)
            if (task.does == action::spill) note_spilled(task.output);
        for (int step = 0; step < model_.steps.size; ++step) {
            for (const int16_t read : read_inputs(model_, step))
                if (read >= 0) out_.tensors[read].last_step = int16_t(step);
            out_.tensors[model_.output_of(step)].first_step = int16_t(step);
        }
    }

    constexpr void find_place(int16_t buffer, tensor_plan& out) const {
        const buffer_plan& b = out_.buffers[buffer];
        out.buffer = buffer;
        out.home = b.home, out.region = b.region;
        if (b.home != home::constant) out.index = b.index;
        out.ring_rows = b.rows, out.offset = b.offset;
    }

    /// Notes that a tensor was spilled: after its segment, its rows are in the copy in slow memory.
    constexpr void note_spilled(int16_t copy) {
        const int16_t spilled = storage_[out_.buffers[copy].tensor];
        for (int t = 0; t < model_.tensors.size; ++t) {
            if (storage_[t] != spilled) continue;
            tensor_plan& out = out_.tensors[t];
            out.spilled = true;
            out.region = out_.buffers[copy].region;
            out.buffer = copy;
            out.offset = out_.buffers[copy].offset;
        }
    }

    constexpr void add_totals(view<const block> fast, view<const block> slow) {
        plan_totals& totals = out_.totals;
        totals.fast_peak_bytes = end_of(fast) + model_.prefix_bytes;
        totals.prefix_bytes = model_.prefix_bytes;
        totals.slow_peak_bytes = end_of(slow);
        totals.segment_count = p_.segments.size;
        totals.task_count = p_.n.tasks.size;
        totals.read_count = p_.n.reads.size;
        totals.buffer_count = p_.n.tensors.size;
        for (int s = 0; s < p_.segments.size; ++s) {
            const segment_plan& segment = out_.segments[s];
            totals.calls += segment.calls;
            totals.slow_traffic_bytes += segment.bytes_in + segment.bytes_out;
            totals.recomputed_macs += segment.recomputed_macs;
        }
        for (const row_tensor& t : p_.n.tensors) {
            if (t.home != home::input && t.home != home::output) continue;
            if (!is_state(model_, t)) totals.caller_bytes += t.bytes();
            if (is_state(model_, t) && t.home == home::input) totals.state_bytes += t.bytes();
        }
        totals.peak_step = find_peak_step();
    }

    /// The step at the peak. Of the segments that need most, it is the step with the largest
    /// operands and result.
    constexpr int find_peak_step() const {
        int step = 0;
        int64_t peak = 0, most = -1;
        for (int s = 0; s < p_.segments.size; ++s) {
            if (out_.segments[s].peak_bytes < peak) continue;
            if (out_.segments[s].peak_bytes > peak) most = -1;
            peak = out_.segments[s].peak_bytes;
            for (int k = p_.segments[s].begin; k < p_.segments[s].end; ++k) {
                if (p_.n.tasks[k].step < 0) continue;
                const int64_t bytes = touched_bytes(k);
                if (bytes > most) most = bytes, step = p_.n.tasks[k].step;
            }
        }
        return step;
    }
    constexpr int64_t touched_bytes(int k) const {
        int64_t bytes = arena_bytes(p_.n.tasks[k].output) + out_.tasks[k].scratch_bytes;
        for (const row_read& r : p_.n.reads_of(k))
            if (r.tensor >= 0) bytes += arena_bytes(r.tensor);
        return bytes;
    }
    constexpr int64_t arena_bytes(int t) const {
        return out_.buffers[t].home == home::arena ? out_.buffers[t].bytes() : 0;
    }

    const network& model_;
    view<const int16_t> storage_;
    const planned& p_;
    plan_view out_;
};

}  // namespace tigris::planning
