// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/load/inference_mode.hpp>

#include <helpers/onnx_builder.hpp>
#include <helpers/outcomes.hpp>
#include <onnx2hpp/constants.hpp>

#include <doctest/doctest.h>

using namespace onnx2hpp;
using namespace onnx2hpp::test;

namespace {

onnx::ModelProto dropout(int opset, const names& inputs) {
    onnx::ModelProto m = make_model(opset);
    add_input(m, "x", {2});
    add_node(m, "Dropout", inputs, {"y", "mask"});
    add_output(m, "y");
    return m;
}

}  // namespace

TEST_CASE("Constant nodes become constants, whatever holds their value") {
    onnx::ModelProto m = make_model();
    *add_attribute(add_node(m, "Constant", {}, {"a"}), "value", onnx::AttributeProto::TENSOR)
         ->mutable_t() = make_tensor_proto<float>("", {2}, {1, 2});
    set(add_node(m, "Constant", {}, {"b"}), "value_float", 3.0f);
    set(add_node(m, "Constant", {}, {"c"}), "value_ints", extents{4, 5});
    add_output(m, "a");
    const onnx_model model = load_proto(m);
    CHECK(model.nodes.empty());
    CHECK(elements_of<float>(*value_named(model, "a").constant) == std::vector<float>{1, 2});
    CHECK(value_named(model, "b").dims == extents{});
    CHECK(value_named(model, "c").dims == extents{2});
    add_node(m, "Constant", {}, {"none"});
    CHECK(verdict_of_loading(m).says(outcome::bad_input, "exactly one value"));
}

TEST_CASE("constants that are strings are refused") {
    onnx::ModelProto m = make_model();
    add_input(m, "x", {2});
    onnx::NodeProto* n = add_node(m, "Constant", {}, {"word"});
    onnx::AttributeProto* word = add_attribute(n, "value_string", onnx::AttributeProto::STRING);
    word->set_s("dog");
    add_node(m, "Relu", {"x"}, {"y"});
    add_output(m, "y");
    CHECK(verdict_of_loading(m).says(no, "it holds strings"));
    word->set_name("value_strings");
    word->set_type(onnx::AttributeProto::STRINGS);
    word->clear_s();
    word->add_strings("dog");
    CHECK(verdict_of_loading(m).says(no, "it holds strings"));
}

TEST_CASE("Dropout is Identity, and its mask says that nothing is dropped") {
    const onnx_model model = load_proto(dropout(10, {"x"}));
    CHECK(model.nodes.at(0).op_type == "Identity");
    CHECK(model.nodes.at(0).outputs.size() == 1);
    onnx::ModelProto read = dropout(10, {"x"});
    add_output(read, "mask");
    const onnx_model both = load_proto(read);
    const value& mask = both.values[std::size_t(both.outputs.at(1))];
    CHECK(mask.type == tigris::dtype::boolean);
    CHECK(integers_of(*mask.constant) == std::vector<std::int64_t>(2, 1));
}

TEST_CASE("other outputs than the first need a rule") {
    onnx::ModelProto m = make_model(14);
    add_input(m, "x", {1, 2});
    for (const char* name : {"s", "b", "m", "v"}) add_weights(m, name, {2});
    add_node(m, "BatchNormalization", {"x", "s", "b", "m", "v"}, {"y", "mean", "variance"});
    add_output(m, "mean");
    CHECK(verdict_of_loading(m).says(no, "its output 1 ('mean') is used"));
}

TEST_CASE("training mode is refused, unless nothing is dropped") {
    onnx::ModelProto m = dropout(13, {"x", "ratio", "training"});
    *m.mutable_graph()->add_initializer() = make_tensor_proto<float>("ratio", {}, {0.25F});
    auto* training = m.mutable_graph()->add_initializer();
    training->set_name("training");
    training->set_data_type(onnx::TensorProto::BOOL);
    training->set_raw_data(std::string(1, '\0'));
    CHECK(load_proto(m).nodes.at(0).inputs.size() == 1);
    training->set_raw_data(std::string(1, '\1'));
    CHECK(verdict_of_loading(m).says(no, "training mode"));
    *m.mutable_graph()->mutable_initializer(0) = make_tensor_proto<float>("ratio", {}, {0});
    CHECK(load_proto(m).nodes.at(0).op_type == "Identity");
    m.mutable_graph()->mutable_node(0)->set_input(1, "");
    CHECK(verdict_of_loading(m).says(no, "training mode"));
}

TEST_CASE("before version 7 Dropout trains unless is_test says otherwise") {
    onnx::ModelProto m = dropout(6, {"x"});
    CHECK(verdict_of_loading(m).says(no, "training mode"));
    set(m.mutable_graph()->mutable_node(0), "ratio", 0.0F);
    CHECK(verdict_of_loading(m).code == outcome::success);
}

TEST_CASE("BatchNormalization must use the statistics that it has learnt") {
    onnx::ModelProto m = make_model(14);
    add_input(m, "x", {1, 2});
    for (const char* name : {"s", "b", "m", "v"}) add_weights(m, name, {2});
    auto* node = add_node(m, "BatchNormalization", {"x", "s", "b", "m", "v"}, {"y", "mean"});
    add_output(m, "y");
    CHECK(verdict_of_loading(m).code == outcome::success);
    set(node, "training_mode", std::int64_t{1});
    CHECK(verdict_of_loading(m).says(no, "training mode"));
}

TEST_CASE("BatchNormalization before version 9: is_test, and one statistic for each channel") {
    const auto loaded = [](int opset, const char* name, std::int64_t number) {
        onnx::ModelProto m = make_model(opset);
        add_input(m, "x", {1, 2});
        for (const char* input : {"s", "b", "m", "v"}) add_weights(m, input, {2});
        set(add_node(m, "BatchNormalization", {"x", "s", "b", "m", "v"}, {"y"}), name, number);
        add_output(m, "y");
        return verdict_of_loading(m);
    };
    CHECK(loaded(6, "is_test", 0).says(no, "training mode"));
    CHECK(loaded(6, "is_test", 1).code == outcome::success);
    CHECK(loaded(7, "spatial", 1).code == outcome::success);
    CHECK(loaded(7, "spatial", 0).says(no, "spatial = 0"));
    CHECK(loaded(9, "spatial", 1).says(no, "'spatial'"));
}

TEST_CASE("what nobody reads of a MaxPool is not computed") {
    const auto made = [](const char* read) {
        onnx::ModelProto m = make_model();
        add_input(m, "x", {1, 1, 4});
        set(add_node(m, "MaxPool", {"x"}, {"y", "indices"}), "kernel_shape", extents{2});
        add_output(m, read);
        return load_proto(m).nodes.at(0).op_type;
    };
    CHECK(made("y") == "MaxPool");
    CHECK(made("indices") == "MaxPoolIndices");
}
