// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Plans written by hand whose tasks copy some columns of a row at a time.

#include <helpers/copied_rows.hpp>

namespace tigris::test {

/// The plan of `copies` with rows of five pixels of a byte. A row of the ring has room for
/// `ring_columns` of them. A pixel of the last buffer needs rows `down` and columns `across` of the
/// ring.
struct column_copies {
    static constexpr int32_t columns = 5, rows = copies::rows;

    int8_t strips = 1;
    int8_t parts = 1;
    int32_t ring = rows;
    int32_t ring_columns = columns;
    planning::row_rate down{};
    planning::row_rate across{};
    bool bottom_up = false;

    constexpr auto plan() const {
        auto made = copies{.ring = ring, .rate = down, .bottom_up = bottom_up}.plan();
        made.segments[0].strips = strips;
        made.segments[0].parts = made.tasks[0].parts = parts;
        made.reads[1].columns = across;
        for (planning::buffer_plan& b : made.buffers)
            b.columns = b.row_bytes = b.own_row_bytes = columns;
        made.buffers[1].row_bytes = ring_columns;
        made.buffers[2].offset = rows * columns;
        return made;
    }
};

template <column_copies C>
inline constexpr auto plan_of_column_copies = C.plan();
template <column_copies C>
using memory_of_column_copies = plain_memory<plan_of_column_copies<C>>;

/// Bytes that the segment copied as they are, from the first on; -1 if it wrote after the last.
template <column_copies C>
int columns_copied() {
    constexpr int begin = C.rows * C.columns;
    memory_of_column_copies<C> memory;
    execution::pull_segment<memory_of_column_copies<C>, 0>(memory);
    if (memory.slow[2 * begin] != 2 * begin + 1) return -1;
    int bytes = 0;
    while (bytes < begin && memory.slow[begin + bytes] == bytes + 1) ++bytes;
    return bytes;
}

}  // namespace tigris::test
