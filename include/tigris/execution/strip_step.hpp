// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Computes a row of one task in one strip of a segment (planning/strips.hpp): the same kernels,
// with records of narrower layers.

#include <tigris/execution/step.hpp>
#include <tigris/planning/strips.hpp>

namespace tigris::execution {

/// The columns that each task of a segment makes in a strip.
template <class Memory, int Segment, int Strip>
struct strip_columns {
    static constexpr planning::segment_plan plan = Memory::plan.segments[Segment];

    planning::column_range made[plan.size()]{};

    constexpr strip_columns() {
        planning::find_columns(
            Memory::plan.tasks,
            view<const planning::row_read>{Memory::plan.reads, Memory::plan.read_count}, plan.begin,
            plan.end, plan.strips, Strip, maker_in_segment<Memory, Segment>,
            [](int buffer) { return Memory::plan.buffers[buffer].columns; }, made);
    }
};

template <class Memory, int Segment, int Strip>
inline constexpr strip_columns<Memory, Segment, Strip> columns_of{};

/// A task in a strip.
template <class M, int Segment, int Strip, int T>
struct strip_task {
    using memory = M;
    static constexpr int task = T;
    static constexpr auto& columns = columns_of<M, Segment, Strip>;
    static constexpr planning::task_plan plan = M::plan.tasks[T];
    static constexpr planning::column_range made = columns.made[T - columns.plan.begin];

    /// Columns of input I that it reads.
    static constexpr planning::column_range needed(int i) {
        const planning::row_read read = M::plan.reads[plan.first_read + i];
        return planning::columns_needed(read.columns, made, M::plan.buffers[read.tensor].columns);
    }
    /// Bytes from where a row of a buffer begins, in this strip, to column `at`. Where rows have no
    /// room for all columns, the first is that of the strip.
    static constexpr int32_t bytes_to(int buffer, int32_t at) {
        const planning::buffer_plan& b = M::plan.buffers[buffer];
        const int32_t pixel = b.pixel_bytes ? b.pixel_bytes : b.own_row_bytes / b.columns;
        const int maker = maker_in_segment<M, Segment>(buffer);
        const bool is_narrow = maker >= 0 && b.row_bytes < b.columns * pixel;
        const int32_t origin = is_narrow ? columns.made[maker - columns.plan.begin].first : 0;
        return (at - origin) * pixel;
    }
};

/// The tensors of a step, as wide as its strip.
template <int Inputs>
struct narrow_tensors {
    tensor items[Inputs + 1]{};
    int16_t edges[Inputs + 1]{};

    constexpr operands all() const {
        return {{items, Inputs + 1}, edges, edges + Inputs, Inputs, 1};
    }
};

constexpr void set_width(shape& dims, int32_t width) {
    if (dims.rank == 4 && dims[2] != 1) dims.extent[2] = width;
}

template <class Strip>
constexpr auto make_narrow_tensors() {
    using session = typename Strip::memory::session;
    constexpr int step = Strip::plan.step;
    constexpr operands full = session::tensors_of(step);
    narrow_tensors<full.inputs> narrow{};
    for (int i = 0; i < full.inputs; ++i) {
        narrow.edges[i] = int16_t(full.has_input(i) ? i : -1);
        if (!full.has_input(i)) continue;
        narrow.items[i] = full.input(i);
        if (full.input(i).kind != tensor_kind::constant)
            set_width(narrow.items[i].dims, Strip::needed(i).count());
    }
    narrow.edges[full.inputs] = int16_t(full.inputs);
    narrow.items[full.inputs] = full.output();
    set_width(narrow.items[full.inputs].dims, Strip::made.count());
    return narrow;
}

/// The operator, with the padding that is left of the strip.
template <class Strip>
constexpr auto make_narrow_op() {
    using session = typename Strip::memory::session;
    auto op = ops::attributes_of<session::Model, Strip::plan.step>();
    if constexpr (requires { op.window; })
        op.window.pad_left = int16_t(op.window.pad_left + Strip::needed(0).first -
                                     Strip::made.first * op.window.stride_w);
    return op;
}

template <class Strip>
inline constexpr auto narrow_tensors_of = make_narrow_tensors<Strip>();

/// The record of a step in a strip.
template <class Strip>
inline constexpr auto narrow_layer = make_layer<typename Strip::memory::session, Strip::plan.step>(
    make_narrow_op<Strip>(), narrow_tensors_of<Strip>.all());

template <class Strip, int I>
[[gnu::always_inline]] inline auto narrow_window(const typename Strip::memory& memory, int32_t y) {
    using session = typename Strip::memory::session;
    constexpr int step = Strip::plan.step;
    auto window = input_window<Strip::task, I, false>(memory, y);
    if constexpr (!is_constant_input<session, step, I>()) {
        constexpr int32_t bytes = Strip::bytes_to(
            read_buffer<typename Strip::memory, Strip::task, I>, Strip::needed(I).first);
        window.base += bytes / int32_t(sizeof(input_element<session, step, I>));
    }
    return window;
}

template <class Strip>
[[gnu::always_inline]] inline void compute_in_strip(const typename Strip::memory& memory,
                                                    int32_t y) {
    using memory_type = typename Strip::memory;
    using session = typename memory_type::session;
    constexpr planning::task_plan t = Strip::plan;
    constexpr int32_t place = Strip::bytes_to(t.output, Strip::made.first);
    unsigned char* out = row_to_write<t.output, false>(memory, y) + place;
    if constexpr (t.does == planning::action::compute) {
        [&]<int... I>(index_sequence<I...>) __attribute__((always_inline)) {
            call_rows<session, t.step, key_of_task<memory_type, Strip::task>()>(
                narrow_layer<Strip>,
                static_cast<output_element<session, t.step>*>(static_cast<void*>(out)), y, 1,
                narrow_window<Strip, I>(memory, y)...);
        }
        (data_inputs<session, t.step>);
    } else {
        constexpr int read = read_buffer<memory_type, Strip::task, 0>;
        constexpr planning::buffer_plan b = memory_type::plan.buffers[read];
        constexpr int32_t from = Strip::bytes_to(read, Strip::made.first);
        __builtin_memcpy(out, row_to_read<read, false>(memory, y) + from,
                         size_t(Strip::made.count() * (b.own_row_bytes / b.columns)));
    }
}

}  // namespace tigris::execution
