// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/execution/plans/session.hpp>

#include <helpers/one_step.hpp>
#include <helpers/two_by_two.hpp>
#include <helpers/two_layers.hpp>

#include <doctest/doctest.h>

#include <cstdint>

using namespace tigris;
using namespace tigris::execution;

namespace {

using layers = session<two_layers::model, target{}>;
using sums = session<two_by_two::model, target{}>;

/// Two images of 8 rows, pooled under windows of 3 rows, of which every other one is made.
struct pooled : one_step::interface_of<pooled> {
    static constexpr auto graph = one_step::graph_of<ops::pool>({.dims = {4, {2, 4, 4, 3}}},
                                                                tensor{.dims = {4, {2, 8, 8, 3}}});
    static constexpr attribute_tables<table<ops::pool, 1>> attributes{
        {{{.window = {.kernel_h = 3,
                      .kernel_w = 3,
                      .stride_h = 2,
                      .stride_w = 2,
                      .pad_top = 1,
                      .pad_left = 1,
                      .pad_bottom = 1,
                      .pad_right = 1}}}}};
};
/// Two images to which one row is added.
struct shifted : one_step::interface_of<shifted, 2> {
    static constexpr auto graph = one_step::graph_of<ops::binary>(
        {.dims = {4, {2, 8, 8, 3}}}, tensor{.dims = {4, {2, 8, 8, 3}}},
        tensor{.dims = {4, {1, 1, 8, 3}}});
    static constexpr attribute_tables<table<ops::binary, 1>> attributes{{{{}}}};
};
using pool = session<pooled{}, target{}>;
using shift = session<shifted{}, target{}>;

template <int... Index>
constexpr int count_of(index_sequence<Index...>) {
    return int(sizeof...(Index));
}

}  // namespace

TEST_CASE("a step's tensors have the numbers of the graph") {
    static_assert(input_tensor<layers, 1, 0> == 1 && input_tensor<layers, 1, 1> == 4);
    static_assert(output_tensor<layers, 1> == 2 && output_tensor<layers, 2> == 3);
    static_assert(is_same<input_element<layers, 0>, std::int8_t>);
    static_assert(is_same<input_element<layers, 0, 3>, std::int32_t>);
    static_assert(is_same<sum_of<layers, 0>, std::int32_t> && is_same<sum_of<sums, 0>, float>);
    CHECK(true);
}

TEST_CASE("data of a step come by windows, its other constants are in its record") {
    static_assert(count_of(data_inputs<layers, 0>) == 1 && count_of(data_inputs<sums, 0>) == 2);
    static_assert(is_constant_input<layers, 0, 1>() && !is_constant_input<layers, 0, 0>());
    static_assert(!is_constant_input<layers, 1, 0>());
    static_assert(!has_only_constant_data<layers, 0>() && has_only_constant_data<sums, 0>());
    CHECK(true);
}

TEST_CASE("images are one to what looks at no neighbors of a row") {
    static_assert(extents_of<shift, 0>(0).images == 1 && extents_of<shift, 0>(0).rows == 16);
    static_assert(extents_of<pool, 0>(0).images == 2 && extents_of<pool, 0>(0).rows == 8);
    CHECK(true);
}

TEST_CASE("a window begins above the image where there is padding, and at a row that all share") {
    CHECK(window_begin<pool, 0, 0>(0) == -1);
    CHECK(window_begin<pool, 0, 0>(3) == 5);
    CHECK(window_begin<shift, 0, 0>(3) == 3);
    CHECK(window_begin<shift, 0, 1>(3) == 0);
}

TEST_CASE("only backends with substitutes need a plan to know how much scratch kernels take") {
    static_assert(layers::scratch == unlimited);
    static_assert(layers::facts(0).op.macs == 200 * 30 * 30);
    CHECK(true);
}
