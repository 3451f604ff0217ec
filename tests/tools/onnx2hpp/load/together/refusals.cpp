// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Models that are right to be refused: none of them may be guessed at one day without a thought.

#include <onnx2hpp/load/load.hpp>
#include <onnx2hpp/onnx/opsets.hpp>

#include <helpers/onnx_builder.hpp>

#include <doctest/doctest.h>

using namespace onnx2hpp;
using namespace onnx2hpp::test;

namespace {

/// A model of one node on an image x, with constants and a run-time number n beside it.
struct one_node {
    std::string op_type;
    names inputs{"x"};
    names outputs{"y"};
    int opset = 18;
    std::string domain{};
    std::map<std::string, std::int64_t> integers{};
    std::map<std::string, std::string> texts{};

    onnx::ModelProto model() const {
        onnx::ModelProto m = make_model(opset, 10);
        auto* imported = m.add_opset_import();
        imported->set_domain("com.microsoft");
        imported->set_version(1);
        add_input(m, "x", {1, 2, 4, 4});
        add_input(m, "n", {1}, onnx::TensorProto::INT64);
        add_input(m, "list", {4}, onnx::TensorProto::INT64);
        add_input(m, "on", {}, onnx::TensorProto::BOOL);
        add_weights(m, "w", {2, 2, 3, 3});
        add_weights(m, "half", {});
        auto* node = add_node(m, op_type, inputs, outputs);
        node->set_domain(domain);
        for (const auto& [name, number] : integers) set(node, name, number);
        for (const auto& [name, text] : texts) set(node, name, text);
        for (const std::string& name : outputs) add_output(m, name);
        return m;
    }
};

struct refusal {
    one_node n;
    const char* says;
};

const refusal refusals[] = {
    // What the table of operators does not hold.
    {{"Xyz"}, "this operator is not supported"},
    {{"StringNormalizer"}, "this operator is not supported"},
    {{"QAttention", {"x"}, {"y"}, 18, "com.microsoft"}, "this operator is not supported"},
    {{"Relu", {"x"}, {"y"}, newest_opset + 1}, "is newer than"},
    {{"Add", {"x", "x"}, {"y"}, 5}, "is older than the versions"},
    {{"Relu", {"x"}, {"y"}, 18, "", {{"alpha", 1}}}, "attribute 'alpha' is not known"},
    {{"Conv", {"x", "w"}, {"y"}, 18, "", {}, {{"padding_mode", "reflect"}}}, "'padding_mode' is"},
    {{"TopK", {"x", "n"}, {"y", "i"}, 9, "", {{"largest", 0}, {"k", 1}}}, "at most 1 are known"},
    {{"Relu", {"x", "x"}}, "it has 2 inputs"},
    // Shapes and axes that are known only at run time.
    {{"Reshape", {"x", "list"}}, "computed at run time"},
    {{"Expand", {"x", "list"}}, "computed at run time"},
    {{"Tile", {"x", "list"}}, "computed at run time"},
    {{"TopK", {"x", "n"}, {"y", "i"}}, "computed at run time"},
    {{"ReduceSum", {"x", "n"}}, "computed at run time"},
    {{"Squeeze", {"x", "n"}}, "computed at run time"},
    {{"Slice", {"x", "n", "n"}}, "computed at run time"},
    {{"Pad", {"x", "list"}}, "computed at run time"},
    {{"Resize", {"x", "", "", "list"}}, "computed at run time"},
    {{"ConstantOfShape", {"list"}}, "computed at run time"},
    // Training.
    {{"Dropout", {"x", "half", "on"}, {"y"}}, "training mode"},
    // Types and meanings that kernels do not have.
    {{"Sin", {"n"}}, "is int64, which is not supported here"},
    {{"And", {"x", "x"}}, "is float, which is not supported here"},
    {{"MatMul", {"on", "on"}}, "is bool, whose sums overflow"},
    {{"Cast", {"x"}, {"y"}, 18, "", {{"to", onnx::TensorProto::STRING}}},
     "elements of type string"},
};

}  // namespace

TEST_CASE("what is refused stays refused, for its reason") {
    for (const refusal& r : refusals) {
        CAPTURE(r.n.op_type);
        CAPTURE(r.says);
        const verdict found = verdict_of_loading(r.n.model());
        CHECK_MESSAGE(found.says(outcome::unsupported, r.says), found.sentence);
    }
}
