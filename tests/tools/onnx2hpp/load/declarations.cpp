// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/load/declarations.hpp>

#include <onnx2hpp/constants.hpp>
#include <onnx2hpp/operators/list.hpp>

#include <helpers/captured_notes.hpp>
#include <helpers/onnx_builder.hpp>
#include <helpers/outcomes.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <limits>

using namespace onnx2hpp;
using namespace onnx2hpp::test;

namespace {

/// y = Relu(x).
onnx::ModelProto relu(const extents& dims) {
    onnx::ModelProto m = make_model();
    add_input(m, "x", dims);
    add_node(m, "Relu", {"x"}, {"y"});
    add_output(m, "y");
    return m;
}

/// The shape of y when the command line asks for `asked`.
extents shape_with(const onnx::ModelProto& m, const std::map<std::string, extents>& asked) {
    const temporary_folder folder;
    options wanted;
    wanted.input = folder.write("model.onnx", m.SerializeAsString());
    wanted.input_shapes = asked;
    return value_named(load(wanted, all_operators()), "y").dims;
}

}  // namespace

TEST_CASE("a symbolic batch is 1, whether it has a name or not") {
    CHECK(shape_with(relu({-1, 3}), {}) == extents{1, 3});
    CHECK(shape_with(relu({-2, 3}), {}) == extents{1, 3});
}

TEST_CASE("an extent of -1 is symbolic") {
    onnx::ModelProto m = relu({1, 3});
    auto* shape = m.mutable_graph()->mutable_input(0)->mutable_type()->mutable_tensor_type();
    shape->mutable_shape()->mutable_dim(0)->set_dim_value(-1);
    CHECK(shape_with(m, {}) == extents{1, 3});
    shape->mutable_shape()->mutable_dim(1)->set_dim_value(-2);
    CHECK(verdict_of_loading(m).says(bad, "impossible extent -2"));
}

TEST_CASE("another symbolic extent needs --input-shape") {
    CHECK(verdict_of_loading(relu({1, -1})).says(bad, "dynamic shapes: 'x' [1, ?];"));
    CHECK(verdict_of_loading(relu({-1, -1})).says(bad, "--input-shape 'x=?,?'"));
    CHECK(shape_with(relu({-1, -1, 5}), {{"x", {2, 7, 5}}}) == extents{2, 7, 5});
}

TEST_CASE("all inputs that need --input-shape are named at once, with what to paste") {
    onnx::ModelProto m = make_model();
    add_input(m, "a", {1, -1, 3});
    add_input(m, "b", {1, 3});
    add_input(m, "c", {-1, -1});
    add_node(m, "Add", {"a", "b"}, {"s"});
    add_node(m, "Add", {"s", "c"}, {"y"});
    add_output(m, "y");
    const verdict ended = verdict_of_loading(m);
    CHECK(ended.says(bad, "'a' [1, ?, 3], 'c' [?, ?];"));
    CHECK(ended.says(bad, "--input-shape 'a=1,?,3' --input-shape 'c=?,?'"));
}

TEST_CASE("an input without a shape needs --input-shape") {
    onnx::ModelProto m = relu({1});
    m.mutable_graph()->mutable_input(0)->mutable_type()->mutable_tensor_type()->clear_shape();
    CHECK(verdict_of_loading(m).says(bad, "unknown rank"));
    CHECK(shape_with(m, {{"x", {2, 7}}}) == extents{2, 7});
}

TEST_CASE("--input-shape must name an input and agree with the file") {
    const auto ask = [](const std::map<std::string, extents>& asked) {
        return verdict_of([&] { shape_with(relu({-1, 3}), asked); });
    };
    CHECK(ask({{"z", {1}}}).says(bad, "--input-shape: the model has no input 'z'; it has 'x'"));
    CHECK(ask({{"x", {1, 4}}}).says(bad, "contradicts the file's [?, 3]"));
    CHECK(ask({{"x", {1, 3, 1}}}).says(bad, "contradicts"));
}

TEST_CASE("absurd declared extents are refused") {
    CHECK(verdict_of_loading(relu({-3, 3})).says(bad, "impossible extent -3"));
    CHECK(verdict_of_loading(relu({1 << 20, 1 << 20})).says(bad, "more than 2^31"));
    CHECK(verdict_of_loading(relu({INT64_MAX})).says(bad, "impossible extent"));
}

TEST_CASE("an input without elements is left out, and its results are known") {
    onnx::ModelProto m = make_model();
    add_input(m, "x", {2});
    add_input(m, "like", {0}, onnx::TensorProto::INT32);
    add_node(m, "CastLike", {"x", "like"}, {"y"});
    add_input(m, "nothing", {2, 0});
    auto* sum = add_node(m, "ReduceMax", {"nothing"}, {"z"});
    set(sum, "axes", extents{1});
    m.mutable_opset_import(0)->set_version(15);
    add_output(m, "y");
    add_output(m, "z");
    captured_notes notes;
    const onnx_model loaded = load_proto(m);
    CHECK(loaded.inputs.size() == 1);
    CHECK(notes.take() ==
          "onnx2hpp: note: input 'like' of shape [0] has no elements and is left out\n"
          "onnx2hpp: note: input 'nothing' of shape [2, 0] has no elements and is left out\n");
    CHECK(value_named(loaded, "y").type == tigris::dtype::i32);
    const double none = -std::numeric_limits<double>::infinity();
    CHECK(numbers_of(*value_named(loaded, "z").constant) == std::vector<double>{none, none});
}

TEST_CASE("outputs have the type that is declared, and a note says where shapes are others") {
    const auto declared = [](const extents& dims, int type = onnx::TensorProto::FLOAT) {
        onnx::ModelProto m = relu({2, 3});
        describe(m.mutable_graph()->mutable_output(0), "y", dims, type);
        return verdict_of_loading(m);
    };
    CHECK(declared({-1, 3}).code == outcome::success);
    captured_notes notes;
    CHECK(declared({2, 4}).code == outcome::success);
    CHECK(declared({6}).code == outcome::success);
    const std::string said = notes.take();
    CHECK(said.find("outputs of the model have other shapes than it declares: 'y' is declared with "
                    "shape [2, 4], but has shape [2, 3]\n") != std::string::npos);
    CHECK(said.find("with shape [6], but has shape [2, 3]\n") != std::string::npos);
    CHECK(declared({2, 3}, onnx::TensorProto::INT8).says(bad, "'y' is declared as int8, but is"));
    CHECK(declared({-3, 3}).says(bad, "impossible extent -3"));
}

TEST_CASE("stale declarations of other values make one note") {
    onnx::ModelProto m = relu({2, 3});
    for (const char* name : {"a", "b", "c", "d", "e"}) {
        add_node(m, "Relu", {"x"}, {name});
        add_value_info(m, name, {2, 4});
    }
    captured_notes notes;
    CHECK(value_named(load_proto(m), "a").dims == extents{2, 3});
    const std::string said = notes.take();
    CHECK(said.find("stale and not used: 'a' is declared with shape [2, 4], but has shape [2, 3]; "
                    "'b'") != std::string::npos);
    CHECK(said.find("; and 2 more") != std::string::npos);
    CHECK(std::count(said.begin(), said.end(), '\n') == 1);
}

TEST_CASE("value_info that is no tensor, or impossible, is stale, too") {
    onnx::ModelProto m = relu({2, 3});
    add_node(m, "Relu", {"x"}, {"t"});
    add_node(m, "Relu", {"x"}, {"u"});
    add_node(m, "Relu", {"x"}, {"v"});
    add_value_info(m, "t", {-3});
    add_value_info(m, "u", {2, 3}, onnx::TensorProto::DOUBLE);
    add_value_info(m, "v", {});
    m.mutable_graph()->mutable_value_info(2)->mutable_type()->mutable_sequence_type();
    captured_notes notes;
    CHECK(verdict_of_loading(m).code == outcome::success);
    const std::string said = notes.take();
    CHECK(said.find("'t' is declared with shape [-3]") != std::string::npos);
    CHECK(said.find("'u' is declared as double, but is float") != std::string::npos);
    CHECK(said.find("'v' is declared as no tensor") != std::string::npos);
}

TEST_CASE("what is declared of an output that nobody reads does not matter") {
    onnx::ModelProto m = make_model(22);
    add_input(m, "x", {1, 1, 4, 4});
    const auto add = [&](const char* op, const names& inputs, const names& outputs, int type) {
        auto* node = add_node(m, op, inputs, outputs);
        add_value_info(m, outputs.back(), {7}, type);
        return node;
    };
    SUBCASE("MaxPool") {
        set(add("MaxPool", {"x"}, {"y", "i"}, onnx::TensorProto::INT64), "kernel_shape",
            extents{2, 2});
    }
    SUBCASE("Dropout") { add("Dropout", {"x"}, {"y", "mask"}, onnx::TensorProto::BOOL); }
    SUBCASE("TopK") {
        add_initializer(m, "k", {1}, std::vector<std::int64_t>{2});
        add("TopK", {"x", "k"}, {"y", "i"}, onnx::TensorProto::INT64);
    }
    SUBCASE("Split") {
        auto* split = add("Split", {"x"}, {"y", "z"}, onnx::TensorProto::FLOAT);
        set(split, "axis", std::int64_t{2});
        set(split, "num_outputs", std::int64_t{2});
    }
    SUBCASE("GRU") {
        add_initializer(m, "dims", {3}, std::vector<std::int64_t>{1, 4, 4});
        add_node(m, "Reshape", {"x", "dims"}, {"steps"});
        add_weights(m, "w", {1, 6, 4});
        add_weights(m, "r", {1, 6, 2});
        add("GRU", {"steps", "w", "r"}, {"y", "h"}, onnx::TensorProto::FLOAT);
    }
    SUBCASE("LSTM") {
        add_initializer(m, "dims", {3}, std::vector<std::int64_t>{1, 4, 4});
        add_node(m, "Reshape", {"x", "dims"}, {"steps"});
        add_weights(m, "w", {1, 8, 4});
        add_weights(m, "r", {1, 8, 2});
        add("LSTM", {"steps", "w", "r"}, {"", "y", "c"}, onnx::TensorProto::FLOAT);
    }
    add_output(m, "y");
    captured_notes notes;
    CHECK(verdict_of_loading(m).sentence == "");
    CHECK(notes.take() == "");
}

TEST_CASE("what is no tensor, or has no known elements, is refused") {
    onnx::ModelProto sequence = relu({1});
    sequence.mutable_graph()->mutable_input(0)->mutable_type()->mutable_sequence_type();
    CHECK(verdict_of_loading(sequence).says(outcome::unsupported, "'x' is no tensor"));
    onnx::ModelProto text = relu({1});
    text.mutable_graph()->mutable_input(0)->mutable_type()->mutable_tensor_type()->set_elem_type(8);
    CHECK(verdict_of_loading(text).says(outcome::unsupported, "string"));
    onnx::ModelProto untyped = relu({1});
    untyped.mutable_graph()->mutable_input(0)->clear_type();
    CHECK(verdict_of_loading(untyped).says(bad, "no element type"));
}
