// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/passes/label_depthwise.hpp>

#include <helpers/model_builder.hpp>

#include <doctest/doctest.h>

using namespace onnx2hpp;
using namespace onnx2hpp::test;

namespace {

std::string label(std::int64_t channels, std::int64_t outputs, std::int64_t group) {
    model_builder b;
    const value_id x = b.input({1, channels, 4, 4});
    b.output(
        b.node("Conv", {x, b.constant({outputs, channels / group, 3, 3})}, {{"group", group}}));
    onnx_model m = b.build();
    label_depthwise(m);
    return m.nodes[0].op_type;
}

}  // namespace

TEST_CASE("one group for each channel is depthwise, whatever the multiplier") {
    CHECK(label(4, 4, 4) == "DepthwiseConv");
    CHECK(label(4, 8, 4) == "DepthwiseConv");
}

TEST_CASE("fewer groups, or one channel, are not") {
    CHECK(label(4, 8, 2) == "Conv");
    CHECK(label(4, 8, 1) == "Conv");
    CHECK(label(1, 8, 1) == "Conv");
}
