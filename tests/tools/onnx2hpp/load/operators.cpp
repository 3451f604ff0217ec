// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/load/operators.hpp>

#include <onnx2hpp/operators/list.hpp>

#include <helpers/onnx_builder.hpp>
#include <helpers/outcomes.hpp>

#include <doctest/doctest.h>

using namespace onnx2hpp;
using namespace onnx2hpp::test;

namespace {

int version_in_force(const std::string& op_type, std::size_t inputs, int opset) {
    node n{.name = "n", .op_type = op_type, .inputs = std::vector<value_id>(inputs, 0)};
    apply_operator_rule(all_operators(), n, opset);
    return n.since;
}

verdict verdict_of_node(node n, int opset = 13) {
    n.name = "n";
    return verdict_of([&] { apply_operator_rule(all_operators(), n, opset); });
}

}  // namespace

TEST_CASE("the version in force is the newest that is not newer than the opset") {
    CHECK(version_in_force("Conv", 2, 10) == 1);
    CHECK(version_in_force("Conv", 2, 11) == 11);
    CHECK(version_in_force("Conv", 2, 21) == 11);
    CHECK(version_in_force("Conv", 2, 22) == 22);
    CHECK(version_in_force("Softmax", 1, 12) == 11);
    CHECK(version_in_force("Clip", 3, 12) == 12);
    CHECK(version_in_force("Reshape", 2, 28) == 25);
    CHECK(version_in_force("Resize", 2, 10) == 10);
    CHECK(version_in_force("Resize", 4, 12) == 11);
    CHECK(version_in_force("Resize", 3, 28) == 19);
    CHECK(version_in_force("Upsample", 2, 9) == 9);
    CHECK(version_in_force("HardSwish", 1, 14) == 14);
    CHECK(version_in_force("Sigmoid", 1, 12) == 6);
}

TEST_CASE("what the table does not hold is refused, with node, operator and version") {
    CHECK(verdict_of_node({.op_type = "Glue"}, 20)
              .says(no, "node 'n' (Glue-0): this operator is not"));
    CHECK(verdict_of_node({.op_type = "QGlue", .domain = "com.microsoft"})
              .says(no, "(com.microsoft.QGlue-0): this operator is not"));
    CHECK(verdict_of_node({.op_type = "Relu", .domain = "org.example"})
              .says(no, "(org.example.Relu-0): operators of domain 'org.example'"));
    CHECK(verdict_of_node({.op_type = "Quant", .domain = "qonnx.custom_op.general"})
              .says(no,
                    "(qonnx.custom_op.general.Quant-0): this operator of a research tool is not "
                    "supported; convert the model with QuantToQCDQ"));
    CHECK(verdict_of_node({.op_type = "Quant", .domain = "onnx.brevitas"})
              .says(no, "export_onnx_qcdq"));
    CHECK(verdict_of_node({.op_type = "MultiThreshold", .domain = "finn.custom_op.general"})
              .says(no, "Brevitas"));
    CHECK(verdict_of_node({.op_type = "RequantShift", .domain = "PACTOps"})
              .says(no, "requant_node=False"));
    CHECK(verdict_of_node({.op_type = "RequantShift"}).says(no, "requant_node=False"));
    CHECK(verdict_of_node({.op_type = "Relu", .inputs = {0}}, 29).says(no, "(Relu-29): opset 29"));
    CHECK(verdict_of_node({.op_type = "Add", .inputs = {0, 0}}, 5).says(no, "opset 5 is older"));
    CHECK(verdict_of_node({.op_type = "Relu", .inputs = {0, 0}}).says(no, "2 inputs"));
    CHECK(verdict_of_node({.op_type = "Relu", .inputs = {0}, .outputs = {1, 2}})
              .says(outcome::bad_input, "2 outputs, but at most 1"));
    CHECK(verdict_of_node({.op_type = "Conv", .inputs = {0, 0}, .attributes = {{"axis", 1}}})
              .says(no, "node 'n' (Conv-11): attribute 'axis' is not known"));
}

TEST_CASE("attributes and inputs belong to versions") {
    const node dilated{.op_type = "AveragePool",
                       .inputs = {0},
                       .attributes = {{"kernel_shape", extents{2}}, {"dilations", extents{2}}}};
    CHECK(verdict_of_node(dilated, 18).says(outcome::unsupported, "'dilations'"));
    CHECK(verdict_of_node(dilated, 19).code == outcome::success);
    const node resize{.op_type = "Resize", .inputs = {0, 0, 0}, .attributes = {{"antialias", 1}}};
    CHECK(verdict_of_node(resize, 17).says(outcome::unsupported, "'antialias'"));
    CHECK(verdict_of_node(resize, 18).code == outcome::success);
    const node squeeze{.op_type = "Squeeze", .inputs = {0, 0}};
    CHECK(verdict_of_node(squeeze, 12).code == outcome::unsupported);
    CHECK(verdict_of_node(squeeze, 13).code == outcome::success);
}

TEST_CASE("what ONNX forbids is bad input") {
    CHECK(verdict_of_node({.op_type = "Conv", .inputs = {0}}).says(bad, "input 1 is missing"));
    CHECK(verdict_of_node({.op_type = "Concat", .inputs = {0}}).says(bad, "'axis' is missing"));
    CHECK(verdict_of_node({.op_type = "Conv", .inputs = {absent, 0}})
              .says(bad, "input 0 is missing"));
    CHECK(verdict_of_node({.op_type = "MaxPool", .inputs = {0}})
              .says(bad, "'kernel_shape' is missing"));
    CHECK(verdict_of_node({.op_type = "Conv", .inputs = {0, 0}, .attributes = {{"group", 1.0f}}})
              .says(bad, "'group' is of type FLOAT, but must be INT"));
}
