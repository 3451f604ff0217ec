// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/onnx/choosing_branches.hpp>

#include <helpers/onnx_builder.hpp>
#include <helpers/outcomes.hpp>

#include <doctest/doctest.h>

using namespace onnx2hpp;
using namespace onnx2hpp::test;

namespace {

/// A branch of one node that makes `name`.
void add_branch(onnx::NodeProto* choice, const std::string& branch, const std::string& op_type,
                const std::string& name) {
    auto* graph = add_attribute(choice, branch, onnx::AttributeProto::GRAPH)->mutable_g();
    auto* inner = graph->add_node();
    inner->set_op_type(op_type);
    inner->add_input("x");
    if (op_type == "Squeeze") inner->add_input("first");
    inner->add_output(name);
    graph->add_output()->set_name(name);
}

/// Inputs x and sr, and the number 16000.
onnx::ModelProto two_inputs() {
    onnx::ModelProto m = make_model();
    add_input(m, "x", {2, 3});
    add_input(m, "sr", {}, onnx::TensorProto::INT64);
    add_initializer(m, "rate", {}, std::vector<std::int64_t>{16000});
    add_initializer(m, "first", {1}, std::vector<std::int64_t>{0});
    return m;
}

/// With an If on the value `condition`. Squeeze makes no sense for x; Transpose has another shape
/// than the other branch.
onnx::ModelProto with_if(onnx::ModelProto m, const std::string& then) {
    auto* choice = add_node(m, "If", {"condition"}, {"y"});
    add_branch(choice, "then_branch", then, "a");
    add_branch(choice, "else_branch", "Relu", "b");
    add_output(m, "y");
    return m;
}

}  // namespace

TEST_CASE("a branch that fails asks for the number that its condition compares with") {
    onnx::ModelProto m = two_inputs();
    add_node(m, "Equal", {"rate", "sr"}, {"condition"});
    CHECK(verdict_of_loading(with_if(m, "Squeeze"))
              .says(no,
                    "in a branch of an If whose condition is computed at run time; --constant "
                    "sr=16000 makes the condition true"));
    CHECK(verdict_of_loading(with_if(m, "Flatten")).code == outcome::success);
}

TEST_CASE("branches of different shapes do so, too") {
    onnx::ModelProto m = two_inputs();
    add_node(m, "Cast", {"sr"}, {"wide"});
    set(m.mutable_graph()->mutable_node(0), "to", std::int64_t{onnx::TensorProto::INT64});
    add_node(m, "Equal", {"wide", "rate"}, {"condition"});
    CHECK(verdict_of_loading(with_if(m, "Transpose")).says(no, "--constant sr=16000 makes"));
}

TEST_CASE("of another condition all inputs are named") {
    onnx::ModelProto m = two_inputs();
    add_input(m, "other", {}, onnx::TensorProto::INT64);
    add_node(m, "Add", {"sr", "other"}, {"sum"});
    add_node(m, "Less", {"rate", "sum"}, {"condition"});
    CHECK(verdict_of_loading(with_if(m, "Transpose"))
              .says(no, "--constant sr=VALUE --constant other=VALUE makes the condition known"));
}
