// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Hints, which replace attempts.

#include <tigris/planning/make_plan.hpp>

namespace tigris::execution {

/// A hint instead of an attempt.
struct hinted {
    static constexpr int none = -2;
    static constexpr int is_override = -1;
    static constexpr bool given_up = false;

    int set = none;       // number among the hints of the model; or none, or the override
    target for_target{};  // target of the override; else unused

    friend constexpr bool operator==(const hinted&, const hinted&) = default;
};
constexpr bool is_hint(const planning::attempt&) { return false; }
constexpr bool is_hint(const hinted&) { return true; }

/// Whether the search for a schedule may exceed what compilers evaluate.
constexpr bool is_long_search(const planning::attempt& a) { return a.may_spill || a.may_recompute; }
constexpr bool is_long_search(const hinted&) { return false; }

template <auto Model>
constexpr int hint_sets() {
    if constexpr (requires { Model.hints; })
        return Model.hints.size();
    else
        return 0;
}

template <auto Model, auto Attempt>
constexpr plan_hint find_hint() {
    if constexpr (!is_hint(Attempt))
        return {};
    else if constexpr (Attempt.set == hinted::is_override)
        return plan_override<Model, Attempt.for_target>;
    else
        return Model.hints[Attempt.set];
}
template <auto Model, auto Attempt>
inline constexpr plan_hint hint_for = find_hint<Model, Attempt>();

template <auto Model, auto Attempt>
constexpr planning::decision find_decision() {
    if constexpr (is_hint(Attempt))
        return {{}, hint_for<Model, Attempt>};
    else
        return {Attempt, {}};
}
template <auto Model, auto Attempt>
inline constexpr planning::decision decision_for = find_decision<Model, Attempt>();

}  // namespace tigris::execution
