// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/emit/emit.hpp>

#include <onnx2hpp/lower/lower.hpp>

#include <helpers/contains.hpp>
#include <helpers/model_builder.hpp>

#include <doctest/doctest.h>

#include <sstream>

using namespace onnx2hpp;
using namespace onnx2hpp::test;

namespace {

std::string header_of(model_builder& b, const options& wanted) {
    return emit(lower(b.build(), wanted), wanted)[0].bytes;
}

}  // namespace

TEST_CASE("a model may have the name of something in its own header") {
    model_builder b;
    b.output(b.node("Relu", {b.input({1, 4})}));
    options wanted;
    for (const char* name : {"op", "model_type", "model_interface"}) {
        wanted.name = name;
        CHECK(contains(header_of(b, wanted), "using op = ::" + std::string(name) + "::op;"));
    }
}

TEST_CASE("an output that comes without the model's last Transpose says so") {
    model_builder b;
    b.output(b.node("Relu", {b.input({1, 4})}));
    b.output(b.node("Neg", {b.model.inputs[0]}));
    options wanted;
    wanted.trimmed_outputs = {"Neg_1"};
    const std::string header = header_of(b, wanted);
    CHECK(contains(header, "/// Output \"Relu_0\": float [1, 4]\n"));
    CHECK(contains(
        header, "/// Output \"Neg_1\": float [1, 4], not transposed as the ONNX model has it\n"));
}

TEST_CASE("attributes are printed with the names of their enumerators") {
    model_builder b;
    const value_id x = b.input({1, 2, 4, 4});
    const value_id y = b.node("HardSigmoid", {x}, {{"alpha", 0.125f}});
    const attributes held{{"mode", std::string("linear")},
                          {"coordinate_transformation_mode", std::string("align_corners")}};
    const value_id z = b.node("Resize", {y, absent, b.constant({4}, {1, 1, 2, 0.6})}, held);
    const attributes asymmetric{{"coordinate_transformation_mode", std::string("asymmetric")},
                                {"nearest_mode", std::string("ceil")}};
    const value_id u = b.node("Resize", {z, absent, b.constant({4}, {1, 1, 2, 1})}, asymmetric);
    b.output(b.node("Concat", {u, u}, {{"axis", std::int64_t{1}}}));
    const std::string header = header_of(b, {});
    CHECK(
        contains(header, ".function = tigris::ops::unary_function::hard_sigmoid, .alpha = 0.125"));
    CHECK(contains(header, "tigris::ops::resize_function::linear"));
    CHECK(contains(header, "tigris::ops::resize_coordinates::align_corners"));
    CHECK(contains(header, "tigris::ops::resize_coordinates::asymmetric"));
    CHECK(contains(header, "tigris::ops::nearest_rounding::ceil"));
    CHECK(contains(header, ".scale_w = 0.6"));
    CHECK(contains(header, "{.axis = 3}"));
}

TEST_CASE("a step's constants have names of their own") {
    model_builder b;
    const value_id condition = b.input({2}, tigris::dtype::boolean);
    b.output(b.node("Where", {condition, b.constant({2}, {1, 2}), b.constant({2}, {3, 4})}));
    options wanted;
    wanted.name = "where";
    const std::string header = header_of(b, wanted);
    for (const char* name : {"Where_0_right[", "Where_0_input_2["})
        CHECK_MESSAGE(contains(header, name), name);
}

TEST_CASE("names cannot end the comments that they stand in") {
    model_builder b;
    const value_id x = b.input({1, 4});
    b.model.values[0].name = "a\\\nb*/\?\?/";
    b.output(b.node("Relu", {x}));
    options wanted;
    wanted.name = "relu";
    std::istringstream header(header_of(b, wanted));
    for (std::string line; std::getline(header, line);) {
        const std::size_t comment = line.find("//");
        if (comment == std::string::npos) continue;
        CHECK(line.find_first_of("\\*?", comment) == std::string::npos);
    }
}

TEST_CASE("the header's default target is what the command line said") {
    using tigris::io;
    model_builder b;
    b.output(b.node("Relu", {b.input({1, 4})}));
    options wanted;
    wanted.name = "relu";
    CHECK(contains(header_of(b, wanted), "tigris::target default_target{};"));
    wanted.slow = 2048;
    wanted.fast = 1024;
    wanted.output_modes = {io::rows};
    CHECK(contains(header_of(b, wanted),
                   "default_target{.fast = 1024, .slow = 2048, "
                   ".output = tigris::io::rows};"));
    wanted.flash = 4096;
    wanted.input_modes = {io::arena, io::slow};
    CHECK(contains(header_of(b, wanted),
                   "default_target{.fast = 1024, .slow = 2048, .flash = 4096, "
                   ".input = {tigris::io::arena, tigris::io::slow}, .output = tigris::io::rows};"));
}
