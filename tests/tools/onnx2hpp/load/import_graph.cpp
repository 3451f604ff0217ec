// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/load/import_graph.hpp>

#include <onnx2hpp/constants.hpp>

#include <helpers/captured_notes.hpp>
#include <helpers/onnx_builder.hpp>
#include <helpers/outcomes.hpp>

#include <doctest/doctest.h>

#include <limits>

using namespace onnx2hpp;
using namespace onnx2hpp::test;

namespace {

/// y = Add(x, w) with w a constant; the input's shape is [2].
onnx::ModelProto sum() {
    onnx::ModelProto m = make_model();
    add_input(m, "x", {2});
    add_weights(m, "w", {2});
    add_node(m, "Add", {"x", "w"}, {"y"});
    add_output(m, "y");
    return m;
}

}  // namespace

TEST_CASE("values, constants, inputs and outputs keep their names") {
    const onnx_model model = load_proto(sum());
    CHECK(model.inputs.size() == 1);
    CHECK(model.outputs.size() == 1);
    CHECK(value_named(model, "w").constant);
    CHECK_FALSE(value_named(model, "x").constant);
    CHECK(model.nodes.at(0).name == "y");
    CHECK(model.nodes.at(0).since == 13);
    CHECK(model.opsets.at("") == 13);
    CHECK(model.sha256.size() == 64);
}

TEST_CASE("an input that is an initializer too is a constant (IR version 3)") {
    onnx::ModelProto m = sum();
    m.set_ir_version(3);
    add_input(m, "w", {2});
    CHECK(load_proto(m).inputs.size() == 1);
}

TEST_CASE("an optional input without a name is absent") {
    onnx::ModelProto m = make_model();
    add_input(m, "x", {2});
    add_weights(m, "high", {});
    add_node(m, "Clip", {"x", "", "high"}, {"y"});
    add_output(m, "y");
    CHECK(load_proto(m).nodes.at(0).inputs.at(1) == absent);
}

TEST_CASE("names that nothing defines are bad input") {
    onnx::ModelProto missing = sum();
    missing.mutable_graph()->clear_initializer();
    CHECK(verdict_of_loading(missing).says(bad,
                                           "node 'y' (Add-13): its input 'w' is made by no node"));
    onnx::ModelProto unmade = sum();
    add_output(unmade, "z");
    CHECK(verdict_of_loading(unmade).says(bad, "output 'z' is never produced"));
}

TEST_CASE("names that two things define are bad input") {
    onnx::ModelProto twice = sum();
    add_node(twice, "Relu", {"x"}, {"y"});
    CHECK(verdict_of_loading(twice).says(bad,
                                         "'y' is defined twice: by node 'y' (Add-13) and by node"));
    onnx::ModelProto inputs = sum();
    add_input(inputs, "x", {2});
    CHECK(verdict_of_loading(inputs).says(bad, "'x' is defined twice"));
    onnx::ModelProto constants = sum();
    add_weights(constants, "w", {2});
    CHECK(verdict_of_loading(constants).says(bad, "'w' is defined twice: by an initializer"));
    onnx::ModelProto nameless = sum();
    add_weights(nameless, "", {2});
    CHECK(verdict_of_loading(nameless).says(bad, "has no name"));
}

TEST_CASE("a cycle is bad input") {
    onnx::ModelProto m = make_model();
    add_input(m, "x", {2});
    add_node(m, "Add", {"x", "b"}, {"a"});
    add_node(m, "Relu", {"a"}, {"b"});
    add_output(m, "b");
    CHECK(verdict_of_loading(m).says(bad, "the graph has a cycle"));
}

TEST_CASE("nodes may come in any order") {
    onnx::ModelProto m = make_model();
    add_input(m, "x", {2});
    add_node(m, "Relu", {"a"}, {"y"});
    add_node(m, "Relu", {"x"}, {"a"});
    add_output(m, "y");
    CHECK(load_proto(m).nodes.at(0).name == "a");
}

TEST_CASE("parts of a model that the tool does not do are refused by name") {
    onnx::ModelProto sparse = sum();
    sparse.mutable_graph()->add_sparse_initializer()->mutable_values()->set_name("s");
    CHECK(verdict_of_loading(sparse).says(no, "initializer 's' is sparse"));
    onnx::ModelProto loop = sum();
    add_node(loop, "Loop", {"x"}, {"z"});
    CHECK(verdict_of_loading(loop).says(bad, "node 'z' (Loop): it has no body"));
    onnx::ModelProto custom = sum();
    custom.mutable_graph()->mutable_node(0)->set_domain("my.ops");
    CHECK(verdict_of_loading(custom).says(bad, "imports no opset of domain 'my.ops'"));
    custom.add_opset_import()->set_domain("my.ops");
    custom.mutable_opset_import(1)->set_version(3);
    CHECK(verdict_of_loading(custom).says(no, "(my.ops.Add-3)"));
}

TEST_CASE("attributes without a type, twice, or of a strange type are refused") {
    onnx::ModelProto m = sum();
    auto* node = m.mutable_graph()->mutable_node(0);
    node->add_attribute()->set_name("axis");
    CHECK(verdict_of_loading(m).says(bad, "attribute 'axis' has no type"));
    node->clear_attribute();
    set(node, "axis", std::int64_t{1});
    CHECK(verdict_of_loading(m).says(no, "attribute 'axis' is not known"));
    set(node, "axis", std::int64_t{1});
    CHECK(verdict_of_loading(m).says(bad, "attribute 'axis' is there twice"));
    node->clear_attribute();
    add_attribute(node, "graph", onnx::AttributeProto::GRAPH)->mutable_g();
    CHECK(verdict_of_loading(m).says(no, "'graph' is of type GRAPH"));
}

TEST_CASE("control characters of a name do not reach the terminal") {
    onnx::ModelProto m = sum();
    m.mutable_graph()->mutable_node(0)->set_name("a\x1b[2Jb\n");
    m.mutable_graph()->mutable_node(0)->set_op_type("Unknown");
    CHECK(verdict_of_loading(m).says(no, "'a\\x1b[2Jb\\x0a'"));
}

TEST_CASE("a node without outputs is wrong, one that leaves out its first is not supported") {
    onnx::ModelProto m = make_model(14);
    add_input(m, "x", {2});
    auto* node = add_node(m, "Dropout", {"x"}, {"", ""});
    add_output(m, "x");
    CHECK(verdict_of_loading(m).says(bad, "it has no output"));
    node->set_output(1, "h");
    CHECK(verdict_of_loading(m).says(no, "its output 0 is left out"));
}

TEST_CASE("values of float16 become floats, edges with a note") {
    auto m = make_model();
    add_input(m, "x", {2}, onnx::TensorProto::FLOAT16);
    add_initializer(m, "w", {2}, std::vector<std::int8_t>{0x00, 0x3C, 0x00, 0x40})
        ->set_data_type(onnx::TensorProto::FLOAT16);
    add_node(m, "Add", {"x", "w"}, {"sum"});
    add_node(m, "Relu", {"sum"}, {"y"});
    add_value_info(m, "sum", {2}, onnx::TensorProto::FLOAT16);
    describe(m.mutable_graph()->add_output(), "y", {2}, onnx::TensorProto::FLOAT16);
    captured_notes notes;
    const onnx_model loaded = load_proto(m);
    CHECK(notes.take() ==
          "onnx2hpp: note: input 'x' of float16 becomes float32\n"
          "onnx2hpp: note: output 'y' of float16 becomes float32\n");
    CHECK(loaded.has_float16);
    for (const char* name : {"x", "w", "sum", "y"})
        CHECK(value_named(loaded, name).type == tigris::dtype::f32);
    CHECK(numbers_of(*value_named(loaded, "w").constant) == std::vector<double>{1, 2});
}

TEST_CASE("edges of 4 bits have a byte for each number, doubles that are floats stay floats") {
    auto m = make_model(21, 10);
    add_input(m, "x", {2}, 22);
    set(add_node(m, "Cast", {"x"}, {"y"}), "to", std::int64_t{onnx::TensorProto::DOUBLE});
    describe(m.mutable_graph()->add_output(), "y", {2}, onnx::TensorProto::DOUBLE);
    captured_notes notes;
    const onnx_model loaded = load_proto(m);
    CHECK(
        notes.take() ==
        "onnx2hpp: note: input 'x' of int4 becomes int8, one number to a byte\n"
        "onnx2hpp: note: output 'y' of double becomes float32, which holds its numbers exactly\n");
    CHECK(value_named(loaded, "x").type == tigris::dtype::i8);
    CHECK(value_named(loaded, "y").type == tigris::dtype::f32);
}

TEST_CASE("constants of double that become float are those floats, others are refused") {
    auto m = make_model();
    add_input(m, "x", {2});
    onnx::TensorProto tenth;
    tenth.set_name("tenth");
    tenth.set_data_type(onnx::TensorProto::DOUBLE);
    tenth.add_dims(2);
    tenth.add_double_data(0.1);
    tenth.add_double_data(1e300);
    *m.mutable_graph()->add_initializer() = tenth;
    *add_attribute(add_node(m, "Constant", {}, {"held"}), "value", onnx::AttributeProto::TENSOR)
         ->mutable_t() = tenth;
    set(add_node(m, "Cast", {"tenth"}, {"a"}), "to", std::int64_t{1});
    set(add_node(m, "Cast", {"held"}, {"b"}), "to", std::int64_t{1});
    add_output(m, "a");
    add_output(m, "b");
    const onnx_model loaded = load_proto(m);
    for (const char* name : {"a", "b"})
        CHECK(numbers_of(*value_named(loaded, name).constant) ==
              std::vector<double>{double(0.1f), std::numeric_limits<double>::infinity()});
    add_input(m, "wide", {2}, onnx::TensorProto::DOUBLE);
    CHECK(verdict_of_loading(m).says(no, "input 'wide' is of type double"));
}
