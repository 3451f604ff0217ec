// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// A plan as JSON, member by member (docs/explanation/memory.md describes it): for whatever holds a
// plan, the tool or a program, and whatever writes JSON. Needs nothing but the library's planning
// headers.

#include <onnx2hpp/plan/lasting_bytes.hpp>
#include <onnx2hpp/plan/words.hpp>
#include <onnx2hpp/show/schema_version.hpp>

namespace onnx2hpp {

/// Item i of an array or a vector.
template <class Items>
const auto& item(const Items& items, int i) {
    return items[decltype(sizeof(0))(i)];
}

/// What stands above a plan. `smallest` are smallest_fast_bytes without and with slow memory.
struct plan_title {
    const char* model = "";
    tigris::target target{};
    int inputs = 0;
    int outputs = 0;
    int tensors = 0;
    int steps = 0;
    bool fits = false;
    int64_t smallest_without_slow = 0;
    int64_t smallest_with_slow = 0;
    lasting_bytes lasting[tigris::memory_map::capacity]{};
};

/// Writer: begin_object(key), begin_list(key), end(), member(key, value) of integers, truth values
/// and texts, and null(key). A key is null inside of a list. Names: step(i) and tensor(i).
template <class Writer, class Names>
class plan_printer {
public:
    plan_printer(Writer& out, const Names& names) : out_(out), names_(names) {}

    /// `live_bytes` is the plan's timeline.
    template <class Plan, class Timeline>
    void write(const plan_title& title, const Plan& p, const Timeline& live_bytes) {
        out_.member("schema_version", schema_version);
        out_.member("model", title.model);
        write(title.target, title.inputs, title.outputs);
        out_.member("fits", title.fits);
        out_.begin_object("smallest_fast_bytes");
        out_.member("without_slow_memory", title.smallest_without_slow);
        out_.member("with_slow_memory", title.smallest_with_slow);
        out_.end();
        write_totals(p);
        target_ = title.target;
        write_list("regions", tigris::planning::count_regions(target_),
                   [&](int r) { write_region(r, item(p.region_bytes, r), title.lasting[r]); });
        write_list("segments", p.segment_count, [&](int i) { write_segment(p, i); });
        write_list("tasks", p.task_count, [&](int i) { write_task(p, i); });
        write_list("buffers", p.buffer_count, [&](int i) { write(item(p.buffers, i)); });
        write_list("tensors", title.tensors, [&](int i) { write(item(p.tensors, i), i); });
        write_list("steps", title.steps,
                   [&](int i) { write(item(p.steps, i), i, item(live_bytes, i)); });
    }

private:
    template <class Write>
    void write_list(const char* key, int count, const Write& write_item) {
        out_.begin_list(key);
        for (int i = 0; i < count; ++i) {
            out_.begin_object(nullptr);
            write_item(i);
            out_.end();
        }
        out_.end();
    }

    void write_budget(const char* key, uint64_t bytes) {
        if (bytes == tigris::unlimited)
            out_.null(key);
        else
            out_.member(key, bytes);
    }

    void write_modes(const char* key, const tigris::io_modes& modes, int count) {
        out_.begin_list(key);
        for (int i = 0; i < count; ++i) out_.member(nullptr, name_of(modes[i]));
        out_.end();
    }

    void write(const tigris::target& t, int inputs, int outputs) {
        out_.begin_object("target");
        write_budget("fast_bytes", t.fast);
        write_budget("slow_bytes", t.slow);
        write_budget("flash_bytes", t.flash);
        out_.member("backend", spell(t.backend));
        write_modes("input", t.input, inputs);
        write_modes("output", t.output, outputs);
        out_.member("alignment", t.alignment);
        out_.member("workers", t.workers);
        out_.begin_object("costs");
        out_.member("mac", t.costs.mac);
        out_.member("slow_byte", t.costs.slow_byte);
        out_.member("flash_byte", t.costs.flash_byte);
        out_.member("recompute_percent", t.costs.recompute_percent);
        out_.end();
        out_.end();
    }

    void write_totals(const tigris::planning::plan_totals& t) {
        out_.begin_object("totals");
        out_.member("fast_peak_bytes", t.fast_peak_bytes);
        out_.member("prefix_bytes", t.prefix_bytes);
        out_.member("slow_peak_bytes", t.slow_peak_bytes);
        out_.member("estimated_bytes", t.estimated_bytes);
        out_.member("caller_bytes", t.caller_bytes);
        out_.member("state_bytes", t.state_bytes);
        out_.member("flash_bytes", t.flash_bytes);
        out_.member("slow_traffic_bytes", t.slow_traffic_bytes);
        out_.member("macs", t.macs);
        out_.member("shared_macs", t.shared_macs);
        out_.member("recomputed_macs", t.recomputed_macs);
        out_.member("cost", t.cost);
        out_.member("calls", t.calls);
        out_.member("peak_step", names_.step(t.peak_step));
        out_.member("stages", t.stage_count);
        out_.end();
    }

    template <class Plan>
    void write_segment(const Plan& p, int i) {
        const tigris::planning::segment_plan& s = item(p.segments, i);
        out_.member("stage", s.stage);
        out_.member("strategy", name_of(s.strategy));
        out_.member("direction", s.bottom_up ? "bottom-up" : "top-down");
        out_.begin_list("steps");
        for (int k = s.begin; k < s.end; ++k)
            if (item(p.tasks, k).step >= 0)
                out_.member(nullptr, names_.step(item(p.tasks, k).step));
        out_.end();
        out_.member("first_task", s.begin);
        out_.member("task_count", s.size());
        out_.member("tile_height", s.tile_height);
        out_.member("strips", s.strips);
        out_.member("parts", s.parts);
        out_.member("again", s.again);
        out_.member("keeps", s.keeps);
        out_.member("halo", s.halo);
        out_.member("calls", s.calls);
        out_.member("recomputed_macs", s.recomputed_macs);
        out_.member("bytes_in", s.bytes_in);
        out_.member("bytes_out", s.bytes_out);
        out_.member("flash_bytes", s.flash_bytes);
        out_.member("peak_bytes", s.peak_bytes);
    }

    template <class Plan>
    void write_task(const Plan& p, int i) {
        const tigris::planning::task_plan& t = item(p.tasks, i);
        out_.member("does", name_of(t.does));
        if (t.step < 0)
            out_.null("step");
        else
            out_.member("step", names_.step(t.step));
        out_.member("contract", name_of(t.contract));
        out_.member("output", t.output);
        out_.member("tile", t.tile);
        out_.member("whole", t.whole);
        out_.member("in_place", t.in_place);
        out_.member("in_image_order", t.in_image_order);
        out_.member("concatenates", t.concatenates);
        out_.member("writes_slices", t.writes_slices);
        out_.member("by_columns", t.by_columns);
        out_.member("vector_rows", t.vector_rows);
        out_.member("macs", t.macs);
        out_.member("constant_bytes", t.constant_bytes);
        out_.member("prepared", t.prepared);
        out_.member("parts", t.parts);
        out_.member("scratch_region", spell_region(target_, t.scratch_region));
        out_.member("scratch_offset", t.scratch_offset);
        out_.member("scratch_bytes", t.scratch_bytes);
        out_.member("workers", t.workers);
        write_list("reads", t.reads, [&](int r) { write(item(p.reads, t.first_read + r)); });
    }

    void write(const tigris::planning::row_read& r) {
        out_.member("buffer", r.tensor);
        out_.member("pixel_bytes", r.pixel_bytes);
        write("rows", r.rate);
        write("columns", r.columns);
    }

    void write(const char* key, const tigris::planning::row_rate& r) {
        out_.begin_object(key);
        out_.member("stride", r.stride);
        out_.member("first", r.first);
        out_.member("last", r.last);
        out_.member("divisor", r.divisor);
        out_.end();
    }

    void write(const tigris::planning::buffer_plan& b) {
        out_.member("tensor", names_.tensor(b.tensor));
        out_.member("home", spell(b.home));
        out_.member("region", spell_region(target_, b.region));
        out_.member("index", b.index);
        out_.member("offset", b.offset);
        out_.member("bytes", b.bytes());
        out_.member("rows", b.rows);
        out_.member("height", b.height);
        out_.member("row_bytes", b.row_bytes);
        out_.member("own_row_bytes", b.own_row_bytes);
        out_.member("columns", b.columns);
        out_.member("slice_offset", b.slice_offset);
        out_.member("pixel_bytes", b.pixel_bytes);
        out_.member("newest_rows", b.newest);
        out_.member("window_stride", b.stride);
        out_.member("rows_above", b.above);
        out_.member("part_bytes", b.part_bytes);
        out_.member("first_segment", b.first_segment);
        out_.member("last_segment", b.last_segment);
        out_.member("alive_after", b.alive_after);
    }

    /// Writes region and offset of a tensor that lies in an arena; null for others.
    void write_place(const tigris::planning::tensor_plan& t) {
        if (t.home != tigris::planning::home::arena) {
            out_.null("region");
            out_.null("offset");
            return;
        }
        out_.member("region", spell_region(target_, t.region));
        out_.member("offset", t.offset);
    }

    void write(const tigris::planning::tensor_plan& t, int i) {
        out_.member("name", names_.tensor(i));
        out_.member("home", spell(t.home));
        write_place(t);
        out_.member("spilled", t.spilled);
        out_.member("index", t.index);
        out_.member("buffer", t.buffer);
        out_.member("bytes", t.bytes);
        out_.member("ring_rows", t.ring_rows);
        out_.member("first_step", t.first_step);
        out_.member("last_step", t.last_step);
    }

    void write(const tigris::planning::step_plan& s, int i, int64_t live_bytes) {
        out_.member("name", names_.step(i));
        out_.member("segment", s.segment);
        out_.member("task", s.task);
        if (s.task < 0)
            out_.null("kernel");
        else
            out_.member("kernel", spell(s.backend));
        out_.member("is_substitute", s.is_substitute);
        out_.member("tile", s.tile);
        out_.member("live_bytes", live_bytes);
        out_.member("scratch_bytes", s.scratch_bytes);
        out_.member("macs", s.macs);
    }

    void write_region(int region, int64_t scratch, const lasting_bytes& lasting) {
        out_.member("name", spell_region(target_, region));
        write_budget("bytes", bytes_of_region(region));
        out_.member("peak_bytes", scratch + lasting.sum());
        out_.member("staged_bytes", lasting.staged);
        out_.member("cold_bytes", lasting.cold);
        out_.member("state_bytes", lasting.states);
    }
    uint64_t bytes_of_region(int region) const {
        if (target_.memories) return (*target_.memories)[region].bytes;
        return region == tigris::planning::fast_space ? target_.fast : target_.slow;
    }

    Writer& out_;
    const Names& names_;
    tigris::target target_{};
};

}  // namespace onnx2hpp
