// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Sums of what a segment needs in strips. A segment grows from its last task to its first one. This
// is an estimate for the partition: all strips count as wide as the one in the middle of the image.

#include <tigris/planning/partition/task_sums.hpp>
#include <tigris/planning/segments/strips.hpp>

namespace tigris::planning {

/// Numbers of strips in which a segment may run.
inline constexpr int strips_of_choice[]{2, 3, 4, 6, 8};
inline constexpr int strip_choices = 5;
constexpr int strips_of(int choice) { return strips_of_choice[choice]; }

/// Columns of a task's output that the middle strip makes.
struct strip_columns {
    column_range range{};  // columns that the strip makes
    int32_t shared = 0;    // how many of them the next strip makes, too

    /// Columns of an input, `width` wide, that these columns are made from.
    constexpr strip_columns read_at(const row_rate& rate, int32_t width) const {
        const int32_t both = (shared - 1) * rate.stride + rate.last - rate.first + 1;
        return {rows_needed(rate, range, width), both > 0 ? both : 0};
    }
    constexpr void cover(const strip_columns& other) {
        range.cover(other.range);
        if (other.shared > shared) shared = other.shared;
    }
    /// Columns that all strips make together.
    constexpr int64_t made(int32_t width, int strips) const {
        return width + int64_t(shared) * (strips - 1);
    }
};

/// The columns of a task for each number of strips.
struct strips_of_task {
    strip_columns of[strip_choices]{};
};

/// What a segment needs in some number of strips.
struct strip_sums {
    int64_t rings = 0;            // bytes of rings
    int64_t transient = 0;        // most bytes of scratch and passing rows at once
    int64_t sink_bytes = 0;       // bytes of a row of the result
    int64_t recomputed_macs = 0;  // multiply-accumulates that are done again

    constexpr int64_t bytes() const { return rings + transient; }
};

}  // namespace tigris::planning
