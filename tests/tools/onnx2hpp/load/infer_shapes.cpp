// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/load/infer_shapes.hpp>

#include <helpers/onnx_builder.hpp>
#include <helpers/outcomes.hpp>

#include <doctest/doctest.h>

#include <functional>
#include <limits>

using namespace onnx2hpp;
using namespace onnx2hpp::test;

namespace {

using describe_node = std::function<void(onnx::NodeProto*)>;
using dims_list = std::vector<extents>;

const describe_node plain = [](onnx::NodeProto*) {};

/// One node `op` that makes "y" of float inputs "a", "b", ... and then of int64 constants "k", "l".
onnx::ModelProto model_of_node(int opset, const std::string& op, const dims_list& inputs,
                               const describe_node& describe = plain,
                               const std::vector<extents>& constants = {}) {
    onnx::ModelProto m = make_model(opset);
    names used;
    for (const extents& dims : inputs) {
        used.emplace_back(1, static_cast<char>('a' + used.size()));
        add_input(m, used.back(), dims);
    }
    for (const extents& numbers : constants) {
        used.emplace_back(1, static_cast<char>('k' + used.size()));
        add_initializer(m, used.back(), {static_cast<std::int64_t>(numbers.size())}, numbers);
    }
    describe(add_node(m, op, used, {"y"}));
    add_output(m, "y");
    return m;
}

extents shape_of(const onnx::ModelProto& m) { return value_named(load_proto(m), "y").dims; }

template <class T>
describe_node with(const std::string& name, const T& attribute) {
    return [=](onnx::NodeProto* node) { set(node, name, attribute); };
}

describe_node both(const describe_node& first, const describe_node& second) {
    return [=](onnx::NodeProto* node) { first(node), second(node); };
}

}  // namespace

TEST_CASE("Conv: batch, weights' first extent, windows") {
    CHECK(shape_of(model_of_node(13, "Conv", {{1, 3, 8, 8}, {5, 3, 3, 3}})) == extents{1, 5, 6, 6});
    CHECK(shape_of(model_of_node(13, "Conv", {{2, 4, 9}, {6, 2, 3}, {6}},
                                 with("group", std::int64_t{2}))) == extents{2, 6, 7});
    CHECK(shape_of(model_of_node(7, "Conv", {{1, 1, 5, 5, 5}, {1, 1, 2, 2, 2}},
                                 with("strides", extents{2, 2, 2}))) == extents{1, 1, 2, 2, 2});
}

TEST_CASE("Conv: what does not fit together is bad input") {
    const auto conv = [](const dims_list& inputs, const describe_node& describe = plain) {
        return verdict_of_loading(model_of_node(13, "Conv", inputs, describe));
    };
    CHECK(conv({{1, 3, 8, 8}, {5, 4, 3, 3}}).says(bad, "do not fit weights of shape [5, 4, 3, 3]"));
    CHECK(conv({{1, 4, 8, 8}, {5, 2, 3, 3}}, with("group", std::int64_t{2}))
              .says(bad, "multiple of 2"));
    CHECK(conv({{1, 4, 8, 8}, {4, 1, 3, 3}}, with("group", std::int64_t{0})).says(bad, "0 groups"));
    CHECK(conv({{1, 3, 8, 8}, {5, 3, 3, 3}, {4}}).says(bad, "input 2 ('c') has shape [4]"));
    CHECK(conv({{1, 3, 8, 8}, {5, 3, 3}}).says(bad, "do not fit an input of shape"));
    CHECK(conv({{3, 8}, {5, 3}}).says(bad, "batch, channels and space"));
    CHECK(conv({{1, 3, 2, 2}, {5, 3, 3, 3}}).says(bad, "spans 3 positions"));
    CHECK(conv({{1, 3, 8, 8}, {5, 3, 3, 3}}, with("kernel_shape", extents{3, 2}))
              .says(bad, "kernel_shape [3, 2] contradicts"));
}

TEST_CASE("Conv: integers without quantization are refused, mixed types are bad input") {
    onnx::ModelProto integers = make_model();
    add_input(integers, "a", {1, 1, 4, 4}, onnx::TensorProto::INT8);
    add_initializer(integers, "w", {1, 1, 1, 1}, std::vector<std::int8_t>{1});
    add_node(integers, "Conv", {"a", "w"}, {"y"});
    add_output(integers, "y");
    CHECK(verdict_of_loading(integers).says(no, "input 0 ('a') is int8"));
    onnx::ModelProto mixed = integers;
    mixed.mutable_graph()->mutable_input(0)->mutable_type()->mutable_tensor_type()->set_elem_type(
        1);
    CHECK(verdict_of_loading(mixed).says(bad, "input 0 ('a') is float, but input 1 ('w') is int8"));
}

TEST_CASE("pools: channels stay, windows count") {
    const auto kernel = with("kernel_shape", extents{2, 2});
    CHECK(shape_of(model_of_node(13, "MaxPool", {{1, 3, 9, 9}}, kernel)) == extents{1, 3, 8, 8});
    CHECK(shape_of(model_of_node(13, "AveragePool", {{1, 3, 9, 9}},
                                 both(kernel, with("strides", extents{2, 2})))) ==
          extents{1, 3, 4, 4});
    CHECK(shape_of(model_of_node(13, "GlobalAveragePool", {{2, 3, 9, 9, 9}})) ==
          extents{2, 3, 1, 1, 1});
    CHECK(verdict_of_loading(model_of_node(13, "MaxPool", {{1, 3, 9, 9}},
                                           both(kernel, with("pads", extents{2, 0, 0, 0}))))
              .says(no, "wholly in the padding"));
    CHECK(verdict_of_loading(model_of_node(13, "GlobalAveragePool", {{2, 3}})).code == bad);
}

TEST_CASE("ReduceMean: axes as attribute, as input from 18 on, all without") {
    const auto axes = with("axes", extents{-1, 2});
    const auto flat = both(axes, with("keepdims", std::int64_t{0}));
    CHECK(shape_of(model_of_node(13, "ReduceMean", {{1, 3, 4, 5}}, axes)) == extents{1, 3, 1, 1});
    CHECK(shape_of(model_of_node(13, "ReduceMean", {{1, 3, 4, 5}}, flat)) == extents{1, 3});
    CHECK(shape_of(model_of_node(13, "ReduceMean", {{3, 4}})) == extents{1, 1});
    CHECK(shape_of(model_of_node(18, "ReduceMean", {{1, 3, 4, 5}}, plain, {{2, 3}})) ==
          extents{1, 3, 1, 1});
    CHECK(shape_of(model_of_node(18, "ReduceMean", {{3, 4}},
                                 with("noop_with_empty_axes", std::int64_t{1}))) == extents{3, 4});
    CHECK(verdict_of_loading(model_of_node(18, "ReduceMean", {{3, 4}}, axes)).says(no, "'axes'"));
    CHECK(verdict_of_loading(model_of_node(13, "ReduceMean", {{3, 4}}, with("axes", extents{2})))
              .says(bad, "axis 2 is outside"));
    CHECK(
        verdict_of_loading(model_of_node(13, "ReduceMean", {{3, 4}}, with("axes", extents{0, -2})))
            .says(bad, "twice"));
}

TEST_CASE("Gemm: transposed factors and a third one that broadcasts") {
    const auto trans_a = with("transA", std::int64_t{1}), trans_b = with("transB", std::int64_t{1});
    CHECK(shape_of(model_of_node(13, "Gemm", {{2, 3}, {3, 4}})) == extents{2, 4});
    CHECK(shape_of(model_of_node(13, "Gemm", {{3, 2}, {4, 3}, {4}}, both(trans_a, trans_b))) ==
          extents{2, 4});
    CHECK(shape_of(model_of_node(13, "Gemm", {{2, 3}, {3, 4}, {2, 1}})) == extents{2, 4});
    CHECK(verdict_of_loading(model_of_node(13, "Gemm", {{2, 3}, {4, 3}}))
              .says(bad, "cannot be multiplied"));
    CHECK(verdict_of_loading(model_of_node(13, "Gemm", {{2, 3, 1}, {3, 4}}))
              .says(bad, "must be a matrix"));
    CHECK(verdict_of_loading(model_of_node(13, "Gemm", {{2, 3}, {3, 4}, {3}}))
              .says(bad, "cannot be added"));
    CHECK(verdict_of_loading(model_of_node(13, "Gemm", {{1, 3}, {3, 4}, {2, 4}}))
              .says(bad, "cannot be added"));
    CHECK(verdict_of_loading(model_of_node(7, "Gemm", {{2, 3}, {3, 4}}))
              .says(bad, "input 2 is missing"));
}

TEST_CASE("small integers are multiplied only as codes") {
    for (const int type : {onnx::TensorProto::UINT8, onnx::TensorProto::INT16,
                           onnx::TensorProto::UINT16, onnx::TensorProto::BOOL}) {
        onnx::ModelProto m = make_model();
        add_input(m, "a", {2, 2}, type);
        add_node(m, "MatMul", {"a", "a"}, {"y"});
        add_output(m, "y");
        CHECK(verdict_of_loading(m).says(outcome::unsupported, "whose sums overflow"));
    }
}

TEST_CASE("MatMul: NumPy's rules for vectors and batches") {
    const auto product = [](const extents& a, const extents& b) {
        return shape_of(model_of_node(13, "MatMul", {a, b}));
    };
    CHECK(product({2, 3}, {3, 4}) == extents{2, 4});
    CHECK(product({3}, {3}) == extents{});
    CHECK(product({3}, {3, 4}) == extents{4});
    CHECK(product({2, 3}, {3}) == extents{2});
    CHECK(product({5, 1, 2, 3}, {7, 3, 4}) == extents{5, 7, 2, 4});
    CHECK(verdict_of_loading(model_of_node(13, "MatMul", {{2, 3}, {4, 3}})).code == bad);
    CHECK(verdict_of_loading(model_of_node(13, "MatMul", {{2, 2, 3}, {3, 3, 4}})).code == bad);
    CHECK(verdict_of_loading(model_of_node(13, "MatMul", {{}, {3}})).code == bad);
}

TEST_CASE("Add and Mul broadcast; before version 7 only on request") {
    CHECK(shape_of(model_of_node(13, "Add", {{1, 3, 1}, {4, 1, 5}})) == extents{4, 3, 5});
    CHECK(shape_of(model_of_node(13, "Mul", {{2, 3}, {}})) == extents{2, 3});
    CHECK(verdict_of_loading(model_of_node(13, "Add", {{2, 3}, {2, 4}}))
              .says(bad, "do not broadcast"));
    const auto asked = with("broadcast", std::int64_t{1});
    CHECK(shape_of(model_of_node(6, "Add", {{2, 3}, {3}}, asked)) == extents{2, 3});
    CHECK(verdict_of_loading(model_of_node(6, "Add", {{2, 3}, {3}})).says(bad, "not asked for"));
    CHECK(shape_of(model_of_node(6, "Add", {{2, 3}, {2}},
                                 both(asked, with("axis", std::int64_t{0})))) == extents{2, 3});
}

TEST_CASE("Concat: extents add up along the axis and agree elsewhere") {
    const auto axis = [](std::int64_t number) { return with("axis", number); };
    CHECK(shape_of(model_of_node(13, "Concat", {{1, 2, 4}, {1, 3, 4}, {1, 1, 4}}, axis(1))) ==
          extents{1, 6, 4});
    CHECK(shape_of(model_of_node(4, "Concat", {{2}, {3}}, axis(-1))) == extents{5});
    CHECK(shape_of(model_of_node(13, "Concat", {{2, 3}}, axis(0))) == extents{2, 3});
    CHECK(verdict_of_loading(model_of_node(13, "Concat", {{1, 2, 4}, {1, 3, 5}}, axis(1)))
              .says(bad, "input 1 ('b') has shape [1, 3, 5], which does not continue [1, 2, 4]"));
    CHECK(verdict_of_loading(model_of_node(13, "Concat", {{1, 2}, {1, 2, 1}}, axis(1))).code ==
          bad);
    CHECK(verdict_of_loading(model_of_node(13, "Concat", {{2}, {3}}, axis(1)))
              .says(bad, "axis 1 is outside of its 1 axes"));
    CHECK(verdict_of_loading(model_of_node(13, "Concat", {{2}, {3}}, axis(INT64_MIN))).code == bad);
    CHECK(verdict_of_loading(model_of_node(13, "Concat", {{}, {}}, axis(0))).code == bad);
    CHECK(verdict_of_loading(model_of_node(13, "Concat", {{1 << 30, 1}, {1 << 30, 1}}, axis(0)))
              .says(bad, "impossible shape [2147483648, 1]"));
    onnx::ModelProto hole = model_of_node(13, "Concat", {{2}, {3}}, axis(0));
    hole.mutable_graph()->mutable_node(0)->set_input(1, "");
    CHECK(verdict_of_loading(hole).says(bad, "input 1 is missing"));
}

TEST_CASE("a Concat of constant integers may be a shape") {
    onnx::ModelProto m = model_of_node(13, "Reshape", {{2, 3}}, plain, {{1}});
    m.mutable_graph()->mutable_node(0)->set_input(1, "shape");
    add_initializer<std::int64_t>(m, "i", {2}, {6, 1});
    set(add_node(m, "Concat", {"l", "i"}, {"shape"}), "axis", std::int64_t{0});
    CHECK(shape_of(m) == extents{1, 6, 1});
}

TEST_CASE("ConstantOfShape: a shape of reasonable size, filled with one number") {
    CHECK(shape_of(model_of_node(13, "ConstantOfShape", {}, plain, {{2, 3}})) == extents{2, 3});
    CHECK(verdict_of_loading(model_of_node(13, "ConstantOfShape", {}, plain, {{1 << 16, 1 << 16}}))
              .says(bad, "a constant of shape [65536, 65536] is impossible"));
    CHECK(verdict_of_loading(model_of_node(13, "ConstantOfShape", {}, plain, {{1 << 15, 1 << 15}}))
              .says(no, "it repeats one number 1073741824 times; at most 67108864"));
    CHECK(verdict_of_loading(model_of_node(13, "ConstantOfShape", {}, plain, {{-1}})).code == bad);
    CHECK(verdict_of_loading(model_of_node(13, "ConstantOfShape", {}, plain, {{0}})).code == no);
}

TEST_CASE(
    "Sigmoid, HardSigmoid, HardSwish, Relu, Clip, Softmax and BatchNormalization keep the shape") {
    CHECK(shape_of(model_of_node(13, "Relu", {{2, 3}})) == extents{2, 3});
    CHECK(shape_of(model_of_node(13, "Clip", {{2, 3}, {}, {}})) == extents{2, 3});
    CHECK(shape_of(model_of_node(6, "Clip", {{2, 3}}, with("max", 6.0f))) == extents{2, 3});
    CHECK(shape_of(model_of_node(13, "Softmax", {{2, 3}})) == extents{2, 3});
    CHECK(shape_of(model_of_node(13, "BatchNormalization", {{2, 3, 4}, {3}, {3}, {3}, {3}})) ==
          extents{2, 3, 4});
    CHECK(shape_of(model_of_node(13, "Sigmoid", {{2, 3}})) == extents{2, 3});
    CHECK(shape_of(model_of_node(14, "HardSwish", {{2, 3}})) == extents{2, 3});
    CHECK(shape_of(model_of_node(13, "HardSigmoid", {{2, 3}}, with("alpha", 0.5f))) ==
          extents{2, 3});
    CHECK(
        verdict_of_loading(model_of_node(13, "Clip", {{2, 3}, {2}})).says(bad, "must be a scalar"));
    CHECK(
        verdict_of_loading(model_of_node(13, "LogSoftmax", {{2, 3}}, with("axis", std::int64_t{2})))
            .code == bad);
    CHECK(
        verdict_of_loading(model_of_node(13, "BatchNormalization", {{2, 3, 4}, {3}, {4}, {3}, {3}}))
            .says(bad, "there are 3 channels"));
}

TEST_CASE("Reshape: 0 copies, -1 is the rest, allowzero takes 0 as it is") {
    const auto reshape = [](const extents& from, const extents& to) {
        return model_of_node(14, "Reshape", {from}, plain, {to});
    };
    CHECK(shape_of(reshape({2, 3, 4}, {4, -1})) == extents{4, 6});
    CHECK(shape_of(reshape({2, 3, 4}, {0, -1})) == extents{2, 12});
    CHECK(shape_of(reshape({1}, {})) == extents{});
    CHECK(verdict_of_loading(reshape({2, 3}, {4, -1})).says(bad, "[4, -1] does not hold"));
    CHECK(verdict_of_loading(reshape({2, 3}, {-1, -1})).says(bad, "does not hold"));
    CHECK(verdict_of_loading(reshape({2, 3}, {-2, 3})).says(bad, "does not hold"));
    CHECK(verdict_of_loading(reshape({2, 3}, {7})).says(bad, "does not hold"));
    CHECK(verdict_of_loading(reshape({2, 3}, {INT64_MAX, INT64_MAX})).says(bad, "does not hold"));
    CHECK(verdict_of_loading(reshape({2}, {2, 0})).says(bad, "does not have"));
    const auto zero = with("allowzero", std::int64_t{1});
    CHECK(verdict_of_loading(model_of_node(14, "Reshape", {{2, 3}}, zero, {{0, 6}})).code == bad);
}

TEST_CASE("a shape that is computed at run time is refused, a copied constant is not") {
    onnx::ModelProto m = make_model();
    add_input(m, "x", {2, 3});
    add_input(m, "s", {1}, onnx::TensorProto::INT64);
    add_node(m, "Reshape", {"x", "s"}, {"y"});
    add_output(m, "y");
    CHECK(verdict_of_loading(m).says(no, "input 1 ('s') is computed at run time"));
    m.mutable_graph()->mutable_input(1)->set_name("unused");
    add_initializer<std::int64_t>(m, "k", {}, {6});
    add_initializer<std::int64_t>(m, "axes", {1}, {0});
    add_node(m, "Unsqueeze", {"k", "axes"}, {"u"});
    add_node(m, "Identity", {"u"}, {"s"});
    CHECK(shape_of(m) == extents{6});
}

TEST_CASE("Flatten, Squeeze, Unsqueeze, Transpose") {
    CHECK(shape_of(model_of_node(13, "Flatten", {{2, 3, 4}})) == extents{2, 12});
    CHECK(shape_of(model_of_node(13, "Flatten", {{2, 3, 4}}, with("axis", std::int64_t{3}))) ==
          extents{24, 1});
    CHECK(shape_of(model_of_node(13, "Flatten", {{2, 3, 4}}, with("axis", std::int64_t{-1}))) ==
          extents{6, 4});
    CHECK(shape_of(model_of_node(13, "Squeeze", {{1, 3, 1}})) == extents{3});
    CHECK(shape_of(model_of_node(13, "Squeeze", {{1, 3, 1}}, plain, {{-1}})) == extents{1, 3});
    CHECK(shape_of(model_of_node(11, "Squeeze", {{1, 3, 1}}, with("axes", extents{0}))) ==
          extents{3, 1});
    CHECK(shape_of(model_of_node(13, "Unsqueeze", {{3}}, plain, {{0, -1}})) == extents{1, 3, 1});
    CHECK(shape_of(model_of_node(11, "Unsqueeze", {{3}}, with("axes", extents{1}))) ==
          extents{3, 1});
    CHECK(shape_of(model_of_node(13, "Transpose", {{2, 3, 4}})) == extents{4, 3, 2});
    CHECK(shape_of(model_of_node(13, "Transpose", {{2, 3, 4}}, with("perm", extents{0, 2, 1}))) ==
          extents{2, 4, 3});
    CHECK(verdict_of_loading(model_of_node(13, "Squeeze", {{1, 3}}, plain, {{1}}))
              .says(bad, "is not 1"));
    CHECK(shape_of(model_of_node(11, "Squeeze", {{2, 3}}, with("axes", extents{}))) ==
          extents{2, 3});
    CHECK(verdict_of_loading(model_of_node(11, "Squeeze", {{1, 3}}, with("axes", extents{})))
              .says(outcome::unsupported, "its list of axes is empty"));
    CHECK(verdict_of_loading(model_of_node(13, "Transpose", {{2, 3}}, with("perm", extents{0, 0})))
              .code == bad);
    CHECK(verdict_of_loading(model_of_node(13, "Transpose", {{2, 3}}, with("perm", extents{0})))
              .code == bad);
    CHECK(verdict_of_loading(model_of_node(13, "Transpose", {{2, 3}}, with("perm", extents{0, -1})))
              .code == bad);
    CHECK(verdict_of_loading(model_of_node(13, "Flatten", {{2}}, with("axis", std::int64_t{2})))
              .code == bad);
}

TEST_CASE("Pad: an attribute before version 11, then an input, from 18 on for some axes") {
    CHECK(shape_of(model_of_node(7, "Pad", {{2, 3}}, with("pads", extents{0, 1, 2, 3}))) ==
          extents{4, 7});
    CHECK(shape_of(model_of_node(13, "Pad", {{2, 3}}, plain, {{0, 1, 2, -1}})) == extents{4, 3});
    CHECK(verdict_of_loading(model_of_node(13, "Pad", {{2, 3}}, plain, {{0, 1}}))
              .says(bad, "do not fit 2"));
    CHECK(verdict_of_loading(model_of_node(13, "Pad", {{2, 3}}, plain, {{0, 0, -2, 0}}))
              .says(bad, "sensible"));
    CHECK(verdict_of_loading(model_of_node(13, "Pad", {{2, 3}}, plain, {{INT64_MAX, 0, 0, 0}}))
              .code == bad);
    CHECK(verdict_of_loading(
              model_of_node(13, "Pad", {{2, 3}}, plain, {{INT64_MIN, 0, INT64_MIN, 0}}))
              .code == bad);
    CHECK(verdict_of_loading(model_of_node(13, "Pad", {{2, 3}},
                                           with("mode", std::string("reflect")), {{2, 0, 0, 0}}))
              .says(bad, "reflected"));
    CHECK(verdict_of_loading(
              model_of_node(13, "Pad", {{2, 3}}, with("mode", std::string("wrap")), {{1, 0, 0, 0}}))
              .says(bad, "'wrap' does not exist"));
    onnx::ModelProto some = model_of_node(18, "Pad", {{2, 3}}, plain, {{1, 2}});
    some.mutable_graph()->mutable_node(0)->add_input("");
    some.mutable_graph()->mutable_node(0)->add_input("axes");
    add_initializer<std::int64_t>(some, "axes", {1}, {-1});
    CHECK(shape_of(some) == extents{2, 6});
}

namespace {

/// x of shape [1, 2, 3] through QuantizeLinear and DequantizeLinear with this scale.
onnx::ModelProto quantized(const std::vector<float>& scale, int opset = 13) {
    onnx::ModelProto m = make_model(opset);
    const auto count = static_cast<std::int64_t>(scale.size());
    const extents dims = count == 1 ? extents{} : extents{count};
    add_input(m, "x", {1, 2, 3});
    add_initializer(m, "s", dims, scale);
    add_initializer(m, "z", dims, std::vector<std::int8_t>(scale.size(), 0));
    add_node(m, "QuantizeLinear", {"x", "s", "z"}, {"q"});
    add_node(m, "DequantizeLinear", {"q", "s", "z"}, {"y"});
    add_output(m, "y");
    return m;
}

}  // namespace

TEST_CASE("quantized values have the zero point's type, else uint8") {
    const onnx_model model = load_proto(quantized({0.5f}));
    CHECK(value_named(model, "q").type == tigris::dtype::i8);
    CHECK(value_named(model, "q").dims == extents{1, 2, 3});
    CHECK(value_named(model, "y").type == tigris::dtype::f32);
    onnx::ModelProto bare = quantized({0.5f});
    for (auto& node : *bare.mutable_graph()->mutable_node()) node.mutable_input()->RemoveLast();
    CHECK(value_named(load_proto(bare), "q").type == tigris::dtype::u8);
}

TEST_CASE("scales must be finite, fit the axis, and be positive but for weights") {
    const float infinity = std::numeric_limits<float>::infinity();
    for (const float scale : {infinity, std::numeric_limits<float>::quiet_NaN()})
        CHECK(verdict_of_loading(quantized({scale})).says(bad, "must be finite"));
    for (const float scale : {0.0f, -1.0f})
        CHECK(verdict_of_loading(quantized({scale}))
                  .says(outcome::unsupported, "only scales of weights may be negative or 0"));
    CHECK(verdict_of_loading(quantized({0.5f, 0.5f})).code == outcome::success);
    CHECK(verdict_of_loading(quantized({0.5f, 0.0f}))
              .says(outcome::unsupported, "input 1 ('s') holds 0"));
    CHECK(
        verdict_of_loading(quantized({0.5f, 0.5f, 0.5f})).says(bad, "3 scales do not fit axis 1"));
    CHECK(verdict_of_loading(quantized({0.5f, 0.5f}, 10)).code == bad);
}

TEST_CASE("a scale that is a list of one number is the same as a scalar") {
    onnx::ModelProto m = quantized({0.5f});
    m.mutable_graph()->mutable_initializer(0)->add_dims(1);
    CHECK(verdict_of_loading(m).code == outcome::success);
}

TEST_CASE("a second inference changes nothing") {
    const onnx_model once = load_proto(quantized({0.5f}));
    onnx_model twice = once;
    infer_shapes(twice);
    for (std::size_t v = 0; v < once.values.size(); ++v) {
        CHECK(once.values[v].dims == twice.values[v].dims);
        CHECK(once.values[v].type == twice.values[v].type);
    }
}

TEST_CASE("a value that a pass has quantized keeps its type") {
    onnx::ModelProto m = make_model();
    add_input(m, "x", {1, 2, 4});
    add_weights(m, "w", {1, 2, 1});
    add_node(m, "Conv", {"x", "w"}, {"y"});
    add_output(m, "y");
    onnx_model model = load_proto(m);
    for (value& v : model.values) v.quant = {{0.5f}, {0}, 0}, v.type = tigris::dtype::i8;
    model.values[static_cast<std::size_t>(model.outputs[0])].type = tigris::dtype::u8;
    infer_shapes(model);
    CHECK(value_named(model, "y").type == tigris::dtype::u8);
}

TEST_CASE("results that are too large or of too many axes are refused") {
    CHECK(verdict_of_loading(model_of_node(13, "Add", {{1 << 16, 1}, {1, 1 << 16}}))
              .says(bad, "impossible shape [65536, 65536]"));
    CHECK(
        verdict_of_loading(model_of_node(13, "Unsqueeze", {{3}}, plain, {{0, 1, 2, 3, 4, 5, 6, 7}}))
            .says(no, "9 axes"));
}
