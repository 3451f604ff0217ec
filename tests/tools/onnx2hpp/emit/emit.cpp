// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/emit/emit.hpp>

#include <onnx2hpp/lower/lower.hpp>

#include <support/model_builder.hpp>

#include <doctest/doctest.h>

#include <sstream>

using namespace onnx2hpp;
using namespace onnx2hpp::test;

namespace {

std::string header_of(model_builder& b, const options& wanted) {
    return emit(lower(b.build(), wanted), wanted)[0].bytes;
}

bool contains(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
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
