// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/ops/select.hpp>

#include <helpers/node_case.hpp>

#include <doctest/doctest.h>

using namespace tigris;
using namespace tigris::test;

namespace {

constexpr ops::description described(const shape& condition, const shape& a, const shape& b,
                                     dtype type) {
    node_case n;
    n.add_input({.type = dtype::boolean, .dims = condition});
    n.add_input({.type = type, .dims = a});
    n.add_input({.type = type, .dims = b});
    set_output_of(n, ops::select{}, type, {});
    return describe(ops::select{}, n.all());
}

constexpr shape image{4, {1, 3, 4, 2}}, channels{1, {2}}, rows{4, {1, 3, 1, 1}};

}  // namespace

TEST_CASE("select makes the common shape of its three inputs") {
    static_assert(described(channels, rows, {4, {1, 1, 4, 1}}, dtype::f32).output == image);
}

TEST_CASE("it may overwrite inputs with as many elements as the result, of one size") {
    static_assert(described(image, image, image, dtype::f32).in_place == ops::input_set{6});
    static_assert(described(image, channels, image, dtype::f32).in_place == ops::input_set{4});
    static_assert(described(image, image, image, dtype::i8).in_place == ops::input_set{7});
    static_assert(described(image, channels, rows, dtype::f32).in_place.is_empty());
}

TEST_CASE("it runs by rows where all of its inputs have rows") {
    static_assert(described(image, rows, channels, dtype::f32).contract == ops::contract::rows);
    static_assert(described({2, {4, 2}}, image, image, dtype::f32).contract ==
                  ops::contract::whole);
}
