// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/operators/list.hpp>

#include <helpers/model_builder.hpp>
#include <onnx2hpp/lower/lower.hpp>
#include <tools/onnx2hpp/evaluate/computed.hpp>

#include <doctest/doctest.h>

using namespace onnx2hpp;
using namespace onnx2hpp::test;
using tigris::dtype;

TEST_CASE("Pad of each mode; a number on the border, elements cut off") {
    const given row{{3}, {1, 2, 3}};
    const auto padded = [&](const std::string& mode, const reals& pads, std::int64_t extent) {
        return numbers_computed("Pad", {row, integers_given(pads), {{}, {9}}}, {extent}, dtype::f32,
                                {{"mode", mode}});
    };
    CHECK(padded("constant", {1, 2}, 6) == reals{9, 1, 2, 3, 9, 9});
    CHECK(padded("constant", {-1, 1}, 3) == reals{2, 3, 9});
    CHECK(padded("reflect", {2, 1}, 6) == reals{3, 2, 1, 2, 3, 2});
    CHECK(padded("edge", {2, 1}, 6) == reals{1, 1, 1, 2, 3, 3});
    CHECK(padded("wrap", {2, 1}, 6) == reals{2, 3, 1, 2, 3, 1});
}

TEST_CASE("a border of integers is a number, of codes a real one") {
    model_builder b;
    b.output(b.node(
        "Pad", {b.input({2}, dtype::i64), b.integers({0, 1}), b.constant({}, {1e15}, dtype::i64)}));
    const lowered_model m = lower(b.build(), {});
    CHECK(std::get<tigris::ops::pad>(m.nodes[0].op).number == 1'000'000'000'000'000);
}
