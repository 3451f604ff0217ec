// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/execution/arguments/binding.hpp>

#include <helpers/running_sum.hpp>
#include <helpers/two_by_two.hpp>

#include <doctest/doctest.h>

#include <array>
#include <cstdint>

using namespace tigris;
using namespace tigris::execution;

namespace {

using two = two_by_two::model_type;
using sum = test::running_sum<dtype::f32, 0, false>;
using first_input = input_edge<two_by_two::model, 0>;

/// What a row function was called with.
struct call {
    const void* row = nullptr;
    int count = 0;
    int y = 0;
};

}  // namespace

TEST_CASE("the caller's edges are those that are no states") {
    static_assert(input_side::own<two> == 2 && output_side::own<two> == 2);
    static_assert(input_side::own<sum> == 1 && output_side::own<sum> == 1);
    constexpr target modes{.input = io::rows, .output = io::slow};
    static_assert(input_side::modes(modes)[0] == io::rows);
    static_assert(output_side::modes(modes)[0] == io::slow);
    CHECK(true);
}

TEST_CASE("a buffer of the caller's is bound by the address of its first element") {
    float rows[2][3]{};
    std::array<float, 6> array{};
    CHECK(bind_edge<first_input, io::caller>(rows).data == &rows[0][0]);
    CHECK(bind_edge<first_input, io::caller>(array).data == array.data());
    const float constant[6]{};
    const auto bound = bind_edge<first_input, io::caller>(constant);
    static_assert(is_same<without_const<decltype(bound)>::type, caller_edge<const float>>);
    CHECK(bound.data == constant);
}

TEST_CASE("an edge in the workspace is bound to nothing of the caller's") {
    const auto in_arena = bind_edge<first_input, io::arena>(in_workspace);
    const auto in_slow = bind_edge<first_input, io::slow>(in_workspace);
    static_assert(is_same<without_const<decltype(in_arena)>::type, workspace_edge>);
    static_assert(is_same<without_const<decltype(in_slow)>::type, workspace_edge>);
    CHECK(true);
}

TEST_CASE("a row source is asked for a row, a row sink is given one") {
    call asked, given;
    const auto source = [&](float* row, int count, int y) { asked = {row, count, y}; };
    const auto sink = [&](const float* row, int count, int y) { given = {row, count, y}; };
    auto from = rows_from(source);
    auto to = rows_to(sink);
    float row[3]{};
    bind_edge<first_input, io::rows>(from).receive(row, 3, 7);
    bind_edge<first_input, io::rows>(to).send(row, 2, 5);
    CHECK((asked.row == row && asked.count == 3 && asked.y == 7));
    CHECK((given.row == row && given.count == 2 && given.y == 5));
}

TEST_CASE("bound edges are found by their numbers") {
    float first[6]{}, second[6]{};
    using data = caller_edge<float>;
    const bound_edges<make_index_sequence<2>, data, data> bound{{{first}}, {{second}}};
    CHECK(edge_at<0>(bound).data == first);
    CHECK(edge_at<1>(bound).data == second);
}

TEST_CASE("a single buffer is a list of one, a list remains what it is") {
    float a[6]{}, b[6]{};
    static_assert(decltype(as_inputs<two>(a))::count == 1);
    CHECK(&get<0>(as_inputs<two>(a)) == &a);
    CHECK(&get<0>(as_outputs<two>(a)) == &a);
    const auto list = inputs(a, b);
    static_assert(decltype(as_inputs<two>(list))::count == 2);
    CHECK(&get<1>(as_inputs<two>(list)) == &b);
    auto made = outputs(a, b);
    CHECK(&get<1>(as_outputs<two>(made)) == &b);
}

TEST_CASE("a word for the workspace stands for all inputs or outputs but states") {
    static_assert(decltype(as_inputs<two>(in_workspace))::count == 2);
    static_assert(decltype(as_outputs<two>(in_workspace))::count == 2);
    static_assert(decltype(as_inputs<sum>(in_workspace))::count == 1);
    static_assert(decltype(as_outputs<sum>(in_workspace))::count == 1);
    CHECK(&get<1>(as_inputs<two>(in_workspace)) == &in_workspace);
}
