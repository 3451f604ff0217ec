// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/expand/expansion.hpp>

#include <helpers/model_builder.hpp>
#include <helpers/onnx_builder.hpp>
#include <onnx2hpp/diagnostic.hpp>
#include <onnx2hpp/lower/lower.hpp>
#include <onnx2hpp/passes/pass_list.hpp>
#include <tools/onnx2hpp/lower/interpreter.hpp>
#include <tools/onnx2hpp/lower/lowered_facts.hpp>

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
    CHECK(value_of(loaded, find_node(loaded, "LSTMOutputs").outputs[0]).dims ==
          extents{1, 1, 1, 3});
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
    CHECK(!has_input(find_node(load_proto(loading(5)), "RNNOutputs"), 4));
    CHECK(has_input(find_node(load_proto(loading(3)), "RNNOutputs"), 4));
    CHECK(verdict_of_loading(loading(0)).says(outcome::unsupported, "no steps"));
    CHECK(verdict_of_loading(loading(6)).says(outcome::bad_input, "6 steps"));
}

TEST_CASE("a pool whose window is the image is a global one, if it is an average") {
    const auto step = [](const std::string& op, std::int64_t size, const extents& pads) {
        model_builder b;
        b.output(b.node(
            op, {b.input({1, 3, 4, 4})},
            {{"kernel_shape", extents{size, size}}, {"strides", extents{4, 4}}, {"pads", pads}},
            op == "MaxPool" ? 12 : 11));
        return steps(lower(b.build(), {}))[0];
    };
    CHECK(step("AveragePool", 4, {0, 0, 0, 0}) == "global_average_pool");
    CHECK(step("AveragePool", 3, {0, 0, 0, 0}) == "pool");
    CHECK(step("AveragePool", 4, {1, 1, 1, 1}) == "pool");
    CHECK(step("MaxPool", 4, {0, 0, 0, 0}) == "pool");
}

TEST_CASE("a pool that was a ReduceMean says so, a GlobalAveragePool does not") {
    model_builder b;
    const value_id x = b.input({1, 3, 4, 5});
    b.output(b.node("ReduceMean", {x}, {{"axes", extents{2, 3}}}));
    b.output(b.node("ReduceMean", {x}, {{"axes", extents{3}}}));
    b.output(b.node("GlobalAveragePool", {x}, {}, 1));
    onnx_model m = b.build();
    run_passes(m, {});
    const lowered_model lowered = lower(m, {});
    using tigris::ops::global_average_pool;
    CHECK(std::get<global_average_pool>(lowered.nodes[0].op).mean);
    CHECK(std::get<tigris::ops::pool>(lowered.nodes[1].op).function ==
          tigris::ops::pool_function::mean);
    CHECK(!std::get<global_average_pool>(lowered.nodes[2].op).mean);
}

TEST_CASE("ceil_mode extends the padding behind the image") {
    model_builder b;
    const value_id x = b.input({1, 1, 5, 6});
    attributes held{{"kernel_shape", extents{2, 2}},
                    {"strides", extents{2, 2}},
                    {"ceil_mode", std::int64_t{1}}};
    SUBCASE("MaxPool") {
        b.output(b.node("MaxPool", {x}, held, 12));
        const lowered_model m = lower(b.build(), {});
        const auto& op = std::get<tigris::ops::pool>(m.nodes[0].op);
        CHECK(op.window.pad_bottom == 1);
        CHECK(op.window.pad_right == 0);
        CHECK(output_dims(m) == extents{1, 3, 3, 1});
    }
    SUBCASE("AveragePool that would count padding, of which there is none") {
        held["count_include_pad"] = std::int64_t{1};
        b.output(b.node("AveragePool", {x}, held, 11));
        const lowered_model m = lower(b.build(), {});
        CHECK(!std::get<tigris::ops::pool>(m.nodes[0].op).count_include_pad);
        CHECK(output_dims(m) == extents{1, 3, 3, 1});
    }
    SUBCASE("AveragePool that counts padding") {
        held["count_include_pad"] = std::int64_t{1};
        held["pads"] = extents{0, 1, 0, 0};
        b.output(b.node("AveragePool", {x}, held, 11));
        CHECK(steps(lower(b.build(), {})) == names{"pool_nd"});
    }
}
