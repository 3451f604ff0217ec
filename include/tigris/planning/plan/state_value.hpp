// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Where a run may make the new value of a state.

#include <tigris/planning/plan/plan.hpp>

namespace tigris::planning {

/// Whether the only task of segment `s` may write each row of `to` over the row of `from`. The task
/// reads `from` `in_place`.
constexpr bool overwrites_rows(const buffer_plan& from, const buffer_plan& to,
                               const segment_plan& s, bool in_place) {
    return s.size() == 1 && s.strips == 1 && s.parts == 1 && !s.bottom_up && in_place &&
           from.height == to.height && from.own_row_bytes == to.own_row_bytes;
}

/// Whether the new value `to` of a state may be made at the place of the old value `from`. The old
/// value was read for the last time in an earlier segment, or it is read row by row. Segment
/// `producer` makes the new value. Its first task reads the old value `in_place`.
constexpr bool may_overwrite(const buffer_plan& from, const buffer_plan& to,
                             const segment_plan& producer, bool in_place) {
    return from.last_segment < to.first_segment ||
           (from.last_segment == to.first_segment && overwrites_rows(from, to, producer, in_place));
}

}  // namespace tigris::planning
