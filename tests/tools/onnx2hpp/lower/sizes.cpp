// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/lower/sizes.hpp>

#include <onnx2hpp/lower/lower.hpp>

#include <helpers/model_builder.hpp>
#include <helpers/onnx_builder.hpp>

#include <doctest/doctest.h>

using namespace onnx2hpp;
using namespace onnx2hpp::test;

namespace {

/// How lowering `op_type` of an input of these extents ends.
verdict lowering_of(const std::string& op_type, const extents& dims) {
    model_builder b;
    b.output(b.node(op_type, {b.input(dims)}));
    return verdict_of([&] { lower(b.build(), {}); });
}

}  // namespace

TEST_CASE("tensors are refused whose bits no 32-bit number counts") {
    const auto unsupported = outcome::unsupported;
    CHECK(lowering_of("Relu", {1, 4, 4096, 4095}).code == outcome::success);
    CHECK(lowering_of("Relu", {1, 4, 4096, 4096}).says(unsupported, "has 67108864 elements"));
    CHECK(lowering_of("Relu", {1, 1, 1, (1 << 24) + 1}).says(unsupported, "has an axis longer"));
}

TEST_CASE("the node that makes a large tensor is named") {
    model_builder b;
    const value_id x = b.input({1, 4, 8, 8});
    const value_id large =
        b.node("Expand", {x, b.constant({5}, {1 << 20, 1, 1, 1, 1}, tigris::dtype::i64)});
    b.output(large);
    const verdict ended = verdict_of([&] { lower(b.build(), {}); });
    CHECK(ended.says(outcome::unsupported, "node 'Expand_"));
    CHECK(ended.says(outcome::unsupported, "split the tensor"));
}
