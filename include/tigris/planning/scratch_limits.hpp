// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// How much scratch kernels may take where no plan fits: which limits are tried, and in which order.

#include <tigris/planning/step_facts.hpp>

namespace tigris::planning {

/// Each limit that makes one more kernel give way to its substitute, or several that want the same:
/// a byte less than they want. The largest comes first. `own`: the steps as the target has them;
/// `least`: with the substitutes of all kernels that have some. Gives their number.
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

/// A bisection of the limits, of which the last, `enough`, lets a plan fit: for the first that
/// does. Those up to `too_much` are known not to.
struct limit_search {
    int too_much = -1;
    int enough = 0;

    friend constexpr bool operator==(const limit_search&, const limit_search&) = default;

    constexpr bool is_over() const { return enough - too_much <= 1; }
    constexpr int middle() const { return (too_much + enough) / 2; }
    constexpr limit_search next(bool fits) const {
        return fits ? limit_search{too_much, middle()} : limit_search{middle(), enough};
    }
};

/// A kernel that wants more than the whole memory gives way in any case.
constexpr limit_search first_search(view<const uint64_t> limits, uint64_t fast) {
    limit_search search{.enough = limits.size - 1};
    while (search.too_much + 2 < limits.size && limits[search.too_much + 2] >= fast)
        ++search.too_much;
    return search;
}

}  // namespace tigris::planning
