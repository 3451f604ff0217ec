// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// The budget that a model exceeds, or the kernel that a target forbids, as one compile error.

#include <tigris/execution/checks/fallback_check.hpp>
#include <tigris/execution/checks/target_check.hpp>
#include <tigris/execution/plans/plan_of.hpp>
#include <tigris/planning/budget_error.hpp>
#include <tigris/support/check.hpp>

namespace tigris::execution {

/// The step whose constants take most flash.
template <auto Model>
constexpr int heaviest_step() {
    int heaviest = 0;
    int64_t most = -1;
    for (int step = 0; step < Model.graph.node_count; ++step) {
        const int64_t bytes = facts_for<Model, portable>.steps[step].constant_bytes;
        if (bytes > most) most = bytes, heaviest = step;
    }
    return heaviest;
}

constexpr target with_much_slow_memory(target t) {
    t.slow = unlimited;
    return t;
}

/// Whether the model fits this target. The answer is only used for advice: if the search for a plan
/// is too long for the compiler, the answer is `false`, and there is no error.
template <auto Model, target Target>
constexpr bool would_fit() {
    if constexpr (!search_for<Model, Target>.too_long)
        return fits<Model, Target>;
    else
        return false;
}
template <auto Model, target Target>
inline constexpr bool slow_would_do = would_fit<Model, with_much_slow_memory(Target)>();

template <auto Model, target Target>
constexpr uint64_t slow_needed() {
    return uint64_t(plan_of<Model, with_much_slow_memory(Target)>.slow_peak_bytes);
}

template <auto Model, target Target>
constexpr auto help_for_fast() {
    if constexpr (slow_would_do<Model, Target>)
        return as_check<what_would_help<advice::give_slow_memory, slow_needed<Model, Target>()>>();
    else
        return as_check<what_would_help<advice::raise_fast_memory>>();
}

/// Bytes of fast memory that the target gives, with the prefix of packed constants.
template <auto Model, target Target>
inline constexpr uint64_t given_fast = planning::with_prefix(resolved<Model, Target>.fast,
                                                             prefix_bytes<Model>);

template <auto Model, target Target>
using fast_memory_budget = planning::fast_memory_budget<
    type_of<Model>, fits_in_bytes<uint64_t(smallest_fast_bytes<Model, Target>)>,
    budget_bytes<given_fast<Model, Target>>,
    worst_op<static_cast<typename type_of<Model>::op>(plan_of<Model, Target>.peak_step)>,
    typename pointed_check<decltype(help_for_fast<Model, Target>())>::type>;

template <auto Model, target Target>
using slow_memory_budget =
    planning::slow_memory_budget<type_of<Model>, needs_bytes<slow_needed<Model, Target>()>,
                                 budget_bytes<resolved<Model, Target>.slow>,
                                 what_would_help<advice::raise_slow_memory>>;

template <auto Model, target Target>
using flash_budget = planning::flash_budget<
    type_of<Model>, needs_bytes<uint64_t(plan_of<Model, Target>.flash_bytes)>,
    budget_bytes<Target.flash>,
    worst_op<static_cast<typename type_of<Model>::op>(heaviest_step<Model>())>,
    what_would_help<advice::raise_flash>>;

/// Whether the error is about slow memory: with enough of it, the model would fit. A second
/// condition must hold, too. The target gives some slow memory; or fast memory is enough, and only
/// an input or output has to be in slow memory.
template <auto Model, target Target>
constexpr bool lacks_slow() {
    if constexpr (!slow_would_do<Model, Target>)
        return false;
    else
        return resolved<Model, Target>.slow > 0 ||
               uint64_t(smallest_fast_bytes<Model, Target>) <= given_fast<Model, Target>;
}

/// A pointer to the first fault of a model and a target, or to nothing_to_say. The fault is a class
/// whose completion is one compile error. Faults are looked for in this order:
///
/// * an alignment that is not a power of two;
/// * other mistakes in the target;
/// * a fallback that the target forbids;
/// * a budget that the plan exceeds.
template <auto Model, target Target>
constexpr auto exceeded_budget() {
    if constexpr (!is_power_of_two(Target.alignment))
        return as_check<planning::alignment_check<Target.alignment>>();
    else if constexpr (!is_same<target_check<Model, Target>, nothing_to_say>)
        return as_check<target_check<Model, Target>>();
    else if constexpr (forbidden_step<Model, Target>() >= 0)
        return as_check<fallback_check<Model, Target>>();
    else if constexpr (fits<Model, Target>)
        return as_check<nothing_to_say>();
    else if constexpr (!chosen<Model, Target>.given_up)
        return as_check<flash_budget<Model, Target>>();
    else if constexpr (has_places<Model, Target>())
        return as_check<planning::obeyed_placement<type_of<Model>>>();
    else if constexpr (lacks_slow<Model, Target>())
        return as_check<slow_memory_budget<Model, Target>>();
    else
        return as_check<fast_memory_budget<Model, Target>>();
}

template <auto Model, target Target>
using budget_check = typename pointed_check<decltype(exceeded_budget<Model, Target>())>::type;

}  // namespace tigris::execution
