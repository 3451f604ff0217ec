// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/load/declarations.hpp>

#include <support/onnx_builder.hpp>

#include <doctest/doctest.h>

using namespace onnx2hpp;
using namespace onnx2hpp::test;

namespace {

const auto bad = outcome::bad_input;

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
    return value_named(load(wanted), "y").dims;
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
    CHECK(verdict_of_loading(relu({1, -1})).says(bad, "'x' has the dynamic shape [1, ?]"));
    CHECK(verdict_of_loading(relu({-1, -1})).says(bad, "--input-shape x=..."));
    CHECK(shape_with(relu({-1, -1, 5}), {{"x", {2, 7, 5}}}) == extents{2, 7, 5});
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
    CHECK(ask({{"z", {1}}}).says(bad, "--input-shape z: the model has no such input"));
    CHECK(ask({{"x", {1, 4}}}).says(bad, "contradicts the file's [?, 3]"));
    CHECK(ask({{"x", {1, 3, 1}}}).says(bad, "contradicts"));
}

TEST_CASE("absurd declared extents are refused") {
    CHECK(verdict_of_loading(relu({-3, 3})).says(bad, "impossible extent -3"));
    CHECK(verdict_of_loading(relu({1 << 20, 1 << 20})).says(bad, "more than 2^31"));
    CHECK(verdict_of_loading(relu({INT64_MAX})).says(bad, "impossible extent"));
    CHECK(verdict_of_loading(relu({2, 0})).says(outcome::unsupported, "empty shape [2, 0]"));
}

TEST_CASE("declared shapes and types must be what inference finds") {
    onnx::ModelProto m = relu({2, 3});
    add_value_info(m, "y", {-1, 3});
    CHECK(verdict_of_loading(m).code == outcome::success);
    add_value_info(m, "y", {2, 4});
    CHECK(
        verdict_of_loading(m).says(bad, "'y' is declared with shape [2, 4], but has shape [2, 3]"));
    onnx::ModelProto typed = relu({2, 3});
    add_value_info(typed, "y", {2, 3}, onnx::TensorProto::INT8);
    CHECK(verdict_of_loading(typed).says(bad, "'y' is declared as int8, but is float"));
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
