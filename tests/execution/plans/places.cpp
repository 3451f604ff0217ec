// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/execution/plans/places.hpp>

#include <helpers/running_sum.hpp>

#include <doctest/doctest.h>

using namespace tigris;
using namespace tigris::execution;

namespace {

// Tensors: x, the state h, y, the state's next value.
constexpr test::running_sum<dtype::f32, 0, false> sum{};

}  // namespace

TEST_CASE("rules call states persistent, other tensors scratch") {
    static_assert(kind_of<sum>(0) == placed::scratch && kind_of<sum>(1) == placed::persistent);
    static_assert(kind_of<sum>(2) == placed::scratch && kind_of<sum>(3) == placed::persistent);
    CHECK(true);
}

TEST_CASE("a rule names tensors by their kind, or one by its name") {
    static_assert(is_called<sum>(2, "y") && !is_called<sum>(2, "x"));
    static_assert(matches<sum>({.kind = placed::persistent}, 1));
    static_assert(!matches<sum>({.kind = placed::persistent}, 0));
    static_assert(matches<sum>({.kind = placed::all}, 0));
    CHECK(true);
}

TEST_CASE("inputs and outputs are the caller's by their mode, states never") {
    static_assert(is_callers<sum, target{}>(0) && is_callers<sum, target{}>(2));
    static_assert(!is_callers<sum, target{}>(1) && !is_callers<sum, target{}>(3));
    constexpr target in_arena{.input = io::arena};
    static_assert(!is_callers<sum, in_arena>(0) && is_callers<sum, in_arena>(2));
    CHECK(true);
}
