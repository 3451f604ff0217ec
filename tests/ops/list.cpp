// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/ops/list.hpp>

#include <helpers/check.hpp>
#include <helpers/node_case.hpp>

#include <doctest/doctest.h>

#include <string_view>

using namespace tigris;
using namespace tigris::ops;

TEST_CASE("operators are numbered by their names' order, each once") {
    static_assert(kind_of<arg_reduce> == 0 && kind_of<unary> == list::size - 1);
    static_assert(is_same<list::at<kind_of<conv>>, conv>);
    CHECK(place_in_list<conv>() == kind_of<conv>);
    std::string_view before;
    for_each_index<list::size>([&](auto index) {
        using op = list::at<decltype(index)::value>;
        const std::string_view name = op::name;
        CHECK(before < name);
        CHECK(find_kind<op>() == decltype(index)::value);
        before = name;
    });
}

TEST_CASE("what comes after the data are weights") {
    test::node_case n;
    for (int i = 0; i < 3; ++i) n.add_input({});
    const operands t = n.all();
    CHECK(data_inputs_of(conv{}, t) == 1);
    CHECK(data_inputs_of(binary{}, t) == 2);
    CHECK(data_inputs_of(concat{}, t) == 3);
}

TEST_CASE("slices of a wider output are written by some, the number of a row is asked by few") {
    TIGRIS_HOLDS(writes_slices(conv{}) && writes_slices(pad{}));
    TIGRIS_HOLDS(!writes_slices(softmax{}) && !writes_slices(gemm{}));
    static_assert(uses_row_number<resize> && uses_row_number<conv_transpose>);
    static_assert(!uses_row_number<conv>);
}
