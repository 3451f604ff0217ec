// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Computes some columns of a row of one task (narrow_task.hpp). The kernels are the same, with
// records of narrower layers.

#include <tigris/execution/steps/narrow_layers.hpp>

namespace tigris::execution {

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
