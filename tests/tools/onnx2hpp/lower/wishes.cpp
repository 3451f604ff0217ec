// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/lower/wishes.hpp>

#include <helpers/model_builder.hpp>

#include <doctest/doctest.h>

using namespace onnx2hpp;
using namespace onnx2hpp::test;

TEST_CASE("the first reader with a demand is found behind element by element operators") {
    model_builder b;
    const value_id x = b.input({1, 2, 3, 4});
    const value_id y = b.node("Relu", {x});
    b.output(b.node("Shape", {y}));
    b.output(b.node("GlobalAveragePool", {b.node("Relu", {y})}));
    const onnx_model m = b.build();
    CHECK(wishes(m).of(x) == channels_last(4));
    CHECK(!wishes(m).of(m.outputs[1]));
}

TEST_CASE("a wish is found behind thousands of operators, for all of them, and from any side") {
    model_builder b;
    std::vector<value_id> values{b.input({1, 2, 3, 4})};
    for (int i = 0; i < 20'000; ++i) values.push_back(b.node("Relu", {values.back()}));
    b.output(b.node("GlobalAveragePool", {values.back()}));
    const onnx_model m = b.build();
    const wishes wished(m);
    for (const value_id v : values) REQUIRE(wished.of(v) == channels_last(4));
}
