// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Runs a plan of a synthetic network as execution/steps/segment.hpp runs one of a model, with the
// numbers that are templates' arguments there, and the same network layer by layer.

#include <algorithm>
#include <helpers/synthetic_steps.hpp>
#include <map>
#include <onnx2hpp/plan/planner.hpp>
#include <string>

namespace tigris::test {

using bytes = std::vector<std::uint8_t>;

inline bytes input_bytes(const owned_network& n, int t) {
    bytes made(std::size_t(n.tensors[std::size_t(t)].bytes));
    for (std::size_t i = 0; i < made.size(); ++i)
        made[i] = std::uint8_t(mixed(std::uint64_t(t) + 99, i) >> 11);
    return made;
}

/// A tensor that lies dense at `base`, as a step sees it.
inline shadow_window flat_window(const shadow_call& c, int t, int memory, std::int64_t base,
                                 int storage, std::int32_t first, int image = 0) {
    const row_extents e = c.extents(t);
    const std::int32_t row_bytes = e.row_elements() * c.element_bytes(t);
    const std::int64_t image_bytes = e.images > 1 ? std::int64_t(image) * e.rows * row_bytes : 0;
    return {.memory = memory,
            .tensor = storage,
            .base = base + image_bytes,
            .offset = std::int64_t(first) * row_bytes,
            .pitch = row_bytes,
            .image = image_bytes,
            .image_row = first,
            .row_bytes = row_bytes};
}

/// The first input row that output rows from y on may read, as execution/plans/session.hpp has it.
inline std::int32_t window_begin(const shadow_call& c, int t, std::int32_t y) {
    const ops::row_reach& r = c.facts().op.reach;
    const std::int32_t rows_out = c.extents(c.output_tensor()).rows;
    if (c.extents(t).rows == 1 && rows_out > 1 && !planning::looks_across_rows(c.facts())) return 0;
    return floor_divide(y * r.stride - r.pad, r.divisor);
}

/// A step from whole tensors to a whole tensor, image by image. place_of(t) is where t lies: its
/// memory and the byte where it begins there.
struct tensor_place {
    int memory = -1;
    std::int64_t base = 0;
};

template <class PlaceOf, class Run>
void run_images(shadow_call c, const std::vector<std::int16_t>& storage, const PlaceOf& place_of,
                const Run& run) {
    const int out = c.output_tensor();
    const row_extents e = c.extents(out);
    const bool by_image = !looks_at_everything(c.n.styles[std::size_t(c.step)]);
    for (int image = 0; image < (by_image ? e.images : 1); ++image) {
        c.out.row_bytes = e.row_elements() * c.element_bytes(out);
        c.out.dense_pixel = c.pixel_bytes(out);
        c.out.columns = {0, e.width};
        c.out.count = by_image ? e.rows : e.rows * e.images;
        c.out.tensor = storage[std::size_t(out)];
        c.out.memory = place_of(out).memory;
        c.out.image = std::int64_t(image) * c.out.count * c.out.row_bytes;
        c.out.base = place_of(out).base + c.out.image;
        c.in.clear();
        c.in_slice.assign(std::size_t(c.facts().inputs), false);
        for (int i = 0; i < c.facts().inputs; ++i) {
            const int t = c.input_tensor(i);
            c.in.push_back(flat_window(c, t, place_of(t).memory, place_of(t).base,
                                       storage[std::size_t(t)], window_begin(c, t, 0), image));
        }
        run(c);
    }
}

/// What a network makes of its inputs, layer by layer, each tensor in memory of its own.
class layer_by_layer {
public:
    explicit layer_by_layer(const owned_network& n) : n_(n), storage_(storages_of(n)) {
        for (const planning::tensor_facts& t : n.tensors) machine_.memories.emplace_back(t.bytes);
        for (int t = 0; t < int(n.tensors.size()); ++t)
            if (n.tensors[std::size_t(t)].kind == tensor_kind::input) fill(t);
        for (int step = 0; step < int(n.steps.size()); ++step) run(step);
    }

    const bytes& tensor(int t) const {
        return machine_.memories[std::size_t(storage_[std::size_t(t)])].bytes;
    }
    const std::string& mistake() const { return machine_.mistake; }

private:
    void fill(int t) {
        const bytes given = input_bytes(n_, t);
        for (std::size_t i = 0; i < given.size(); ++i)
            machine_.write(t, std::int64_t(i), given[i], meaning_of(t, std::int64_t(i)));
    }

    void run(int step) {
        const auto place_of = [&](int t) -> tensor_place {
            if (n_.tensors[std::size_t(t)].kind == tensor_kind::constant) return {};
            return {storage_[std::size_t(t)], 0};
        };
        run_images({n_, step}, storage_, place_of,
                   [&](const shadow_call& c) { run_rows(machine_, c); });
    }

    const owned_network& n_;
    std::vector<std::int16_t> storage_;
    shadow_machine machine_;
};

/// A call of a task's kernel, or of what moves its rows: how many rows of its output there are
/// after it and, while it adds up, of its input. `sums_since`: the call before which its sums
/// began.
struct call_of_task {
    int segment = 0;
    int strip = 0;
    int task = 0;
    std::int32_t made = 0;
    std::int32_t added = 0;
    int sums_since = 0;
};

/// Runs a plan in arenas of just the bytes that it asks for.
class plan_runner {
public:
    plan_runner(const owned_network& n, const onnx2hpp::owned_plan& p, const io_modes& inputs,
                const io_modes& outputs)
        : n_(n), p_(p), in_(inputs), out_(outputs), storage_(storages_of(n)) {
        made_.resize(p.tasks.size());
        for (const std::int64_t bytes : p.region_bytes) machine_.memories.emplace_back(bytes);
        give_inputs();
        make_room_for_outputs();
        for (const planning::buffer_plan& b : p.buffers)
            if (b.rows < 1 && b.height > 0) machine_.fail("a buffer has no rows");
        for (const planning::segment_plan& s : p.segments) run_segment(s);
        for (int t = 0; t < int(n.tensors.size()); ++t) take_output(t);
    }

    const std::string& mistake() const { return machine_.mistake; }
    const bytes& output(int index) const { return outputs_[std::size_t(index)]; }
    /// In their order, but for those of rows in parts.
    const std::vector<call_of_task>& calls() const { return calls_; }

private:
    const planning::task_plan& task(int k) const { return p_.tasks[std::size_t(k)]; }
    const planning::buffer_plan& buffer(int b) const { return p_.buffers[std::size_t(b)]; }
    int segment_number() const {
        return int(std::find_if(p_.segments.begin(), p_.segments.end(),
                                [&](const auto& s) { return s.begin == segment_.begin; }) -
                   p_.segments.begin());
    }
    void note_call(int k, std::int32_t made, std::int32_t added, std::size_t sums_since) {
        calls_.push_back({segment_number(), strip_, k, made, added, int(sums_since)});
    }
    /// Behind the last input that is no constant, nothing is read.
    planning::row_read read(int k, int i) const {
        if (i >= task(k).reads) return {};
        return p_.reads[std::size_t(task(k).first_read + i)];
    }
    const planning::tensor_facts& facts(int t) const { return n_.tensors[std::size_t(t)]; }
    std::int32_t height(int k) const { return buffer(task(k).output).height; }

    void give_inputs() {
        const int count = n_.count(tensor_kind::input);
        received_.assign(std::size_t(count), 0);
        given_.resize(std::size_t(count));
        for (int t = 0; t < int(n_.tensors.size()); ++t)
            if (facts(t).kind == tensor_kind::input) give(t);
    }
    void give(int t) {
        const std::size_t index = std::size_t(facts(t).index);
        given_[index] = input_bytes(n_, t);
        const io mode = in_[int(index)];
        const planning::tensor_plan& where = p_.tensors[std::size_t(t)];
        machine_.memories.emplace_back(mode == io::caller ? facts(t).bytes : 0);
        if (mode == io::rows) return;
        const int memory = mode == io::caller ? first_input() + int(index) : where.region;
        const std::int64_t base = mode == io::caller ? 0 : where.offset;
        if (mode != io::caller && where.home != planning::home::arena)
            machine_.fail("an input in the workspace has no place there");
        for (std::size_t i = 0; i < given_[index].size(); ++i)
            machine_.write(memory, base + std::int64_t(i), given_[index][i],
                           meaning_of(t, std::int64_t(i)));
    }
    void make_room_for_outputs() {
        const int count = n_.count(tensor_kind::output);
        outputs_.resize(std::size_t(count));
        for (int index = 0; index < count; ++index)
            machine_.memories.emplace_back(out_[index] == io::caller ? bytes_of_output(index) : 0);
    }
    std::int64_t bytes_of_output(int index) const {
        for (const planning::tensor_facts& t : n_.tensors)
            if (t.kind == tensor_kind::output && t.index == index) return t.bytes;
        return 0;
    }
    void take_output(int t) {
        if (facts(t).kind != tensor_kind::output) return;
        const int index = facts(t).index;
        bytes& taken = outputs_[std::size_t(index)];
        const io mode = out_[index];
        if (mode == io::rows) return;
        const planning::tensor_plan& where = p_.tensors[std::size_t(t)];
        const int memory = mode == io::caller ? first_output() + index : where.region;
        for (std::int64_t i = 0; i < facts(t).bytes; ++i)
            taken.push_back(machine_.read(memory, (mode == io::caller ? 0 : where.offset) + i,
                                          meaning_of(storage_[std::size_t(t)], i)));
    }

    // Where rows are: execution/memory/memory.hpp.

    int first_input() const { return int(p_.region_bytes.size()); }
    int first_output() const { return first_input() + int(given_.size()); }
    tensor_place begin(int b) const {
        const planning::buffer_plan& where = buffer(b);
        switch (where.home) {
            case planning::home::input: return {first_input() + where.index, 0};
            case planning::home::output: return {first_output() + where.index, where.slice_offset};
            default: return {where.region, where.offset + where.slice_offset};
        }
    }
    std::int32_t slot_of(const planning::buffer_plan& b, std::int32_t y) const {
        if (b.rows == b.height || b.rows < 1) return y;
        if (b.newest > 0) return b.kept_slot(y);
        if (!bottom_up_) return y % b.rows;
        return b.rows - 1 - (b.height - 1 - y) % b.rows;
    }
    shadow_window window_of(int number, std::int32_t first) const {
        const planning::buffer_plan& b = buffer(number);
        const std::int32_t above = first < 0 ? -first : 0;
        shadow_window w{.memory = begin(number).memory,
                        .tensor = b.tensor,
                        .base = begin(number).base,
                        .offset = std::int64_t(first) * b.row_bytes,
                        .pitch = b.row_bytes,
                        .image_row = first,
                        .row_bytes = b.own_row_bytes,
                        .pixel = b.pixel_bytes};
        if (b.rows == b.height) return w;
        if (b.newest > 0) {
            w.pitch = b.newest > 1 ? b.part_bytes : b.row_bytes;
            w.offset = 0;
            w.ring = origin_of_newest(number) + b.rows * (w.pitch - b.row_bytes);
            w.wrap = b.rows;
            return w;
        }
        const std::int32_t slot = slot_of(b, first + above);
        w.offset = std::int64_t(slot - above) * b.row_bytes;
        w.ring = std::int64_t(b.rows) * b.row_bytes;
        w.wrap = above + b.rows - slot;
        return w;
    }

    // What a call of a kernel sees: execution/steps/step.hpp.

    bool sees_rows_of_buffer(const shadow_call& c, int t, const planning::buffer_plan& b) const {
        const row_extents e = c.extents(t);
        return e.images == 1 && e.rows == b.height &&
               e.row_elements() * c.element_bytes(t) == b.own_row_bytes;
    }
    shadow_window input_window(const shadow_call& c, int k, int i, std::int32_t y) const {
        const int t = c.input_tensor(i), b = read(k, i).tensor;
        const std::int32_t first = window_begin(c, t, y);
        if (b < 0) return flat_window(c, t, -1, 0, t, first);
        if (sees_rows_of_buffer(c, t, buffer(b))) return window_of(b, first);
        return flat_window(c, t, begin(b).memory, begin(b).base, storage_[std::size_t(t)], first);
    }
    shadow_rows rows_to_write(int k, std::int32_t y, std::int32_t count) const {
        const planning::buffer_plan& b = buffer(task(k).output);
        const bool is_newest = b.newest > 0 && parts_.count(k) > 0;
        const std::int64_t place =
            is_newest ? b.newest_place(y) : std::int64_t(slot_of(b, y)) * b.row_bytes;
        return {.memory = begin(task(k).output).memory,
                .tensor = b.tensor,
                .base = begin(task(k).output).base + place,
                .image_row = y,
                .count = count,
                .row_bytes = b.own_row_bytes,
                .pixel = b.pixel_bytes};
    }
    bool lies_in_slice(int k, int i) const {
        if (read(k, i).tensor < 0) return false;
        const planning::buffer_plan& in = buffer(read(k, i).tensor);
        const planning::buffer_plan& out = buffer(task(k).output);
        return in.pixel_bytes != 0 && in.home == out.home && in.region == out.region &&
               in.index == out.index && in.offset == out.offset;
    }

    /// Kernels spoil their scratch first, and find it as they left it.
    template <class Run>
    void with_scratch(int k, std::int32_t rows, const Run& run) {
        const std::int64_t needed = scratch_of(task(k).kernel, rows);
        const std::int64_t at =
            task(k).scratch_offset + task(k).scratch_bytes - room_for_scratch(k, rows);
        for (std::int64_t b = 0; b < needed; ++b)
            machine_.write(task(k).scratch_region, at + b, 0xee, working_memory_of(k));
        run();
        for (std::int64_t b = 0; b < needed; ++b)
            machine_.read(task(k).scratch_region, at + b, working_memory_of(k));
    }
    /// Scratch lies behind the sums.
    std::int64_t room_for_scratch(int k, std::int32_t rows) const {
        if (task(k).kernel.accumulator_bytes == 0) return task(k).scratch_bytes;
        return scratch_of(task(k).kernel, rows);
    }
    shadow_sums sums_of(int k) const {
        return {k, task(k).scratch_region, task(k).scratch_offset,
                task(k).kernel.accumulator_bytes};
    }

    void compute_rows(int k, std::int32_t y, std::int32_t count) {
        shadow_call c{n_, task(k).step};
        c.out = rows_to_write(k, y, count);
        c.out.dense_pixel = c.pixel_bytes(c.output_tensor());
        c.out.columns = {0, c.extents(c.output_tensor()).width};
        for (int i = 0; i < c.facts().inputs; ++i) {
            c.in.push_back(input_window(c, k, i, y));
            c.in.back().dense_pixel = c.pixel_bytes(c.input_tensor(i));
            c.in_slice.push_back(lies_in_slice(k, i));
        }
        if (segment_.strips > 1 || parts_.count(k) > 0) narrow(c, k);
        if (c.facts().op.in_order)
            run_in_order(k, c, y);
        else
            with_scratch(k, count, [&] { run_rows(machine_, c); });
    }
    /// Rows ascend, and nothing else has written the state since those before.
    void run_in_order(int k, const shadow_call& c, std::int32_t y) {
        const shadow_sums state = sums_of(k);
        if (y == 0) state.write(machine_, c.seed());
        if (y != made_[std::size_t(k)]) machine_.fail("rows are not made in order");
        state.write(machine_, run_ordered(machine_, c, state.read(machine_)));
    }

    // Strips: execution/steps/narrow_task.hpp.

    const planning::column_range& columns_made(int k) const {
        const auto part = parts_.find(k);
        return part != parts_.end() ? part->second : columns_[std::size_t(k - segment_.begin)];
    }
    /// Newest row `number` under a window that is kept.
    static std::int64_t place_of_newest(const planning::buffer_plan& b, std::int32_t number) {
        return std::int64_t(b.rows) * b.row_bytes + number * b.part_bytes;
    }
    /// Where such rows begin, in bytes of the dense row.
    std::int32_t origin_of_newest(int number) const {
        const planning::buffer_plan& b = buffer(number);
        return columns_read_.at(producer_of(number)).first * (b.own_row_bytes / b.columns);
    }
    /// Where a row of a buffer begins in this strip, in bytes of the dense row.
    std::int32_t origin_of(int number) const {
        const planning::buffer_plan& b = buffer(number);
        const int producer = producer_of(number);
        const std::int32_t dense = b.own_row_bytes / b.columns;
        const std::int32_t pixel = b.pixel_bytes ? b.pixel_bytes : dense;
        if (producer < 0 || b.row_bytes >= b.columns * pixel) return 0;
        return columns_made(producer).first * dense;
    }
    void narrow(shadow_call& c, int k) {
        c.out.columns = columns_made(k);
        c.out.origin = buffer(task(k).output).newest > 0 ? origin_of_newest(task(k).output)
                                                         : origin_of(task(k).output);
        for (int i = 0; i < c.facts().inputs; ++i) {
            const planning::row_read r = read(k, i);
            if (r.tensor < 0) continue;
            c.in[std::size_t(i)].origin = origin_of(r.tensor);
            c.in[std::size_t(i)].columns =
                planning::rows_needed(r.columns, columns_made(k), buffer(r.tensor).columns);
        }
    }
    void find_columns(int strip) {
        columns_.assign(std::size_t(segment_.size()), {});
        planning::find_columns(
            view<const planning::task_plan>{p_.tasks.data(), int(p_.tasks.size())},
            view<const planning::row_read>{p_.reads.data(), int(p_.reads.size())}, segment_.begin,
            segment_.end, segment_.strips, strip, [&](int b) { return producer_of(b); },
            [&](int b) { return buffer(b).columns; }, columns_.data());
    }

    void compute_whole(int k) {
        const shadow_call whole{n_, task(k).step};
        const auto place_of = [&](int t) -> tensor_place {
            if (t == whole.output_tensor()) return begin(task(k).output);
            for (int i = 0; i < whole.facts().inputs; ++i)
                if (whole.input_tensor(i) == t && read(k, i).tensor >= 0)
                    return begin(read(k, i).tensor);
            return {};
        };
        with_scratch(k, height(k), [&] {
            run_images(whole, storage_, place_of, [&](const shadow_call& c) {
                if (c.facts().op.contract == ops::contract::accumulate)
                    sum_image(k, c);
                else
                    run_rows(machine_, c);
            });
        });
    }
    void sum_image(int k, const shadow_call& c) {
        const shadow_sums sums = sums_of(k);
        sums.write(machine_, 0);
        add_rows(machine_, c, sums, c.extents(c.input_tensor(0)).rows, c.in[0].row_bytes);
        write_sum(machine_, c, sums.read(machine_));
    }

    void transfer_row(int k, std::int32_t y) {
        const planning::buffer_plan& out = buffer(task(k).output);
        const shadow_rows to = rows_to_write(k, y, 1);
        if (task(k).does == planning::action::receive) {
            std::int32_t& next = received_[std::size_t(out.index)];
            if (y != next++) machine_.fail("rows are not received in order");
            for (std::int32_t b = 0; b < out.own_row_bytes; ++b)
                machine_.write(to.memory, to.place(b),
                               given_[std::size_t(out.index)]
                                     [std::size_t(std::int64_t(y) * out.own_row_bytes + b)],
                               to.meaning_at(b));
            return;
        }
        shadow_window from = window_of(read(k, 0).tensor, y);
        shadow_rows into = to;
        planning::column_range moved{0, from.row_bytes};
        if (segment_.strips > 1) {
            const std::int32_t pixel = out.own_row_bytes / out.columns;
            moved = {columns_made(k).first * pixel, columns_made(k).last * pixel};
            from.origin = origin_of(read(k, 0).tensor);
            into.origin = origin_of(task(k).output);
        }
        for (std::int32_t b = moved.first; b < moved.last; ++b) {
            const std::uint8_t byte = from.read(machine_, 0, b);
            if (task(k).does == planning::action::send)
                outputs_[std::size_t(out.index)].push_back(byte);
            else
                machine_.write(into.memory, into.place(b), byte, into.meaning_at(b));
        }
    }

    void compute(int k, std::int32_t q, std::int32_t count) {
        const std::int32_t y = bottom_up_ ? height(k) - q - count : q;
        note_call(k, q + count, 0, calls_.size());
        if (task(k).does != planning::action::compute)
            for (std::int32_t row = y; row < y + count; ++row) transfer_row(k, row);
        else if (task(k).whole)
            compute_whole(k);
        else
            compute_rows(k, y, count);
    }

    // Who pulls whom: execution/steps/pull.hpp.

    int producer_of(int b) const {
        for (int k = segment_.begin; k < segment_.end; ++k)
            if (task(k).output == b) return k;
        return -1;
    }
    void need(int k, std::int32_t rows) {
        while (made_[std::size_t(k)] < rows) {
            if (task(k).contract == ops::contract::accumulate && !task(k).whole)
                add_up(k);
            else
                make_rows(k);
        }
    }
    void need_input(int k, int i, std::int32_t until) {
        const planning::row_read r = read(k, i);
        const int producer = r.tensor < 0 ? -1 : producer_of(r.tensor);
        if (producer < 0) return;
        need(producer, planning::rows_until(rate_of(k, i, producer), until - 1, height(producer)));
    }
    void make_rows(int k) {
        const std::int32_t q = made_[std::size_t(k)], rows = height(k), tile = task(k).tile;
        const std::int32_t count = rows - q > tile ? tile : rows - q;
        pull(k, q + count);
        if (parts_read(k) > 1)
            make_parts(k, q);
        else
            compute(k, q, count);
        made_[std::size_t(k)] = q + count;
    }

    /// The task that makes input i in parts, or -1.
    int producer_in_parts(int k, int i) const {
        const int producer = read(k, i).tensor < 0 ? -1 : producer_of(read(k, i).tensor);
        return producer >= 0 && task(producer).parts > 1 ? producer : -1;
    }
    int parts_read(int k) const {
        int parts = 1;
        for (int i = 0; i < task(k).reads; ++i)
            if (const int producer = producer_in_parts(k, i); producer >= 0)
                parts = task(producer).parts;
        return parts;
    }
    void pull(int k, std::int32_t until) {
        for (int i = 0; i < task(k).reads; ++i)
            if (producer_in_parts(k, i) < 0) need_input(k, i, until);
        for (int i = 0; i < task(k).reads; ++i)
            if (const int producer = producer_in_parts(k, i); producer >= 0) {
                const planning::row_rate rate = rate_of(k, i, producer);
                const std::int32_t behind = planning::rows_until(rate, until - 1, height(producer));
                if (is_kept(producer)) {
                    need(producer, planning::rows_before_newest(
                                       rate, until - 1, buffer(task(producer).output).newest,
                                       height(producer)));
                    made_[std::size_t(producer)] = behind;
                }
                pull(producer, behind);
            }
    }
    bool is_kept(int producer) const { return buffer(task(producer).output).newest > 0; }
    planning::row_rate rate_of(int k, int i, int producer) const {
        const planning::row_rate rate = read(k, i).rate;
        return bottom_up_ ? planning::mirrored(rate, height(producer), height(k)) : rate;
    }
    void make_parts(int k, std::int32_t q) {
        const std::int32_t columns = buffer(task(k).output).columns;
        for (int part = 0; part < parts_read(k); ++part) {
            parts_[k] = planning::strip_of(columns, parts_read(k), part);
            make_part(k, bottom_up_ ? height(k) - 1 - q : q);
        }
        for (const auto& [producer, columns] : columns_read_)
            keep_window(producer, columns, columns.last);
        parts_.clear();
        columns_read_.clear();
    }
    /// Image row y.
    void make_part(int k, std::int32_t y) {
        for (int i = 0; i < task(k).reads; ++i) {
            const int producer = producer_in_parts(k, i);
            if (producer < 0) continue;
            const planning::row_read r = read(k, i);
            const planning::column_range columns =
                planning::rows_needed(r.columns, parts_[k], buffer(r.tensor).columns);
            if (is_kept(producer)) {
                make_newest(producer, r.rate, columns, y);
                continue;
            }
            parts_[producer] = columns;
            const planning::row_range rows =
                planning::rows_needed(r.rate, {y, y + 1}, height(producer));
            for (std::int32_t row = rows.first; row < rows.last; ++row) make_part(producer, row);
        }
        compute_rows(k, y, 1);
    }
    /// The columns that the part before left wait already, but where they wait is the next part's
    /// first column's place now, and the others' are those of older rows.
    void make_newest(int producer, const planning::row_rate& rate, planning::column_range columns,
                     std::int32_t y) {
        const planning::column_range before = columns_read_[producer];
        keep_window(producer, before, columns.first < before.last ? columns.first : before.last);
        columns_read_[producer] = columns;
        if (columns.first < before.last) columns.first = before.last;
        parts_[producer] = columns;
        const std::int32_t until = planning::rows_until(rate, y, height(producer));
        for (std::int32_t row = planning::rows_before_newest(
                 rate, y, buffer(task(producer).output).newest, height(producer));
             row < until && columns.count() > 0; ++row)
            compute_rows(producer, row, 1);
    }
    void keep_window(int producer, const planning::column_range& read, std::int32_t done) {
        const planning::buffer_plan& b = buffer(task(producer).output);
        const std::int64_t pixel = b.own_row_bytes / b.columns, begin = read.first * pixel;
        const std::int64_t bytes = (done - read.first) * pixel;
        for (std::int32_t from = b.stride; from < b.rows + b.newest; ++from)
            move(producer,
                 from < b.rows ? from * b.row_bytes + begin : place_of_newest(b, from - b.rows),
                 (from - b.stride) * b.row_bytes + begin, bytes);
        for (std::int32_t k = 0; k < b.newest; ++k)
            move(producer, place_of_newest(b, k) + bytes, place_of_newest(b, k),
                 (read.last - done) * pixel);
    }
    void move(int producer, std::int64_t from, std::int64_t to, std::int64_t bytes) {
        const tensor_place at = begin(task(producer).output);
        for (std::int64_t b = 0; b < bytes; ++b)
            machine_.move(at.memory, at.base + from + b, at.base + to + b);
    }
    void add_up(int k) {
        const int b = read(k, 0).tensor, producer = producer_of(b);
        const std::int32_t rows = buffer(b).height;
        shadow_call c{n_, task(k).step};
        const shadow_sums sums = sums_of(k);
        const std::size_t first_call = calls_.size();
        sums.write(machine_, 0);
        for (std::int32_t row = 0; row < rows;) {
            std::int32_t until = rows;
            if (producer >= 0) {
                need(producer, row + 1);
                until = made_[std::size_t(producer)];
            }
            note_call(k, 0, until, first_call);
            c.in.assign(1, window_of(b, bottom_up_ ? rows - until : row));
            add_rows(machine_, c, sums, until - row, bytes_added(c, k));
            row = until;
        }
        note_call(k, 1, rows, first_call);
        c.out = rows_to_write(k, 0, 1);
        c.out.dense_pixel = c.pixel_bytes(c.output_tensor());
        c.out.columns = {0, 1};
        write_sum(machine_, c, sums.read(machine_));
        made_[std::size_t(k)] = 1;
    }
    /// A kernel knows the rows of its own tensor, or that this comes in pieces.
    std::int32_t bytes_added(const shadow_call& c, int k) const {
        const int t = c.input_tensor(0);
        if (task(k).vector_rows > 0) return std::int32_t(facts(t).bytes / task(k).vector_rows);
        return c.extents(t).row_elements() * c.element_bytes(t);
    }

    void keep_pace(std::int32_t made) {
        const std::int32_t rows = height(segment_.end - 1);
        for (int k = segment_.begin; k < segment_.end - 1; ++k)
            if (buffer(task(k).output).alive_after)
                need(k, std::int32_t((std::int64_t(made) * height(k) + rows - 1) / rows));
    }
    void run_segment(const planning::segment_plan& s) {
        segment_ = s;
        bottom_up_ = s.bottom_up;
        for (int strip = 0; strip < s.strips; ++strip) {
            strip_ = strip;
            find_columns(strip);
            for (int k = s.begin; k < s.end; ++k) made_[std::size_t(k)] = 0;
            run_strip();
        }
    }
    void run_strip() {
        const int last = segment_.end - 1;
        for (std::int32_t q = 0; q < height(last);) {
            q = height(last) - q > task(last).tile ? q + task(last).tile : height(last);
            keep_pace(q);
            need(last, q);
        }
    }

    const owned_network& n_;
    const onnx2hpp::owned_plan& p_;
    io_modes in_, out_;
    std::vector<std::int16_t> storage_;
    shadow_machine machine_;
    std::vector<bytes> given_, outputs_;
    std::vector<std::int32_t> made_, received_;
    std::vector<planning::column_range> columns_;
    std::map<int, planning::column_range> parts_, columns_read_;
    planning::segment_tasks segment_{};
    bool bottom_up_ = false;
    int strip_ = 0;
    std::vector<call_of_task> calls_;
};

/// What is wrong when a plan for such a target runs, or nothing. `wanted` is of the same network.
inline std::string mistake_of(const owned_network& n, const onnx2hpp::owned_plan& p,
                              const target& like, const layer_by_layer& wanted) {
    const plan_runner run(n, p, like.input, like.output);
    if (!run.mistake().empty()) return run.mistake();
    for (int t = 0; t < int(n.tensors.size()); ++t) {
        const planning::tensor_facts& facts = n.tensors[std::size_t(t)];
        if (facts.kind == tensor_kind::output && run.output(facts.index) != wanted.tensor(t))
            return "tensor " + std::to_string(t) + " differs";
    }
    return {};
}

}  // namespace tigris::test
