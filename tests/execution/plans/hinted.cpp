// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/execution/plans/hinted.hpp>

#include <helpers/two_layers.hpp>

#include <doctest/doctest.h>

using namespace tigris;
using namespace tigris::execution;

namespace {

constexpr segment_hint one_segment[]{{.end = 3}};

/// Two hints, which their graphs tell apart.
struct with_hints : two_layers::model_type {
    static constexpr sized_array<plan_hint, 2> hints{
        {{.graph = 11, .segments = view_of(one_segment)},
         {.graph = 22, .segments = view_of(one_segment)}}};
};
constexpr with_hints model{};

constexpr target overridden{.fast = 123'001, .alignment = 4};
constexpr target not_overridden{.fast = 123'002, .alignment = 4};
constexpr hinted by_override{hinted::is_override, overridden};
constexpr planning::attempt spilling{.may_spill = true};

}  // namespace

template <>
inline constexpr plan_hint tigris::plan_override<model, overridden>{
    .graph = 33, .segments = view_of(one_segment)};

TEST_CASE("a hint is told from an attempt") {
    CHECK(is_hint(hinted{}));
    CHECK_FALSE(is_hint(planning::attempt{}));
}

TEST_CASE("only searches for slow memory and for work that is done again are long") {
    CHECK_FALSE(is_long_search(planning::attempt{}));
    CHECK(is_long_search(spilling));
    CHECK(is_long_search(planning::attempt{.may_recompute = true}));
    CHECK_FALSE(is_long_search(by_override));
}

TEST_CASE("a model without hints has none") {
    CHECK(hint_sets<two_layers::model>() == 0);
    CHECK(hint_sets<model>() == 2);
}

TEST_CASE("a hint is found by its number, and an override by its target") {
    CHECK(hint_for<model, hinted{0}>.graph == 11);
    CHECK(hint_for<model, hinted{1}>.graph == 22);
    CHECK(hint_for<model, by_override>.graph == 33);
    CHECK_FALSE(hint_for<model, hinted{hinted::is_override, not_overridden}>.exists());
    CHECK_FALSE(hint_for<model, spilling>.exists());
}

TEST_CASE("a decision is either a hint or an attempt") {
    constexpr auto& by_hint = decision_for<model, hinted{1}>;
    CHECK(by_hint.is_hint());
    CHECK_FALSE(by_hint.may_spill());
    constexpr auto& by_attempt = decision_for<model, spilling>;
    CHECK_FALSE(by_attempt.is_hint());
    CHECK(by_attempt.by == spilling);
}
