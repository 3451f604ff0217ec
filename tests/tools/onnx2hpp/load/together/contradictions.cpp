// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Nodes whose tensors or attributes ONNX does not define: runtimes refuse them, or disagree.
#include <helpers/onnx_builder.hpp>
#include <helpers/outcomes.hpp>

#include <doctest/doctest.h>

using namespace onnx2hpp;
using namespace onnx2hpp::test;

namespace {

struct input {
    extents dims;
    int type = onnx::TensorProto::FLOAT;
};

/// One node that reads these inputs; operators of com.microsoft have a point in their name.
onnx::ModelProto model_of(int opset, const std::string& op, const std::vector<input>& inputs) {
    onnx::ModelProto m = make_model(opset, 10);
    names used;
    for (const input& i : inputs) {
        used.push_back("x" + std::to_string(used.size()));
        add_input(m, used.back(), i.dims, i.type);
    }
    const std::size_t point = op.rfind('.');
    auto* node = add_node(m, op.substr(point + 1), used, {"y"});
    if (point != op.npos) {
        node->set_domain(op.substr(0, point));
        auto* import = m.add_opset_import();
        import->set_domain(node->domain());
        import->set_version(1);
    }
    add_output(m, "y");
    return m;
}

verdict verdict_of_node(int opset, const std::string& op, const std::vector<input>& inputs) {
    return verdict_of_loading(model_of(opset, op, inputs));
}

}  // namespace

TEST_CASE("a number that says yes or no is 1 or 0") {
    const auto reduced = [](std::int64_t keeps) {
        onnx::ModelProto m = model_of(13, "ReduceMax", {{{2, 3}}});
        set(m.mutable_graph()->mutable_node(0), "keepdims", keeps);
        return verdict_of_loading(m);
    };
    CHECK(reduced(0).sentence == "");
    CHECK(reduced(1).sentence == "");
    CHECK(reduced(2).says(bad, "attribute 'keepdims' is 2, but must be 0 or 1"));
    CHECK(reduced(-1).says(bad, "must be 0 or 1"));
}

TEST_CASE("a mask of one number is for one key, or for all") {
    const input heads{{1, 1, 3, 4}};
    CHECK(verdict_of_node(23, "Attention", {heads, heads, heads, {{3, 3}}}).sentence == "");
    CHECK(verdict_of_node(23, "Attention", {heads, heads, heads, {{3, 1}}})
              .says(no, "its mask of shape [3, 1] is for one key, or the same for all 3"));
}

TEST_CASE("zero points of integer products are of their codes' type") {
    constexpr int u8 = onnx::TensorProto::UINT8, f32 = onnx::TensorProto::FLOAT;
    const input image{{1, 1, 3, 3}, u8}, weights{{1, 1, 2, 2}, u8};
    CHECK(verdict_of_node(10, "ConvInteger", {image, weights, {{}, u8}}).sentence == "");
    CHECK(verdict_of_node(10, "ConvInteger", {image, weights, {{}, f32}})
              .says(bad, "the zero point of input 0 has another type"));
    CHECK(verdict_of_node(10, "ConvInteger", {image, weights, image})
              .says(bad, "the zero point of input 0 is not one number"));
    CHECK(verdict_of_node(10, "MatMulInteger", {{{2, 3}, u8}, {{3, 2}, u8}, {{}, u8}, {{}, f32}})
              .says(bad, "the zero point of input 1 has another type"));
}

TEST_CASE("what is added has the shape of what it is added to") {
    const input x{{2, 3, 4}}, scale{{4}};
    const std::string skip = "com.microsoft.SkipLayerNormalization";
    CHECK(verdict_of_node(13, skip, {x, {{1, 3, 4}}, scale}).sentence == "");
    CHECK(verdict_of_node(13, skip, {{{1, 3, 4}}, x, scale})
              .says(bad, "its skip of shape [2, 3, 4] does not fit its input of shape [1, 3, 4]"));
    const input image{{1, 1, 3, 3}}, weights{{2, 1, 1, 1}}, bias{{2}};
    CHECK(verdict_of_node(13, "com.microsoft.FusedConv", {image, weights, bias, image})
              .says(bad, "input 3 of shape [1, 1, 3, 3] is not of the result's shape"));
}

TEST_CASE("indices are integers, also those of constants") {
    onnx::ModelProto m = model_of(13, "Gather", {{{2, 3}}});
    add_initializer(m, "i", {1}, std::vector<float>{1});
    m.mutable_graph()->mutable_node(0)->add_input("i");
    CHECK(verdict_of_loading(m).says(bad, "input 1 ('i') is float, but must be int32 or int64"));
}

TEST_CASE("a diagonal is one number, an image has pixels") {
    const input numbers{{2, 3}, onnx::TensorProto::INT64};
    CHECK(verdict_of_node(14, "Trilu", {numbers, numbers})
              .says(bad, "its k of shape [2, 3] is not one number"));
    for (const char* pool : {"GlobalMaxPool", "GlobalAveragePool", "GlobalLpPool"})
        CHECK(verdict_of_node(13, pool, {{{1, 2, 3, 0}}})
                  .says(bad, "must have batch, channels and space"));
}
