// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Computes some columns of a row of one task: those of a strip of the segment
// (planning/strips.hpp), or those of a part that passes to its reader (planning/parts.hpp). The
// kernels are the same, with records of narrower layers.

#include <tigris/execution/step.hpp>
#include <tigris/planning/parts.hpp>
#include <tigris/planning/strips.hpp>

namespace tigris::execution {

/// The columns that each task of a segment makes in each strip.
template <class Memory, int Segment>
struct strip_columns {
    static constexpr const planning::segment_plan& plan = Memory::plan.segments[Segment];

    planning::column_range made[plan.strips][plan.size()]{};

    constexpr strip_columns() {
        for (int strip = 0; strip < plan.strips; ++strip)
            planning::find_columns(
                Memory::plan.tasks,
                view<const planning::row_read>{Memory::plan.reads, Memory::plan.read_count},
                plan.begin, plan.end, plan.strips, strip, producer_in_segment<Memory, Segment>,
                [](int buffer) { return Memory::plan.buffers[buffer].columns; }, made[strip]);
    }
};

template <class Memory, int Segment>
inline constexpr strip_columns<Memory, Segment> columns_of{};

/// A task that makes some columns of a row at a time, in `times` strips or parts. `Made` has two
/// functions for strip or part n. made_by(task, n) are the columns of the output that the task
/// makes. read_of(task, n) are the columns that its reader reads. n is an argument of the run, so
/// that all of them share an instance.
template <class M, int Segment, class Made, bool BottomUp, int T>
struct narrow_task {
    using memory = M;
    static constexpr int task = T;
    static constexpr bool bottom_up = BottomUp;
    static constexpr int times = Made::times;
    static constexpr const planning::task_plan& plan = M::plan.tasks[T];
    static constexpr int step = plan.step;
    static constexpr planning::column_range made(int n) { return Made::made_by(T, n); }
    static constexpr planning::column_range read(int n) { return Made::read_of(T, n); }

    /// Columns of input i that strip or part n reads.
    static constexpr planning::column_range needed(int i, int n) {
        const planning::row_read read = M::plan.reads[plan.first_read + i];
        return planning::rows_needed(read.columns, made(n), M::plan.buffers[read.tensor].columns);
    }
    /// Bytes from the start of a row of a buffer to column `at`. If a row has no room for all
    /// columns, it begins with the first column of strip or part n.
    static constexpr int32_t bytes_to(int buffer, int32_t at, int n) {
        const planning::buffer_plan& b = M::plan.buffers[buffer];
        const int32_t pixel = b.pixel_bytes ? b.pixel_bytes : b.own_row_bytes / b.columns;
        const int producer = producer_in_segment<M, Segment>(buffer);
        const bool is_narrow = producer >= 0 && b.row_bytes < b.columns * pixel;
        return (at - (is_narrow ? Made::made_by(producer, n).first : 0)) * pixel;
    }
};

/// The columns of strips.
template <class Memory, int Segment>
struct made_in_strips {
    static constexpr auto& columns = columns_of<Memory, Segment>;
    static constexpr int times = columns.plan.strips;

    static constexpr planning::column_range made_by(int task, int strip) {
        return columns.made[strip][task - columns.plan.begin];
    }
    static constexpr planning::column_range read_of(int task, int strip) {
        return made_by(task, strip);
    }
};
template <class Memory, int Segment, int Task>
using strip_task = narrow_task<Memory, Segment, made_in_strips<Memory, Segment>, false, Task>;

/// The columns of parts.
template <class Memory, int Parts>
struct made_in_parts {
    static constexpr int times = Parts;

    /// Columns that a task makes in a part. Columns that the part before left under a kept window
    /// are not among them.
    static constexpr planning::column_range made_by(int task, int part) {
        planning::column_range made = read_of(task, part);
        if (part == 0 || Memory::plan.buffers[Memory::plan.tasks[task].output].newest == 0)
            return made;
        const int32_t before = read_of(task, part - 1).last;
        if (made.first < before) made.first = before;
        return made;
    }
    /// Columns of the output of a task that its reader reads in a part.
    static constexpr planning::column_range read_of(int task, int part) {
        return planning::columns_in_part(
            Memory::plan.tasks,
            view<const planning::row_read>{Memory::plan.reads, Memory::plan.read_count}, task,
            Parts, part, [](int producer) { return Memory::plan.tasks[producer].parts > 1; },
            [](int buffer) { return Memory::plan.buffers[buffer].columns; });
    }
    /// The end of the columns of a part that the next part does not read.
    static constexpr int32_t done_with(int task, int part) {
        const planning::column_range here = read_of(task, part);
        if (part + 1 == Parts) return here.last;
        const int32_t next = read_of(task, part + 1).first;
        return next < here.last ? next : here.last;
    }
};

/// The tensors of a step, as wide as one strip or part.
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
constexpr auto make_narrow_tensors(int n) {
    using session = typename Narrow::memory::session;
    constexpr int step = Narrow::step;
    constexpr operands full = session::tensors_of(step);
    narrow_tensors<full.inputs> narrow{};
    for (int i = 0; i < full.inputs; ++i) {
        narrow.edges[i] = int16_t(full.has_input(i) ? i : -1);
        if (!full.has_input(i)) continue;
        narrow.items[i] = full.input(i);
        if (full.input(i).kind != tensor_kind::constant)
            set_width(narrow.items[i].dims, Narrow::needed(i, n).count());
    }
    narrow.edges[full.inputs] = int16_t(full.inputs);
    narrow.items[full.inputs] = full.output();
    set_width(narrow.items[full.inputs].dims, Narrow::made(n).count());
    return narrow;
}

/// The operator, with the padding that is left of the columns of strip or part n.
template <class Narrow>
constexpr auto make_narrow_op(int n) {
    using session = typename Narrow::memory::session;
    auto op = ops::attributes_of<session::Model, Narrow::step>();
    if constexpr (requires { op.window; })
        op.window.pad_left = int16_t(op.window.pad_left + Narrow::needed(0, n).first -
                                     Narrow::made(n).first * op.window.stride_w);
    return op;
}

/// The record of a step that makes the columns of strip or part n.
template <class Narrow>
constexpr auto make_narrow_layer(int n) {
    const auto tensors = make_narrow_tensors<Narrow>(n);
    return make_layer<typename Narrow::memory::session, Narrow::step>(make_narrow_op<Narrow>(n),
                                                                      tensors.all());
}

template <class Record, int Times>
struct record_list {
    Record of[Times];
};

/// The records make(n) for each strip or part n.
template <class Narrow, class Make>
constexpr auto list_records(const Make& make) {
    return [&]<int... N>(index_sequence<N...>) {
        return record_list<decltype(make(0)), Narrow::times>{{make(N)...}};
    }
    (make_index_sequence<Narrow::times>{});
}

template <class Narrow>
inline constexpr auto narrow_layers = list_records<Narrow>(make_narrow_layer<Narrow>);

/// narrow_layers without prepared constants, then without constants that are found in a run.
template <class Narrow, auto Key>
inline constexpr auto rest_of_narrow_layers = list_records<Narrow>([](int n) {
    return without_prepared<Key>(tag_of_step<typename Narrow::memory::session, Narrow::step>{},
                                 narrow_layers<Narrow>.of[n]);
});
template <class Narrow>
inline constexpr auto narrow_layers_without_constants = list_records<Narrow>([](int n) {
    return with_constants<typename Narrow::memory::session, Narrow::step>(
        narrow_layers<Narrow>.of[n], no_constants{});
});

/// The record that the call for strip or part n of a row reads.
template <class Narrow, auto Key, class Memory>
[[gnu::always_inline]] constexpr decltype(auto) narrow_record(const Memory& memory, int n) {
    using session = typename Narrow::memory::session;
    if constexpr (has_own_prepared<session, Narrow::step, Key>)
        return *&rest_of_narrow_layers<Narrow, Key>.of[n];
    else if constexpr (finds_constants<session, Narrow::step, Memory>)
        return with_constants<session, Narrow::step>(narrow_layers_without_constants<Narrow>.of[n],
                                                     memory.constants());
    else
        return *&narrow_layers<Narrow>.of[n];
}

/// A number for each strip or part: its columns, or the bytes from the start of a row to its first
/// column.
template <int Times>
struct columns_each_time {
    int32_t of[Times]{};
};

template <class Narrow>
constexpr auto find_output_offsets() {
    constexpr int16_t buffer = Narrow::plan.output;
    constexpr const planning::buffer_plan& b = Narrow::memory::plan.buffers[buffer];
    columns_each_time<Narrow::times> offsets{};
    for (int n = 0; n < Narrow::times; ++n) {
        const int32_t first = Narrow::made(n).first;
        offsets.of[n] = b.newest > 0
                            ? (first - Narrow::read(n).first) * (b.own_row_bytes / b.columns)
                            : Narrow::bytes_to(buffer, first, n);
    }
    return offsets;
}
template <class Narrow>
inline constexpr auto output_offsets = find_output_offsets<Narrow>();

template <class Narrow, int Index>
constexpr auto find_input_offsets() {
    constexpr int buffer = read_buffer<typename Narrow::memory, Narrow::task, Index>;
    columns_each_time<Narrow::times> offsets{};
    for (int n = 0; n < Narrow::times; ++n)
        offsets.of[n] = Narrow::bytes_to(buffer, Narrow::needed(Index, n).first, n);
    return offsets;
}
template <class Narrow, int Index>
inline constexpr auto input_offsets = find_input_offsets<Narrow, Index>();

/// Whether input Index is read through kept windows.
template <class Memory, int Task, int Index>
constexpr bool reads_kept() {
    constexpr int buffer = read_buffer<Memory, Task, Index>;
    if constexpr (buffer >= 0)
        return Memory::plan.buffers[buffer].newest > 0;
    else
        return false;
}

template <class Narrow, int Index>
[[gnu::always_inline]] inline auto narrow_window(const typename Narrow::memory& memory, int32_t y,
                                                 int n) {
    using memory_type = typename Narrow::memory;
    using session = typename memory_type::session;
    constexpr int step = Narrow::step;
    if constexpr (is_constant_input<session, step, Index>()) {
        return input_window<Narrow::task, Index, Narrow::bottom_up>(memory, y);
    } else {
        using element = input_element<session, step, Index>;
        constexpr int buffer = read_buffer<memory_type, Narrow::task, Index>;
        const int32_t bytes = input_offsets<Narrow, Index>.of[n];
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

/// The address of the columns of output row y that strip or part n makes.
template <class Narrow>
[[gnu::always_inline]] inline unsigned char* narrow_output(const typename Narrow::memory& memory,
                                                           int32_t y, int n) {
    constexpr int16_t made = Narrow::plan.output;
    if constexpr (Narrow::memory::plan.buffers[made].newest > 0)
        return newest_row<made>(memory, y) + output_offsets<Narrow>.of[n];
    else
        return row_to_write<made, Narrow::bottom_up>(memory, y) + output_offsets<Narrow>.of[n];
}

template <class Narrow>
constexpr auto count_columns() {
    columns_each_time<Narrow::times> counts{};
    for (int n = 0; n < Narrow::times; ++n) counts.of[n] = Narrow::made(n).count();
    return counts;
}
template <class Narrow>
inline constexpr auto column_counts = count_columns<Narrow>();

/// Computes the columns of row y that strip or part n makes.
template <class Narrow>
[[gnu::always_inline]] inline void compute_columns(const typename Narrow::memory& memory, int32_t y,
                                                   int n) {
    using memory_type = typename Narrow::memory;
    using session = typename memory_type::session;
    constexpr const planning::task_plan& t = Narrow::plan;
    unsigned char* out = narrow_output<Narrow>(memory, y, n);
    if constexpr (t.does == planning::action::compute) {
        constexpr auto Key = key_of_task<memory_type, Narrow::task>();
        [&]<int... Index>(index_sequence<Index...>) __attribute__((always_inline)) {
            const whole_memory<memory_type, Narrow::task> own{memory};
            call_rows<session, Narrow::step, Key>(
                tag_of_task<session, Narrow::step, Key>(own), narrow_record<Narrow, Key>(own, n),
                static_cast<output_element<session, Narrow::step>*>(static_cast<void*>(out)), y, 1,
                narrow_window<Narrow, Index>(memory, y, n)...);
        }
        (data_inputs<session, Narrow::step>);
    } else {
        constexpr int read = read_buffer<memory_type, Narrow::task, 0>;
        constexpr const planning::buffer_plan& b = memory_type::plan.buffers[read];
        __builtin_memcpy(
            out, row_to_read<read, Narrow::bottom_up>(memory, y) + input_offsets<Narrow, 0>.of[n],
            size_t(column_counts<Narrow>.of[n] * (b.own_row_bytes / b.columns)));
    }
}

}  // namespace tigris::execution
