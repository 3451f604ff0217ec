// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/diagnostic.hpp>

#include <onnx2hpp/lower/lower.hpp>
#include <onnx2hpp/passes/pass_list.hpp>

#include <helpers/body_builder.hpp>
#include <helpers/captured_notes.hpp>
#include <helpers/onnx_builder.hpp>

#include <doctest/doctest.h>

#include <cstdint>
#include <set>

using namespace onnx2hpp;
using namespace onnx2hpp::test;

namespace {

onnx::ModelProto model_with_domains(int opset = 17) {
    onnx::ModelProto m = make_model(opset, 8);
    for (const char* domain : {"com.microsoft", "own"}) {
        auto* imported = m.add_opset_import();
        imported->set_domain(domain);
        imported->set_version(1);
    }
    return m;
}

onnx::NodeProto* add_named(onnx::ModelProto& m, const std::string& name, const std::string& op_type,
                           const names& inputs, const std::string& output,
                           const std::string& domain = "") {
    auto* node = add_node(m, op_type, inputs, {output});
    node->set_name(name);
    node->set_domain(domain);
    return node;
}

void add_scale(onnx::ModelProto& m, const std::string& name, float scale) {
    add_initializer<float>(m, name, {}, {scale});
    add_initializer<std::int8_t>(m, name + "_zero", {}, {0});
}

/// QGemm whose weights are `weight`, `depth` of them for each of 2 outputs.
onnx::ModelProto qgemm(std::int64_t depth, std::int8_t weight, float result_scale = 1) {
    onnx::ModelProto m = model_with_domains();
    const std::vector<std::int8_t> weights(static_cast<std::size_t>(2 * depth), weight);
    add_input(m, "x", {1, depth}, onnx::TensorProto::INT8);
    add_initializer(m, "w", {depth, 2}, weights);
    for (const char* name : {"xs", "ws"}) add_scale(m, name, 0.5f);
    add_scale(m, "ys", result_scale);
    add_named(m, "q", "QGemm", {"x", "xs", "xs_zero", "w", "ws", "ws_zero", "", "ys", "ys_zero"},
              "y", "com.microsoft");
    return with_outputs(m, {"y"});
}

onnx::ModelProto lstm() {
    onnx::ModelProto m = model_with_domains();
    add_input(m, "x", {3, 1, 4});
    add_weights(m, "w", {1, 8, 4});
    add_weights(m, "r", {1, 8, 2});
    set(add_named(m, "cells", "LSTM", {"x", "w", "r"}, "y"), "hidden_size", std::int64_t{2});
    return with_outputs(m, {"y"});
}

onnx::ModelProto attention() {
    onnx::ModelProto m = make_model(24, 10);
    for (const char* name : {"q", "k", "v"}) add_input(m, name, {1, 2, 3, 4});
    add_named(m, "heads", "Attention", {"q", "k", "v"}, "y");
    return with_outputs(m, {"y"});
}

/// A Loop whose body adds, and stacks what it has.
onnx::ModelProto loop(const std::string& op_type = "Tanh") {
    onnx::ModelProto m = model_with_domains();
    add_input(m, "x", {2, 3});
    add_initializer<std::int64_t>(m, "count", {}, {3});
    body_builder body;
    body.inputs({"i", "on"}).input("state", {2, 3}).outputs({"on", "next", "next"});
    body.node("Add", {"state", "x"}, {"sum"})->set_name("plus");
    body.node(op_type, {"sum"}, {"next"})->set_name("curve");
    add_repeated(m, "Loop", {"count", "", "x"}, {"last", "all"}, body);
    return with_outputs(m, {"last", "all"});
}

/// Calls of a function of one node, and one of a function that gives its input.
onnx::ModelProto calls(const std::string& op_type = "Gelu") {
    onnx::ModelProto m = model_with_domains(20);
    m.set_ir_version(9);
    add_input(m, "x", {2, 3});
    for (const char* name : {"Curve", "Copy"}) {
        auto* function = m.add_functions();
        function->set_name(name);
        function->set_domain("own");
        function->add_input("a");
        auto* imported = function->add_opset_import();
        imported->set_version(20);
        if (name == std::string("Copy")) {
            imported->set_domain("own");
            function->add_output("a");
            continue;
        }
        auto* node = function->add_node();
        node->set_name("inner");
        node->set_op_type(op_type);
        node->add_input("a");
        node->add_output("b");
        function->add_output("b");
    }
    add_named(m, "first", "Curve", {"x"}, "c", "own");
    add_named(m, "second", "Copy", {"c"}, "y", "own");
    return with_outputs(m, {"y"});
}

/// What passes rewrite: groups of QuantizeLinear and DequantizeLinear, a mean and an edge.
onnx::ModelProto quantized_mean() {
    onnx::ModelProto m = model_with_domains();
    add_input(m, "x", {1, 4, 4, 2});
    add_scale(m, "s", 0.5f);
    add_scale(m, "t", 0.25f);
    add_named(m, "in", "QuantizeLinear", {"x", "s", "s_zero"}, "xq");
    add_named(m, "real", "DequantizeLinear", {"xq", "s", "s_zero"}, "xr");
    auto* mean = add_named(m, "mean", "ReduceMean", {"xr"}, "mr");
    set(mean, "axes", extents{1, 2});
    set(mean, "keepdims", std::int64_t{0});
    add_named(m, "codes", "QuantizeLinear", {"mr", "t", "t_zero"}, "mq");
    add_named(m, "out", "DequantizeLinear", {"mq", "t", "t_zero"}, "y");
    return with_outputs(m, {"y"});
}

onnx_model rewritten(const onnx::ModelProto& m, const options& wanted = {}) {
    onnx_model model = load_proto(m);
    run_passes(model, wanted);
    return model;
}

/// What messages about the nodes of a model would call them.
std::set<std::string> origins(const onnx_model& m) {
    std::set<std::string> result;
    for (const node& n : m.nodes)
        result.insert(n.origin ? n.origin->name + " " + n.origin->op_type : "nobody " + n.name);
    return result;
}

using set_of = std::set<std::string>;

}  // namespace

TEST_CASE("every node is, or is a part of, one of the file") {
    CHECK(origins(load_proto(qgemm(4, 1))) == set_of{"q QGemm"});
    CHECK(origins(rewritten(qgemm(4, 1))) == set_of{"q QGemm"});
    CHECK(origins(rewritten(lstm())) == set_of{"cells LSTM"});
    CHECK(origins(rewritten(attention())) == set_of{"heads Attention"});
    CHECK(origins(rewritten(loop())) ==
          set_of{"loop Loop", "loop#1/plus Add", "loop#1/curve Tanh"});
    CHECK(origins(load_proto(calls())) == set_of{"first#1/inner Gelu", "second Copy"});
    options wanted;
    for (const edge_types edges :
         {edge_types::model, edge_types::quantized, edge_types::floating}) {
        wanted.edges = edges;
        for (const std::string& origin : origins(rewritten(quantized_mean(), wanted)))
            CHECK(set_of{"in QuantizeLinear", "real DequantizeLinear", "mean ReduceMean",
                         "codes QuantizeLinear", "out DequantizeLinear"}
                      .contains(origin));
    }
    wanted.edges = edge_types::floating;
    CHECK(origins(rewritten(qgemm(4, 1), wanted)) == set_of{"q QGemm"});
}

TEST_CASE("a message names the node of the file, and the operator that computes it") {
    const auto lowered = [](const onnx::ModelProto& m) {
        return verdict_of([&] { lower(rewritten(m), {}); });
    };
    CHECK(lowered(qgemm(140'000, 127))
              .says(outcome::unsupported,
                    "node 'q' (com.microsoft.QGemm-1, as Gemm): its accumulator"));
    CHECK(verdict_of_loading(loop("Det")).says(outcome::bad_input, "node 'loop#1/curve' (Det-11"));
    CHECK(
        verdict_of_loading(calls("Det")).says(outcome::bad_input, "node 'first#1/inner' (Det-11"));
}

TEST_CASE("a node that is an operator of the file is called like it") {
    const node own{.name = "a", .op_type = "Relu", .since = 13};
    CHECK(label_of(own) == "node 'a' (Relu-13)");
    node part{.name = "a_in", .op_type = "Relu", .since = 14};
    part.origin = std::make_shared<const node_origin>(node_origin{"a", "Relu", "", 13});
    CHECK(label_of(part) == "node 'a' (Relu-13)");
    part.domain = "com.microsoft";
    CHECK(label_of(part) == "node 'a' (Relu-13, as com.microsoft.Relu)");
}

TEST_CASE("while a notes_once lives, a remark is printed once") {
    captured_notes notes;
    const auto note_twice = [&](const char* sentence) {
        note(sentence), note(sentence);
        return notes.take();
    };
    CHECK(note_twice("a") == "onnx2hpp: note: a\nonnx2hpp: note: a\n");
    {
        const notes_once once;
        CHECK(note_twice("a") == "onnx2hpp: note: a\n");
        { const notes_once inner; }
        CHECK(note_twice("a").empty());
        CHECK(note_twice("b") == "onnx2hpp: note: b\n");
    }
    CHECK(note_twice("a") == "onnx2hpp: note: a\nonnx2hpp: note: a\n");
}
