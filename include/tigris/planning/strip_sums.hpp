// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// What a segment needs in strips, summed up while it grows from its last task to its first. Strips
// are taken to be alike, as one in the middle of the image is: an estimate for the partition.

#include <tigris/planning/strips.hpp>
#include <tigris/planning/task_sums.hpp>

namespace tigris::planning {

/// How many strips a segment may run in.
inline constexpr int strips_of_choice[]{2, 3, 4, 6, 8};
inline constexpr int strip_choices = 5;
constexpr int strips_of(int choice) { return strips_of_choice[choice]; }

/// Columns of a task's output that the middle strip makes, and how many of them its neighbor makes
/// too.
struct strip_columns {
    column_range range{};
    int32_t shared = 0;

    /// What a reader needs of a tensor to make its own columns.
    constexpr strip_columns read_at(const row_rate& rate, int32_t width) const {
        const int32_t both = (shared - 1) * rate.stride + rate.last - rate.first + 1;
        return {rows_needed(rate, range, width), both > 0 ? both : 0};
    }
    constexpr void cover(const strip_columns& other) {
        range.cover(other.range);
        if (other.shared > shared) shared = other.shared;
    }
    /// Columns of all strips together.
    constexpr int64_t made(int32_t width, int strips) const {
        return width + int64_t(shared) * (strips - 1);
    }
};

/// The columns of a task for each choice.
struct strips_of_task {
    strip_columns of[strip_choices]{};
};

/// Bytes of a segment's rings, of rows that pass through them at most, of a row of its result, and
/// what it computes again.
struct strip_sums {
    int64_t rings = 0;
    int64_t transient = 0;
    int64_t sink_bytes = 0;
    int64_t recomputed_macs = 0;

    constexpr int64_t bytes() const { return rings + transient; }
};

}  // namespace tigris::planning
