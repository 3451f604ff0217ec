// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/load/flatten.hpp>
#include <onnx2hpp/operators/list.hpp>

#include <helpers/model_builder.hpp>
#include <helpers/onnx_builder.hpp>
#include <helpers/outcomes.hpp>

#include <doctest/doctest.h>

using namespace onnx2hpp;
using namespace onnx2hpp::test;

namespace {

onnx::FunctionProto* add_function(onnx::ModelProto& m, const std::string& name, const names& inputs,
                                  const names& outputs, int opset = 13) {
    auto* function = m.add_functions();
    function->set_name(name);
    function->set_domain("own");
    for (const std::string& input : inputs) function->add_input(input);
    for (const std::string& output : outputs) function->add_output(output);
    function->add_opset_import()->set_version(opset);
    auto* own = function->add_opset_import();
    own->set_domain("own");
    own->set_version(1);
    return function;
}

onnx::NodeProto* add_to(onnx::FunctionProto* function, const std::string& op_type,
                        const names& inputs, const names& outputs) {
    auto* node = function->add_node();
    node->set_op_type(op_type);
    for (const std::string& name : inputs) node->add_input(name);
    for (const std::string& name : outputs) node->add_output(name);
    return node;
}

onnx::NodeProto* call(onnx::ModelProto& m, const std::string& name, const names& inputs,
                      const names& outputs) {
    auto* node = add_node(m, name, inputs, outputs);
    node->set_domain("own");
    return node;
}

/// A model that imports the domain of its functions.
onnx::ModelProto model_with_functions(int opset = 13) {
    onnx::ModelProto m = make_model(opset);
    auto* own = m.add_opset_import();
    own->set_domain("own");
    own->set_version(1);
    add_input(m, "x", {2, 3});
    return m;
}

/// A branch of one node, whose result is called like the node's output.
void add_branch(onnx::NodeProto* node, const std::string& name, const std::string& op_type,
                const names& inputs, const std::string& output) {
    auto* graph = add_attribute(node, name, onnx::AttributeProto::GRAPH)->mutable_g();
    auto* inner = graph->add_node();
    inner->set_op_type(op_type);
    for (const std::string& input : inputs) inner->add_input(input);
    inner->add_output(output);
    graph->add_output()->set_name(output);
}

onnx::ModelProto model_with_if(const names& condition_of) {
    onnx::ModelProto m = make_model();
    add_input(m, "x", {1, 3});
    if (condition_of.empty())
        add_input(m, "c", {}, onnx::TensorProto::BOOL);
    else
        add_initializer<std::uint8_t>(m, "c", {}, {std::uint8_t(condition_of[0] == "true")})
            ->set_data_type(onnx::TensorProto::BOOL);
    auto* node = add_node(m, "If", {"c"}, {"y"});
    add_branch(node, "then_branch", "Relu", {"x"}, "r");
    add_branch(node, "else_branch", "Sigmoid", {"x"}, "r");
    add_output(m, "y");
    return m;
}

onnx_model load_with(const onnx::ModelProto& m, const std::map<std::string, bool>& branches) {
    const temporary_folder folder;
    options wanted;
    wanted.input = folder.write("model.onnx", m.SerializeAsString());
    wanted.branches = branches;
    return load(wanted, all_operators());
}

}  // namespace

TEST_CASE("a function's body stands where it is called, each time with its own values") {
    onnx::ModelProto m = model_with_functions();
    auto* twice = add_function(m, "Twice", {"a"}, {"b"});
    add_to(twice, "Relu", {"a"}, {"t"});
    add_to(twice, "Sigmoid", {"t"}, {"b"});
    call(m, "Twice", {"x"}, {"y"});
    call(m, "Twice", {"y"}, {"z"});
    add_output(m, "z");
    CHECK(op_types(load_proto(m)) == names{"Relu", "Sigmoid", "Relu", "Sigmoid"});
}

TEST_CASE("functions call functions, and may be in the file in any order") {
    onnx::ModelProto m = model_with_functions();
    auto* outer = add_function(m, "Outer", {"a"}, {"b"});
    add_to(outer, "Inner", {"a"}, {"b"})->set_domain("own");
    add_to(add_function(m, "Inner", {"a"}, {"b"}), "Relu", {"a"}, {"b"});
    call(m, "Outer", {"x"}, {"y"});
    add_output(m, "y");
    CHECK(op_types(load_proto(m)) == names{"Relu"});
}

namespace {

/// Functions of which each calls the next, and the last is a Relu.
onnx::ModelProto nested_functions(int depth) {
    onnx::ModelProto m = model_with_functions();
    for (int i = 1; i < depth; ++i)
        add_to(add_function(m, "F" + std::to_string(i), {"a"}, {"b"}), "F" + std::to_string(i + 1),
               {"a"}, {"b"})
            ->set_domain("own");
    add_to(add_function(m, "F" + std::to_string(depth), {"a"}, {"b"}), "Relu", {"a"}, {"b"});
    call(m, "F1", {"x"}, {"y"});
    add_output(m, "y");
    return m;
}

}  // namespace

TEST_CASE("functions are nested as deep as any model does, and no deeper") {
    CHECK(op_types(load_proto(nested_functions(100))) == names{"Relu"});
    CHECK(verdict_of_loading(nested_functions(101)).says(bad, "nested more than 100 deep"));
    CHECK(verdict_of_loading(nested_functions(20000)).says(bad, "nested more than 100 deep"));
}

TEST_CASE("a function that calls itself is refused") {
    onnx::ModelProto m = model_with_functions();
    add_to(add_function(m, "A", {"a"}, {"b"}), "B", {"a"}, {"b"})->set_domain("own");
    add_to(add_function(m, "B", {"a"}, {"b"}), "A", {"a"}, {"b"})->set_domain("own");
    call(m, "A", {"x"}, {"y"});
    add_output(m, "y");
    CHECK(verdict_of_loading(m).says(bad, "calls itself"));
}

TEST_CASE("attributes of a call reach the body, and those that are not given are left out") {
    onnx::ModelProto m = model_with_functions();
    auto* function = add_function(m, "Soft", {"a"}, {"b"});
    function->add_attribute("along");
    auto* axis =
        add_attribute(add_to(function, "Softmax", {"a"}, {"b"}), "axis", onnx::AttributeProto::INT);
    axis->set_ref_attr_name("along");
    set(call(m, "Soft", {"x"}, {"y"}), "along", std::int64_t{0});
    call(m, "Soft", {"y"}, {"z"});
    add_output(m, "z");
    const onnx_model loaded = load_proto(m);
    REQUIRE(loaded.nodes.size() == 2);
    CHECK(std::get<std::int64_t>(loaded.nodes[0].attributes.at("axis")) == 0);
    CHECK(!loaded.nodes[1].attributes.contains("axis"));
    set(m.mutable_graph()->mutable_node(1), "other", std::int64_t{0});
    CHECK(verdict_of_loading(m).says(bad, "has no attribute 'other'"));
}

TEST_CASE("a default attribute is known, though old protobuf classes do not have it") {
    onnx::ModelProto m = model_with_functions();
    auto* function = add_function(m, "Soft", {"a"}, {"b"});
    onnx::AttributeProto usual;
    usual.set_name("along");
    usual.set_type(onnx::AttributeProto::INT);
    usual.set_i(0);
    function->GetReflection()->MutableUnknownFields(function)->AddLengthDelimited(
        11, usual.SerializeAsString());
    add_attribute(add_to(function, "Softmax", {"a"}, {"b"}), "axis", onnx::AttributeProto::INT)
        ->set_ref_attr_name("along");
    call(m, "Soft", {"x"}, {"y"});
    add_output(m, "y");
    CHECK(std::get<std::int64_t>(load_proto(m).nodes[0].attributes.at("axis")) == 0);
}

TEST_CASE("a body means operators of its own opset") {
    onnx::ModelProto m = model_with_functions(13);
    add_to(add_function(m, "Soft", {"a"}, {"b"}, 11), "Softmax", {"a"}, {"b"});
    call(m, "Soft", {"x"}, {"y"});
    add_output(m, "y");
    CHECK(load_proto(m).nodes[0].since == 11);
}

TEST_CASE("an output of a function that is an input is a copy") {
    onnx::ModelProto m = model_with_functions();
    add_function(m, "Same", {"a"}, {"a"});
    call(m, "Same", {"x"}, {"y"});
    add_output(m, "y");
    CHECK(op_types(load_proto(m)) == names{"Identity"});
}

TEST_CASE("of an If with a constant condition one branch is left") {
    CHECK(op_types(load_proto(model_with_if({"true"}))) == names{"Relu", "Identity"});
    CHECK(op_types(load_proto(model_with_if({"false"}))) == names{"Sigmoid", "Identity"});
}

TEST_CASE("the branch that is not taken need not make sense") {
    onnx::ModelProto m = make_model();
    add_input(m, "x", {2, 3});
    add_initializer<std::uint8_t>(m, "c", {}, {0})->set_data_type(onnx::TensorProto::BOOL);
    add_initializer<std::int64_t>(m, "axes", {1}, {0});
    auto* node = add_node(m, "If", {"c"}, {"y"});
    add_branch(node, "then_branch", "Squeeze", {"x", "axes"}, "a");
    add_branch(node, "else_branch", "Relu", {"x"}, "b");
    add_output(m, "y");
    CHECK(op_types(load_proto(m)) == names{"Relu", "Identity"});
}

TEST_CASE("an If without its branches is refused") {
    onnx::ModelProto m = make_model();
    add_input(m, "x", {1}, onnx::TensorProto::BOOL);
    add_node(m, "If", {"x"}, {"z"});
    add_output(m, "z");
    CHECK(verdict_of_loading(m).says(bad, "node 'z' (If): it has no then_branch"));
    m.mutable_graph()->mutable_node(0)->set_name("choice");
    CHECK(verdict_of_loading(m).says(bad, "node 'choice' (If): it has no then_branch"));
}

TEST_CASE("an output of a branch has a name") {
    onnx::ModelProto m = model_with_if({});
    auto* branch = m.mutable_graph()->mutable_node(0)->mutable_attribute(1)->mutable_g();
    branch->mutable_output(0)->clear_name();
    CHECK(
        verdict_of_loading(m).says(bad, "node 'y' (If): an output of its else_branch has no name"));
}

TEST_CASE("an If whose branch the user takes is that branch, and the other one is not read") {
    onnx::ModelProto m = model_with_if({});
    m.mutable_graph()->mutable_node(0)->set_name("choice");
    auto& otherwise = *m.mutable_graph()->mutable_node(0)->mutable_attribute(1)->mutable_g();
    otherwise.mutable_node(0)->set_op_type("Unheard");
    CHECK(verdict_of_loading(m).code == outcome::unsupported);
    CHECK(op_types(load_with(m, {{"choice", true}})) == names{"Relu", "Identity"});
    CHECK(load_with(m, {{"choice", true}}).inputs.size() == 2);
    CHECK(verdict_of([&] { load_with(m, {{"choice", false}}); }).code == outcome::unsupported);
    CHECK(verdict_of([&] {
              load_with(m, {{"other", true}});
          }).says(bad, "--if other: the model has no If of this name"));
}

TEST_CASE("an If without a name is called like its output, and one within has a path before it") {
    onnx::ModelProto m = make_model();
    add_input(m, "x", {1, 3});
    add_input(m, "c", {}, onnx::TensorProto::BOOL);
    auto* outer = add_node(m, "If", {"c"}, {"y"});
    add_branch(outer, "then_branch", "Relu", {"x"}, "r");
    add_branch(outer, "else_branch", "If", {"c"}, "s");
    auto* inner = outer->mutable_attribute(1)->mutable_g()->mutable_node(0);
    inner->set_name("inner");
    add_branch(inner, "then_branch", "Tanh", {"x"}, "t");
    add_branch(inner, "else_branch", "Flatten", {"x"}, "u");
    add_output(m, "y");
    CHECK(op_types(load_with(m, {{"y", true}})) == names{"Relu", "Identity"});
    CHECK(op_types(load_with(m, {{"y", false}, {"If#2/inner", true}})) ==
          names{"Tanh", "Identity", "Identity"});
}

TEST_CASE("a refused If shows both shapes and how to take a branch") {
    onnx::ModelProto m = model_with_if({});
    m.mutable_graph()->mutable_node(0)->set_name("choice");
    auto* branch = m.mutable_graph()->mutable_node(0)->mutable_attribute(1)->mutable_g();
    branch->mutable_node(0)->set_op_type("Transpose");
    const verdict ended = verdict_of_loading(m);
    CHECK(ended.says(outcome::unsupported, "float of shape [1, 3] where it is true"));
    CHECK(ended.says(outcome::unsupported, "float of shape [3, 1] where it is false"));
    CHECK(ended.says(outcome::unsupported, "--if choice=then or --if choice=else"));
}

TEST_CASE("two nodes If of one name cannot be told apart") {
    onnx::ModelProto m = model_with_if({});
    *m.mutable_graph()->add_node() = m.graph().node(0);
    for (int i = 0; i < 2; ++i) m.mutable_graph()->mutable_node(i)->set_name("choice");
    m.mutable_graph()->mutable_node(1)->set_output(0, "z");
    CHECK(verdict_of([&] { load_with(m, {{"choice", true}}); }).says(bad, "two nodes If"));
}
