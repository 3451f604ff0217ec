// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/execution/plans/hint_check.hpp>

#include <tigris/execution/plans/plan_of.hpp>

#include <helpers/two_layers.hpp>

#include <doctest/doctest.h>

using namespace tigris;
using namespace tigris::execution;

namespace {

constexpr segment_hint alone[]{{1, true}, {2, true}, {3, true}};
constexpr segment_hint spilled[]{{1, false, true}, {2}, {3}};
constexpr segment_hint too_few[]{{1, true}, {2, true}};

constexpr target large{.fast = 1 << 20, .alignment = 4}, small{.fast = 1000, .alignment = 4};
constexpr target other{.fast = 2000, .alignment = 4};
constexpr target overridden{.fast = 3000, .alignment = 4};

constexpr uint64_t own_graph = graph_hash_for<two_layers::model, portable>;
constexpr plan_hint hint(uint64_t graph, target t, view<const segment_hint> segments,
                         uint64_t scratch = unlimited) {
    return {.graph = graph, .target = t, .scratch = scratch, .segments = segments};
}

struct with_hints : two_layers::model_type {
    static constexpr sized_array<plan_hint, 5> hints{
        {hint(own_graph, small, view_of(alone)), hint(own_graph + 1, large, view_of(alone)),
         hint(own_graph, large, view_of(too_few)), hint(own_graph, small, view_of(spilled)),
         hint(own_graph, other, view_of(alone), 500)}};
};
constexpr with_hints model{};

/// The fault of a hint of the model, whatever target it is for.
template <int Number, target Target>
constexpr hint_fault fault_of_number = fault_for<model, Target, hinted{Number}>;
template <target Target>
constexpr int matching_hint = find_matching_hint<model, Target>().set;

constexpr target with(uint64_t fast, uint64_t slow) {
    return {.fast = fast, .slow = slow, .alignment = 4};
}

}  // namespace

template <>
inline constexpr plan_hint tigris::plan_override<model, overridden>{.graph = own_graph,
                                                                    .segments = view_of(too_few)};

TEST_CASE("a hint for another graph is stale, whatever else is wrong with it") {
    CHECK(fault_of_number<1, large> == hint_fault::stale);
    CHECK(fault_of_number<1, small> == hint_fault::stale);
}

TEST_CASE("a hint has the faults that the planner finds in it") {
    CHECK(fault_of_number<2, large> == hint_fault::segments);
    CHECK(fault_of_number<0, large> == hint_fault::none);
}

TEST_CASE("a hint may take all memory of its target and not a byte more") {
    // `hidden` and `more` have 200 rows of 30 bytes each. Hint 3 moves `hidden` to slow memory.
    CHECK(fault_of_number<0, with(12000, 0)> == hint_fault::none);
    CHECK(fault_of_number<0, with(11999, 0)> == hint_fault::fast_memory);
    CHECK(fault_of_number<3, with(12000, 6000)> == hint_fault::none);
    CHECK(fault_of_number<3, with(12000, 5999)> == hint_fault::slow_memory);
    CHECK(fault_of_number<3, with(0, 0)> == hint_fault::fast_memory);
}

TEST_CASE("the first hint for the target is taken, and an override before all hints") {
    CHECK(matching_hint<small> == 0);
    CHECK(matching_hint<large> == 1);
    CHECK(matching_hint<overridden> == hinted::is_override);
    CHECK(find_matching_hint<model, overridden>().for_target == overridden);
    CHECK(matching_hint<with(1, 0)> == hinted::none);
    CHECK(find_matching_hint<two_layers::model, small>().set == hinted::none);
}

TEST_CASE("a hint that limits scratch is for targets that may limit it so") {
    constexpr target strict{.fast = 2000, .alignment = 4, .forbid_fallback = true};
    constexpr target less{.fast = 2000, .scratch = 499, .alignment = 4};
    CHECK(matching_hint<other> == 4);
    CHECK(matching_hint<strict> == hinted::none);
    CHECK(matching_hint<less> == hinted::none);
    CHECK(target_of_hint<model, other, hinted{4}>.scratch == 500);
}

TEST_CASE("the error names the hint and what is wrong with it") {
    using stale = planning::sound_hint<with_hints, hint_set<1>, hint_is<hint_fault::stale>>;
    CHECK(is_same<hint_check<model, large>, stale>);
    using cut = planning::sound_hint<with_hints, the_plan_override, hint_is<hint_fault::segments>>;
    CHECK(is_same<hint_check<model, overridden>, cut>);
    CHECK(is_same<hint_check<two_layers::model, large>, no_hint>);
}
