// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// The smallest fast memory with which a model fits.

#include <tigris/execution/choice.hpp>

namespace tigris::execution {

/// The smallest budget with which an attempt of this kind fits, at most `best`: see attempt.hpp.
template <auto Model, target Target, auto Attempt>
constexpr int64_t smallest_from(int64_t best) {
    if constexpr (!planning::is_worth_trying(Attempt)) {
        return best;
    } else {
        constexpr auto& tried = layout_for<Model, Target, Attempt>;
        constexpr planning::attempt lower = planning::with_lower_limit(Attempt, tried.found);
        const int64_t needed = tried.fast_bytes > Attempt.limit ? tried.fast_bytes : Attempt.limit;
        return smallest_from<Model, Target, lower>(tried.found && needed < best ? needed : best);
    }
}

template <auto Model, target Target, planning::attempt Kind>
constexpr int64_t smallest_of_kind() {
    constexpr auto& tried = layout_for<Model, Target, planning::smallest_of(Kind)>;
    if constexpr (!tried.found) {
        return INT64_MAX;
    } else {
        int64_t best = tried.fast_bytes;
        // Its layout may be smaller than any estimate.
        if constexpr (Kind.limit == INT64_MAX)
            if (layout_for<Model, Target, Kind>.fast_bytes < best)
                best = layout_for<Model, Target, Kind>.fast_bytes;
        return smallest_from<Model, Target,
                             planning::with_limit(Kind, planning::limit_below(tried.fast_bytes))>(
            best);
    }
}

/// The same for this kind of plans and all that follow.
template <auto Model, target Target, planning::plan_means Means,
          planning::attempt Kind = planning::attempt{}>
constexpr int64_t find_smallest() {
    if constexpr (Kind.given_up) {
        return INT64_MAX;
    } else {
        const int64_t own = smallest_of_kind<Model, Target, Kind>();
        const int64_t rest =
            find_smallest<Model, Target, Means, planning::next_kind(Kind, Means)>();
        return own < rest ? own : rest;
    }
}

/// A sound hint that is for the target but for its fast memory may be for less.
template <auto Model, target Target, int Set = 0>
constexpr int64_t smallest_of_hints(int64_t best) {
    if constexpr (Set >= hint_sets<Model>()) {
        return best;
    } else {
        constexpr target hinted_target = Model.hints[Set].target;
        if constexpr (planning::same_but_fast(hinted_target, Target)) {
            constexpr hinted hint{Set};
            if constexpr (fault_for<Model, hinted_target, hint> == hint_fault::none)
                if (planning::signed_bytes(hinted_target.fast) < best)
                    best = planning::signed_bytes(hinted_target.fast);
        }
        return smallest_of_hints<Model, Target, Set + 1>(best);
    }
}

}  // namespace tigris::execution
