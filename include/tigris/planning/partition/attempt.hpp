// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Which plans are tried for a budget, and for the least memory, and in which order.
// searches.hpp runs these searches.

#include <tigris/planning/target/banks.hpp>

namespace tigris::planning {

/// One plan to try: the cheapest whose estimate is at most `limit` bytes, or the smallest. The
/// smallest has the estimate `limit` where that is known. Other limits do not depend on the budget,
/// and cost rises from one attempt to the next. So a smaller budget never finds a cheaper plan.
struct attempt {
    int64_t limit = INT64_MAX;   // most bytes of the estimate; INT64_MAX: no limit
    bool smallest = false;       // the plan with the smallest estimate, not the cheapest one
    bool may_spill = false;      // tensors may move to slow memory
    bool may_recompute = false;  // rows and columns may be made again
    bool given_up = false;       // no attempt is left

    friend constexpr bool operator==(const attempt&, const attempt&) = default;
};

/// The largest limit of at most `bytes` bytes. A limit has six significant bits; all lower bits are
/// 0.
constexpr int64_t limit_below(int64_t bytes) {
    int64_t unit = 1;
    while (bytes / unit >= 64) unit *= 2;
    return bytes / unit * unit;
}

/// What a target lets plans do.
struct plan_means {
    int64_t fast = 0;            // bytes of fast memory
    bool has_slow = false;       // the target has slow memory
    bool may_recompute = false;  // rows and columns may be made again
    bool has_banks = false;      // fast memory has several banks

    friend constexpr bool operator==(const plan_means&, const plan_means&) = default;
};

constexpr plan_means means_of(const target& t) {
    return {signed_bytes(t.fast), t.slow > 0, t.costs.recompute_percent > 0, has_banks(t)};
}

constexpr plan_means means_without_limit(const target& t) {
    plan_means m = means_of(t);
    m.fast = 0;
    return m;
}

/// The kinds of plans in the order of degradation: in fast memory; recomputing; with slow memory,
/// recomputing where that is cheaper than moving.
constexpr attempt next_kind(const attempt& a, const plan_means& m) {
    attempt kind{.limit = limit_below(m.fast), .may_recompute = m.may_recompute};
    if (a.may_spill) return {.given_up = true};
    if (!a.may_recompute && m.may_recompute) return kind;
    kind.may_spill = true;
    if (!m.has_slow) return {.given_up = true};
    return kind;
}

constexpr attempt smallest_of(attempt kind) {
    kind.smallest = true;
    kind.limit = INT64_MAX;
    return kind;
}
constexpr attempt with_limit(attempt kind, int64_t limit) {
    kind.smallest = false;
    kind.limit = limit;
    return kind;
}
constexpr attempt with_lower_limit(const attempt& a) {
    return with_limit(a, limit_below(a.limit - 1));
}
/// `a` with a limit lower by an eighth. No estimate says how much less a layout in several banks
/// needs than one in a single arena.
constexpr attempt with_much_lower_limit(const attempt& a) {
    return with_limit(a, limit_below(a.limit - a.limit / 8 - 1));
}

/// The first attempt: without a limit, unless the cheapest plan is known to carry more than fits.
constexpr attempt first_attempt(int64_t carried_by_cheapest, const plan_means& m) {
    return carried_by_cheapest > m.fast ? with_limit({}, limit_below(m.fast)) : attempt{};
}

/// The result of an attempt. `found`: a partition was found; else its estimate exceeds the limit.
/// `least_limit`: the least limit with which the partition is the same. `fast_bytes`: what the
/// layout takes of fast memory. `fits_fast`, `fits_slow`: whether the layout fits there.
/// `too_long`: compilers do not evaluate so long a search, and nothing else is known.
struct tried_attempt {
    bool found = false;
    int64_t least_limit = INT64_MAX;
    int64_t fast_bytes = 0;
    bool fits_fast = false;
    bool fits_slow = false;
    bool too_long = false;
};

/// The attempt after attempt `a`, which does not fit. If the layout of `a` fits in fast memory,
/// only slow memory is too small. Then no attempt is left, because none needs less slow memory.
constexpr attempt next(attempt a, const tried_attempt& made, const plan_means& m) {
    if (made.found && made.fits_fast) return {.given_up = true};
    if (a.smallest) return next_kind(a, m);
    if (a.limit == INT64_MAX) return with_limit(a, limit_below(m.fast));
    if (!made.found || a.limit <= 1) return smallest_of(a);
    if (made.least_limit < a.limit) a.limit = made.least_limit;
    return m.has_banks ? with_much_lower_limit(a) : with_lower_limit(a);
}

/// The search for the plan of a budget: over with the first attempt that fits. `tried` has given
/// up where none does.
struct budget_search {
    plan_means means{};
    attempt tried{};
    bool fits = false;
    bool too_long = false;

    constexpr bool is_over() const { return fits || too_long || tried.given_up; }
    constexpr budget_search next(const tried_attempt& made) const {
        budget_search s = *this;
        s.too_long = made.too_long;
        s.fits = made.fits_fast && made.fits_slow;
        if (!s.is_over()) s.tried = planning::next(tried, made, means);
        return s;
    }
};

constexpr budget_search first_search(int64_t carried_by_cheapest, const plan_means& m) {
    return {.means = m, .tried = first_attempt(carried_by_cheapest, m)};
}

/// The smallest plan of the last kind.
constexpr attempt smallest_attempt(const plan_means& m) {
    return {.smallest = true, .may_spill = m.has_slow, .may_recompute = m.may_recompute};
}

/// The least fast memory with which a model fits, and the attempt that is tried and fits then.
struct least_fast {
    int64_t bytes = INT64_MAX;
    attempt how{};

    /// An attempt is tried where the budget is not below its limit.
    constexpr void take(const attempt& tried, int64_t fast_bytes) {
        const bool is_limited = !tried.smallest && tried.limit < INT64_MAX;
        const int64_t needed = is_limited && fast_bytes < tried.limit ? tried.limit : fast_bytes;
        if (needed < bytes) bytes = needed, how = tried;
    }
};

/// The search for the least fast memory. First comes the plan without a limit, whose layout may be
/// smaller than any estimate. Then come the smallest plan of each kind, and plans with lower and
/// lower limits below the smallest plan's bytes. The first limit without a plan ends a kind.
struct least_search {
    plan_means means{};
    attempt kind{};
    attempt tried{};
    least_fast best{};

    constexpr bool is_over() const { return kind.given_up; }
    constexpr least_search next(const tried_attempt& made) const {
        least_search s = *this;
        if (made.found) s.best.take(tried, made.fast_bytes);
        const bool has_limit = !tried.smallest && tried.limit < INT64_MAX;
        if (!tried.smallest && !has_limit)
            s.tried = smallest_of(kind);
        else if (!made.found)
            s.kind = next_kind(kind, means), s.tried = smallest_of(s.kind);
        else
            s.tried = has_limit ? with_lower_limit(tried)
                                : with_limit(kind, limit_below(made.fast_bytes));
        return s;
    }
};

constexpr least_search first_search(const plan_means& m) {
    return {.means = m, .best = {.how = smallest_attempt(m)}};
}

}  // namespace tigris::planning
