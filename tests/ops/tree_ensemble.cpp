// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/ops/tree_ensemble.hpp>

#include <helpers/described.hpp>

#include <doctest/doctest.h>

using namespace tigris;
using namespace tigris::ops;
using test::described;

TEST_CASE("each row has a result for each target") {
    constexpr description d = described(tree_ensemble{.targets = 3}, {{.dims = {2, {7, 20}}}});
    static_assert(d.output == shape{2, {7, 3}});
    CHECK(d.contract == contract::rows);
}

TEST_CASE("optional inputs come in their order, without those that are absent") {
    constexpr tree_ensemble none{};
    for (int i = 0; i < int(tree_input::count); ++i) CHECK(place_of(none, tree_input(i)) == -1);
    constexpr tree_ensemble some{
        .votes = tree_votes::some, .has_leaf_places = true, .has_base = true};
    CHECK(place_of(some, tree_input::threshold_places) == -1);
    CHECK(place_of(some, tree_input::leaf_places) == 5);
    CHECK(place_of(some, tree_input::vote_targets) == 6);
    CHECK(place_of(some, tree_input::vote_begins) == 7);
    CHECK(place_of(some, tree_input::members) == -1);
    CHECK(place_of(some, tree_input::base) == 8);
    constexpr tree_ensemble sets{.votes = tree_votes::one, .test_bits = 2};
    CHECK(place_of(sets, tree_input::vote_targets) == 5);
    CHECK(place_of(sets, tree_input::vote_begins) == -1);
    CHECK(place_of(sets, tree_input::members) == 6);
}
