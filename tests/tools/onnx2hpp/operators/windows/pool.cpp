// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/expand/expansion.hpp>

#include <helpers/model_builder.hpp>
#include <helpers/onnx_builder.hpp>
#include <onnx2hpp/diagnostic.hpp>

#include <doctest/doctest.h>

using namespace onnx2hpp;
using namespace onnx2hpp::test;
using names = std::vector<std::string>;

TEST_CASE("a MaxPool with places is two nodes, of int64 the second") {
    onnx::ModelProto m = make_model();
    add_input(m, "x", {1, 1, 4});
    set(add_node(m, "MaxPool", {"x"}, {"y", "places"}), "kernel_shape", extents{2});
    add_output(m, "y");
    add_output(m, "places");
    const onnx_model loaded = load_proto(m);
    CHECK(value_named(loaded, "places").type == tigris::dtype::i64);
    CHECK(value_named(loaded, "places").dims == extents{1, 1, 3});
}

TEST_CASE("a layer of which only the last state is read gives nothing else") {
    onnx::ModelProto m = make_model(14);
    add_input(m, "x", {5, 1, 2});
    add_weights(m, "w", {1, 12, 2});
    add_weights(m, "r", {1, 12, 3});
    add_node(m, "LSTM", {"x", "w", "r"}, {"", "h"});
    add_output(m, "h");
    const onnx_model loaded = load_proto(m);
    CHECK(value_named(loaded, "h").dims == extents{1, 1, 3});
    CHECK(value_of(loaded, find_node(loaded, "LSTMParts").outputs[0]).dims == extents{1, 1, 1, 3});
}

TEST_CASE("lengths that are all of the steps say nothing, none at all is refused") {
    const auto loading = [](int length) {
        onnx::ModelProto m = make_model(14);
        add_input(m, "x", {5, 1, 2});
        add_weights(m, "w", {1, 3, 2});
        add_weights(m, "r", {1, 3, 3});
        add_initializer<std::int32_t>(m, "lengths", {1}, {length});
        add_node(m, "RNN", {"x", "w", "r", "", "lengths"}, {"y"});
        add_output(m, "y");
        return m;
    };
    CHECK(!has_input(find_node(load_proto(loading(5)), "RNNParts"), 4));
    CHECK(has_input(find_node(load_proto(loading(3)), "RNNParts"), 4));
    CHECK(verdict_of_loading(loading(0)).says(outcome::unsupported, "no steps"));
    CHECK(verdict_of_loading(loading(6)).says(outcome::bad_input, "6 steps"));
}
