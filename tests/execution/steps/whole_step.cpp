// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/execution/steps/whole_step.hpp>

#include <helpers/one_step.hpp>

#include <doctest/doctest.h>

#include <vector>

using namespace tigris;
using namespace tigris::execution;

namespace {

/// Whole tensors of a step, and room for its sums.
struct whole_tensors {
    const float* in[2];
    float* out;
    float* scratch;

    template <int Index>
    const float* read() const {
        return in[Index];
    }
    float* write() const { return out; }
    float* sums() const { return scratch; }
};

/// What the only step of a model makes of one or two inputs. Elements after the output, and sums
/// before the run, are 77.
template <class Model>
std::vector<float> made_of(const std::vector<float>& a, const std::vector<float>& b = {}) {
    std::vector<float> out(std::size_t(element_count(Model::graph.tensors[Model::outputs[0]]) + 1),
                           77);
    std::vector<float> scratch(16, 77);
    run_step<session<Model{}, target{}>, 0>(
        whole_tensors{{a.data(), b.data()}, out.data(), scratch.data()});
    return out;
}

/// The largest of three rows, of two images of three rows and one column. There is a row of padding
/// above and one below.
struct tallest : one_step::interface_of<tallest> {
    static constexpr auto graph = one_step::graph_of<ops::pool>({.dims = {4, {2, 3, 1, 1}}},
                                                                tensor{.dims = {4, {2, 3, 1, 1}}});
    static constexpr attribute_tables<table<ops::pool, 1>> attributes{
        {{{.window = {.kernel_h = 3, .pad_top = 1, .pad_bottom = 1}}}}};
};

/// Two images of two rows and one column of two channels, plus a row that all have in common.
struct shifted : one_step::interface_of<shifted, 2> {
    static constexpr auto graph = one_step::graph_of<ops::binary>(
        {.dims = {4, {2, 2, 1, 2}}}, tensor{.dims = {4, {2, 2, 1, 2}}},
        tensor{.dims = {4, {1, 1, 1, 2}}});
    static constexpr attribute_tables<table<ops::binary, 1>> attributes{{{{}}}};
};

/// The same with a constant row: 10, 20.
alignas(4) constexpr int8_t row_of_tens[8]{0, 0, 0x20, 0x41, 0, 0, -0x60, 0x41};
struct shifted_by_constant : one_step::interface_of<shifted_by_constant> {
    static constexpr auto graph = [] {
        auto made = shifted::graph;
        made.tensors[1].kind = tensor_kind::constant;
        made.tensors[1].index = 0;
        return made;
    }();
    static constexpr sized_array<int, 1> outputs{{2}};
    static constexpr sized_array<constant, 1> constants{{{.bytes = row_of_tens}}};
    static constexpr auto attributes = shifted::attributes;
};

/// The averages of two images of three rows and one column of two channels.
struct averaged : one_step::interface_of<averaged> {
    static constexpr auto graph = one_step::graph_of<ops::global_average_pool>(
        {.dims = {4, {2, 1, 1, 2}}}, tensor{.dims = {4, {2, 3, 1, 2}}});
    static constexpr attribute_tables<table<ops::global_average_pool, 1>> attributes{{{{}}}};
};

/// Images after images.
struct joined : one_step::interface_of<joined, 2> {
    static constexpr auto graph = one_step::graph_of<ops::concat>(
        {.dims = {4, {3, 2, 1, 1}}}, tensor{.dims = {4, {2, 2, 1, 1}}},
        tensor{.dims = {4, {1, 2, 1, 1}}});
    static constexpr attribute_tables<table<ops::concat, 1>> attributes{{{{.axis = 0}}}};
};

template <class Model>
constexpr ops::contract contract_of = session<Model{}, target{}>::facts(0).op.contract;

}  // namespace

TEST_CASE("the window of an image's first row lies above it, and reads no row of another image") {
    static_assert(contract_of<tallest> == ops::contract::rows);
    CHECK(made_of<tallest>({3, 2, 1, -6, -5, -4}) == std::vector<float>{3, 3, 2, -5, -4, -4, 77});
    CHECK(made_of<tallest>({-3, -2, -1, 6, 5, 4}) == std::vector<float>{-2, -1, -1, 6, 6, 5, 77});
}

TEST_CASE("a row of one image is read for every row of all images") {
    CHECK(made_of<shifted>({1, 2, 3, 4, 5, 6, 7, 8}, {10, 20}) ==
          std::vector<float>{11, 22, 13, 24, 15, 26, 17, 28, 77});
}

TEST_CASE("a constant is read from its literal") {
    CHECK(made_of<shifted_by_constant>({1, 2, 3, 4, 5, 6, 7, 8}) ==
          std::vector<float>{11, 22, 13, 24, 15, 26, 17, 28, 77});
}

TEST_CASE("each image is added up from zero, and has a result of its own") {
    static_assert(contract_of<averaged> == ops::contract::accumulate);
    CHECK(made_of<averaged>({1, 10, 2, 20, 6, 30, -1, 0, -2, 3, -3, 6}) ==
          std::vector<float>{3, 20, -2, 3, 77});
}

TEST_CASE("a whole step reads whole inputs") {
    static_assert(contract_of<joined> == ops::contract::whole);
    CHECK(made_of<joined>({1, 2, 3, 4}, {5, 6}) == std::vector<float>{1, 2, 3, 4, 5, 6, 77});
}
