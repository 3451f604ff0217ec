// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/model/validate.hpp>

#include <helpers/check.hpp>
#include <helpers/two_by_two.hpp>

#include <doctest/doctest.h>

namespace {

constexpr auto good = two_by_two::model.graph;

/// The graph after one change of an edge.
constexpr bool valid_with(int edge, int16_t tensor) {
    auto changed = good;
    changed.edges[edge] = tensor;
    return tigris::is_valid(changed);
}

}  // namespace

TEST_CASE("a graph is valid if every edge is written before it is read") {
    TIGRIS_HOLDS(tigris::is_valid(good));
    TIGRIS_HOLDS(!valid_with(0, 4));   // no such tensor
    TIGRIS_HOLDS(!valid_with(0, -2));  // neither a tensor nor absent
    TIGRIS_HOLDS(!valid_with(0, 3));   // written by a later step
    TIGRIS_HOLDS(!valid_with(2, 3));   // then nobody writes tensor 2
    TIGRIS_HOLDS(valid_with(3, 0));
}
