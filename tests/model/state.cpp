// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/model/state.hpp>

#include <helpers/check.hpp>
#include <helpers/running_sum.hpp>
#include <helpers/two_by_two.hpp>

#include <doctest/doctest.h>

using namespace tigris;

TEST_CASE("states are no inputs and outputs of the caller's") {
    using with_state = test::running_sum<dtype::f32, 0, false>;
    static_assert(with_state::state_count == 1);
    static_assert(own_inputs<with_state> == 1 && own_outputs<with_state> == 1);
    static_assert(own_inputs<two_by_two::model_type> == 2);
    static_assert(own_outputs<two_by_two::model_type> == 2);
    CHECK(true);
}

TEST_CASE("a window is full after as many runs as cover it") {
    TIGRIS_HOLDS(stream{.frames = 1, .window = 10}.runs_to_fill() == 10);
    TIGRIS_HOLDS(stream{.frames = 5, .window = 10}.runs_to_fill() == 2);
    TIGRIS_HOLDS(stream{.frames = 3, .window = 10}.runs_to_fill() == 4);
    TIGRIS_HOLDS(stream{}.runs_to_fill() == 1);
}
