// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/execution/evaluate.hpp>

#include <helpers/one_step.hpp>
#include <helpers/running_sum.hpp>
#include <helpers/two_by_two.hpp>
#include <helpers/two_layers.hpp>

#include <doctest/doctest.h>

using namespace tigris;
using namespace tigris::execution;

namespace {

constexpr auto sums = two_by_two::model;
constexpr float a[6]{1, 2, 3, -4, -5, -6};
constexpr float b[6]{1, 1, 1, 1, 1, 10};

template <class Values, int N>
constexpr bool are(const Values& values, const float (&expected)[N]) {
    for (int i = 0; i < N; ++i)
        if (values[i] != expected[i]) return false;
    return values.size() == N;
}

/// Six numbers as two rows of three: nothing is computed.
struct reshaped : one_step::interface_of<reshaped> {
    static constexpr auto graph =
        one_step::graph_of<ops::reshape>({.dims = {2, {2, 3}}}, tensor{.dims = {1, {6}}});
    static constexpr attribute_tables<table<ops::reshape, 1>> attributes{{{{}}}};
};

/// The averages of two images of three rows and one column of two channels.
struct averaged : one_step::interface_of<averaged> {
    static constexpr auto graph = one_step::graph_of<ops::global_average_pool>(
        {.dims = {4, {2, 1, 1, 2}}}, tensor{.dims = {4, {2, 3, 1, 2}}});
    static constexpr attribute_tables<table<ops::global_average_pool, 1>> attributes{{{{}}}};
};

using floats = test::running_sum<dtype::f32, 0, false>;
using codes = test::running_sum<dtype::i8, 5, true>;

}  // namespace

TEST_CASE("several outputs are evaluated together") {
    constexpr auto made = evaluate(sums, inputs(a, b));
    static_assert(are(made.get<0>(), {2, 3, 4, -3, -4, 4}));
    static_assert(are(made.get<1>(), {2, 3, 4, 0, 0, 4}));
    CHECK(are(evaluate(sums, inputs(b, b)).get(), {2, 2, 2, 2, 2, 20}));
}

TEST_CASE("a single output is an array of its elements") {
    constexpr auto made = evaluate(reshaped{}, a);
    static_assert(are(made, {1, 2, 3, -4, -5, -6}));
    CHECK(is_same<type_of<made>, sized_array<float, 6>>);
}

TEST_CASE("sums of a step have room, and begin at zero for each image") {
    constexpr float images[12]{1, 10, 2, 20, 6, 30, -1, 0, -2, 3, -3, 6};
    static_assert(are(evaluate(averaged{}, images), {3, 20, -2, 3}));
    CHECK(scratch_extent<averaged{}, 0>() == 3);
    CHECK(scratch_extent<reshaped{}, 0>() == 1);
}

TEST_CASE("a model is evaluated as in its first run") {
    constexpr sized_array<float, 6> x{{1, 2, 3, 4, 5, 6}};
    static_assert(are(evaluate(floats{}, x), {2, 4, 6, 8, 10, 12}));
    // With zero point 5, x is 2. The state is 0, which is code 5. So next is 2 and y is 2.
    constexpr sized_array<int8_t, 6> seven{{7, 7, 7, 7, 7, 7}};
    constexpr auto y = evaluate(codes{}, seven);
    CHECK(y[0] == 7);
    CHECK(y[5] == 7);
}

TEST_CASE("constants take no slots") {
    CHECK(slot_extent<two_layers::model, 0>() == 6000);
    CHECK(slot_extent<two_layers::model, 1>() == 6000);
    CHECK(slot_extent<two_layers::model, 4>() == 1);
}
