// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/load/constant_input.hpp>
#include <onnx2hpp/operators/list.hpp>

#include <helpers/onnx_builder.hpp>

#include <doctest/doctest.h>

using namespace onnx2hpp;
using namespace onnx2hpp::test;

namespace {

/// y = x + w, both [N, 3], and beside it w.pb with [2, 3] floats and without a name.
struct sum_model {
    temporary_folder folder{};
    onnx::ModelProto m = make_model();
    std::string file;

    sum_model() {
        add_input(m, "x", {2, 3});
        add_input(m, "w", {-1, 3});
        add_node(m, "Add", {"x", "w"}, {"y"});
        add_output(m, "y");
        file = write(make_tensor_proto<float>("", {2, 3}, {1, 2, 3, 4, 5, 6}));
    }
    std::string write(const onnx::TensorProto& tensor) const {
        return folder.write("w.pb", tensor.SerializeAsString());
    }
    onnx_model load_with(const std::map<std::string, std::string>& constants) const {
        options wanted;
        wanted.input = folder.write("model.onnx", m.SerializeAsString());
        wanted.constants = constants;
        return load(wanted, all_operators());
    }
    verdict verdict_with(const std::map<std::string, std::string>& constants) const {
        return verdict_of([&] { load_with(constants); });
    }
};

}  // namespace

TEST_CASE("an input becomes the constant of a file") {
    const sum_model sum;
    const onnx_model loaded = sum.load_with({{"w", sum.file}});
    REQUIRE(loaded.inputs.size() == 1);
    CHECK(loaded.values[std::size_t(loaded.inputs[0])].name == "x");
    const value& w = loaded.values[std::size_t(loaded.nodes[0].inputs[1])];
    REQUIRE(w.constant);
    CHECK(w.name == "w");
    CHECK(w.dims == extents{2, 3});
    float last = 0;
    std::memcpy(&last, w.constant->bytes.data() + 20, 4);
    CHECK(last == 6);
}

TEST_CASE("--constant must name an input that has no value") {
    sum_model sum;
    CHECK(sum.verdict_with({{"z", sum.file}})
              .says(outcome::bad_input, "--constant: the model has no input 'z'; it has "));
    add_weights(sum.m, "w", {2, 3});
    CHECK(
        sum.verdict_with({{"w", sum.file}}).says(outcome::bad_input, "the model has no input 'w'"));
}

TEST_CASE("a constant's file must hold a tensor") {
    const sum_model sum;
    const auto verdict_with = [&](const std::string& file) {
        return sum.verdict_with({{"w", file}});
    };
    CHECK(
        verdict_with(sum.folder.path("missing.pb")).says(outcome::bad_input, "--constant w: file"));
    CHECK(verdict_with(sum.folder.path("")).says(outcome::bad_input, "folder"));
    for (const char* bytes : {"", "rubbish", "\x08\x02"})
        CHECK_MESSAGE(verdict_with(sum.folder.write("bad.pb", bytes))
                          .says(outcome::bad_input, "--constant w: file"),
                      bytes);
    onnx::TensorProto cut = make_tensor_proto<float>("", {2, 3}, {1, 2});
    CHECK(verdict_with(sum.write(cut)).says(outcome::bad_input, "tensor 'w' has 8 bytes"));
}

TEST_CASE("a constant's type and shape are the declared ones") {
    const sum_model sum;
    const auto verdict_with = [&](const onnx::TensorProto& tensor) {
        return sum.verdict_with({{"w", sum.write(tensor)}});
    };
    CHECK(verdict_with(make_tensor_proto<std::int8_t>("w", {1, 3}, {1, 2, 3}))
              .says(outcome::bad_input, "elements of type int8, the model's input float"));
    CHECK(verdict_with(make_tensor_proto<float>("w", {3}, {1, 2, 3}))
              .says(outcome::bad_input, "shape [3], the model's input [?, 3]"));
    CHECK(verdict_with(make_tensor_proto<float>("w", {1, 2}, {1, 2}))
              .says(outcome::bad_input, "shape [1, 2], the model's input [?, 3]"));
}
