// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Computes some columns of a row of one task: those of a strip of the segment (planning/strips.hpp)
// or those that pass to its reader at once (planning/parts.hpp). The same kernels, with records of
// narrower layers.

#include <tigris/execution/step.hpp>
#include <tigris/planning/parts.hpp>
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
            plan.end, plan.strips, Strip, producer_in_segment<Memory, Segment>,
            [](int buffer) { return Memory::plan.buffers[buffer].columns; }, made);
    }
};

template <class Memory, int Segment, int Strip>
inline constexpr strip_columns<Memory, Segment, Strip> columns_of{};

/// A task that makes some columns of a row. `Made` says which columns of a task's output are made
/// at once, and which are read: made_by(task), read_of(task).
template <class M, int Segment, class Made, bool BottomUp, int T>
struct narrow_task {
    using memory = M;
    static constexpr int task = T;
    static constexpr bool bottom_up = BottomUp;
    static constexpr planning::task_plan plan = M::plan.tasks[T];
    static constexpr planning::column_range made = Made::made_by(T), read = Made::read_of(T);

    /// Columns of input Index that it reads.
    static constexpr planning::column_range needed(int i) {
        const planning::row_read read = M::plan.reads[plan.first_read + i];
        return planning::rows_needed(read.columns, made, M::plan.buffers[read.tensor].columns);
    }
    /// Bytes from where a row of a buffer begins to column `at`. Where rows have no room for all
    /// columns, the first is that of what is made at once.
    static constexpr int32_t bytes_to(int buffer, int32_t at) {
        const planning::buffer_plan& b = M::plan.buffers[buffer];
        const int32_t pixel = b.pixel_bytes ? b.pixel_bytes : b.own_row_bytes / b.columns;
        const int producer = producer_in_segment<M, Segment>(buffer);
        const bool is_narrow = producer >= 0 && b.row_bytes < b.columns * pixel;
        return (at - (is_narrow ? Made::made_by(producer).first : 0)) * pixel;
    }
};

/// The columns of a strip.
template <class Memory, int Segment, int Strip>
struct made_in_strip {
    static constexpr planning::column_range made_by(int task) {
        constexpr auto& columns = columns_of<Memory, Segment, Strip>;
        return columns.made[task - columns.plan.begin];
    }
    static constexpr planning::column_range read_of(int task) { return made_by(task); }
};
template <class Memory, int Segment, int Strip, int Task>
using strip_task = narrow_task<Memory, Segment, made_in_strip<Memory, Segment, Strip>, false, Task>;

/// The columns of part Part of Parts.
template <class Memory, int Parts, int Part>
struct made_in_part {
    /// Less those that the part before left under a window that is kept.
    static constexpr planning::column_range made_by(int task) {
        planning::column_range made = read_of(task);
        if constexpr (Part > 0)
            if (Memory::plan.buffers[Memory::plan.tasks[task].output].newest > 0) {
                const int32_t before = made_in_part<Memory, Parts, Part - 1>::read_of(task).last;
                if (made.first < before) made.first = before;
            }
        return made;
    }
    /// What the reader reads of what a task makes.
    static constexpr planning::column_range read_of(int task) {
        return planning::columns_in_part(
            Memory::plan.tasks,
            view<const planning::row_read>{Memory::plan.reads, Memory::plan.read_count}, task,
            Parts, Part, [](int producer) { return Memory::plan.tasks[producer].parts > 1; },
            [](int buffer) { return Memory::plan.buffers[buffer].columns; });
    }
    /// Behind those of them that the next part does not read.
    static constexpr int32_t done_with(int task) {
        const planning::column_range here = read_of(task);
        if constexpr (Part + 1 < Parts) {
            const int32_t next = made_in_part<Memory, Parts, Part + 1>::read_of(task).first;
            return next < here.last ? next : here.last;
        } else {
            return here.last;
        }
    }
};

/// The tensors of a step, as wide as what is made of them at once.
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

template <class Narrow>
constexpr auto make_narrow_tensors() {
    using session = typename Narrow::memory::session;
    constexpr int step = Narrow::plan.step;
    constexpr operands full = session::tensors_of(step);
    narrow_tensors<full.inputs> narrow{};
    for (int i = 0; i < full.inputs; ++i) {
        narrow.edges[i] = int16_t(full.has_input(i) ? i : -1);
        if (!full.has_input(i)) continue;
        narrow.items[i] = full.input(i);
        if (full.input(i).kind != tensor_kind::constant)
            set_width(narrow.items[i].dims, Narrow::needed(i).count());
    }
    narrow.edges[full.inputs] = int16_t(full.inputs);
    narrow.items[full.inputs] = full.output();
    set_width(narrow.items[full.inputs].dims, Narrow::made.count());
    return narrow;
}

/// The operator, with the padding that is left of its columns.
template <class Narrow>
constexpr auto make_narrow_op() {
    using session = typename Narrow::memory::session;
    auto op = ops::attributes_of<session::Model, Narrow::plan.step>();
    if constexpr (requires { op.window; })
        op.window.pad_left = int16_t(op.window.pad_left + Narrow::needed(0).first -
                                     Narrow::made.first * op.window.stride_w);
    return op;
}

template <class Narrow>
inline constexpr auto narrow_tensors_of = make_narrow_tensors<Narrow>();

/// The record of a step that makes so many columns.
template <class Narrow>
inline constexpr auto narrow_layer =
    make_layer<typename Narrow::memory::session, Narrow::plan.step>(
        make_narrow_op<Narrow>(), narrow_tensors_of<Narrow>.all());

/// Whether input Index lies under windows that are kept.
template <class Memory, int Task, int Index>
constexpr bool reads_kept() {
    constexpr int buffer = read_buffer<Memory, Task, Index>;
    if constexpr (buffer >= 0)
        return Memory::plan.buffers[buffer].newest > 0;
    else
        return false;
}

template <class Narrow, int Index>
[[gnu::always_inline]] inline auto narrow_window(const typename Narrow::memory& memory, int32_t y) {
    using memory_type = typename Narrow::memory;
    using session = typename memory_type::session;
    constexpr int step = Narrow::plan.step;
    if constexpr (is_constant_input<session, step, Index>()) {
        return input_window<Narrow::task, Index, Narrow::bottom_up>(memory, y);
    } else {
        using element = input_element<session, step, Index>;
        constexpr int buffer = read_buffer<memory_type, Narrow::task, Index>;
        constexpr int32_t bytes = Narrow::bytes_to(buffer, Narrow::needed(Index).first);
        if constexpr (reads_kept<memory_type, Narrow::task, Index>()) {
            constexpr planning::row_rate rate =
                memory_type::plan.reads[Narrow::plan.first_read + Index].rate;
            return kept_window_of<element, buffer>(memory, y * rate.stride + rate.first, bytes);
        } else {
            auto window = input_window<Narrow::task, Index, Narrow::bottom_up>(memory, y);
            window.base += bytes / int32_t(sizeof(element));
            return window;
        }
    }
}

/// Where the columns of row y go.
template <class Narrow>
[[gnu::always_inline]] inline unsigned char* narrow_output(const typename Narrow::memory& memory,
                                                           int32_t y) {
    using memory_type = typename Narrow::memory;
    constexpr int16_t made = Narrow::plan.output;
    constexpr planning::buffer_plan b = memory_type::plan.buffers[made];
    if constexpr (b.newest > 0)
        return newest_row<made>(memory, y) +
               (Narrow::made.first - Narrow::read.first) * (b.own_row_bytes / b.columns);
    else
        return row_to_write<made, Narrow::bottom_up>(memory, y) +
               Narrow::bytes_to(made, Narrow::made.first);
}

/// The columns of row y.
template <class Narrow>
[[gnu::always_inline]] inline void compute_columns(const typename Narrow::memory& memory,
                                                   int32_t y) {
    using memory_type = typename Narrow::memory;
    using session = typename memory_type::session;
    constexpr planning::task_plan t = Narrow::plan;
    unsigned char* out = narrow_output<Narrow>(memory, y);
    if constexpr (t.does == planning::action::compute) {
        constexpr auto Key = key_of_task<memory_type, Narrow::task>();
        [&]<int... Index>(index_sequence<Index...>) __attribute__((always_inline)) {
            const whole_memory<memory_type, Narrow::task> own{memory};
            call_rows<session, t.step, Key>(
                tag_of_task<session, t.step, Key>(own),
                record_of_task<session, t.step, Key, narrow_layer<Narrow>>(own),
                static_cast<output_element<session, t.step>*>(static_cast<void*>(out)), y, 1,
                narrow_window<Narrow, Index>(memory, y)...);
        }
        (data_inputs<session, t.step>);
    } else {
        constexpr int read = read_buffer<memory_type, Narrow::task, 0>;
        constexpr planning::buffer_plan b = memory_type::plan.buffers[read];
        constexpr int32_t from = Narrow::bytes_to(read, Narrow::made.first);
        __builtin_memcpy(out, row_to_read<read, Narrow::bottom_up>(memory, y) + from,
                         size_t(Narrow::made.count() * (b.own_row_bytes / b.columns)));
    }
}

}  // namespace tigris::execution
