// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Limits of scratch, tried if no plan fits: which limits, and in which order.

#include <tigris/planning/rows/step_facts.hpp>

namespace tigris::planning {

/// Lists limits of scratch, the largest first. Each limit is one byte less than some kernels want,
/// so that these kernels give way to their substitutes. `own`: the steps with the kernels of the
/// target. `least`: the steps with all substitutes. Returns the number of limits.
constexpr int find_scratch_limits(view<const step_facts> own, view<const step_facts> least,
                                  view<uint64_t> out) {
    int count = 0;
    for (int step = 0; step < own.size; ++step) {
        if (own[step].kernel.is_substitute || !least[step].kernel.is_substitute) continue;
        const uint64_t limit = uint64_t(scratch_of(own[step].kernel, 1)) - 1;
        int at = count;
        while (at > 0 && out[at - 1] < limit) --at;
        if (at > 0 && out[at - 1] == limit) continue;
        for (int i = count++; i > at; --i) out[i] = out[i - 1];
        out[at] = limit;
    }
    return count;
}

/// A bisection for the first limit with which a plan fits.
struct limit_search {
    int too_much = -1;  // limits up to this number are too high; -1: none is known
    int enough = 0;     // with the limit of this number, a plan fits

    friend constexpr bool operator==(const limit_search&, const limit_search&) = default;

    constexpr bool is_over() const { return enough - too_much <= 1; }
    constexpr int middle() const { return (too_much + enough) / 2; }
    constexpr limit_search next(bool fits) const {
        return fits ? limit_search{too_much, middle()} : limit_search{middle(), enough};
    }
};

/// The search before its first try. A kernel that wants more than all of fast memory gives way in
/// any case.
constexpr limit_search first_search(view<const uint64_t> limits, uint64_t fast) {
    limit_search search{.enough = limits.size - 1};
    while (search.too_much + 2 < limits.size && limits[search.too_much + 2] >= fast)
        ++search.too_much;
    return search;
}

}  // namespace tigris::planning
