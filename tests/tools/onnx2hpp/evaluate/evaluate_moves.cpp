// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/evaluate/evaluate.hpp>

#include <tools/onnx2hpp/evaluate/computed.hpp>

#include <doctest/doctest.h>

using namespace onnx2hpp;
using namespace onnx2hpp::test;
using tigris::dtype;

namespace {

const given matrix{{2, 3}, {1, 2, 3, 4, 5, 6}};

}  // namespace

TEST_CASE("Slice, also backwards") {
    CHECK(numbers_computed("Slice",
                           {matrix, integers_given({-1}), integers_given({-9}), integers_given({1}),
                            integers_given({-2})},
                           {2, 2}, dtype::f32) == reals{3, 1, 6, 4});
}

TEST_CASE("Tile and Expand") {
    CHECK(numbers_computed("Tile", {matrix, integers_given({1, 2})}, {2, 6}, dtype::f32) ==
          reals{1, 2, 3, 1, 2, 3, 4, 5, 6, 4, 5, 6});
    CHECK(numbers_computed("Expand", {{{2, 1}, {7, 8}}, integers_given({2, 2, 2})}, {2, 2, 2},
                           dtype::f32) == reals{7, 7, 8, 8, 7, 7, 8, 8});
}

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

TEST_CASE("Gather and its kin, with negative indices") {
    CHECK(numbers_computed("Gather", {matrix, {{2, 1}, {-1, 0}, dtype::i64}}, {2, 2, 1}, dtype::f32,
                           {{"axis", std::int64_t{1}}}) == reals{3, 1, 6, 4});
    CHECK(numbers_computed("GatherElements", {matrix, {{1, 3}, {-1, 0, 1}, dtype::i64}}, {1, 3},
                           dtype::f32) == reals{4, 2, 6});
    CHECK(numbers_computed("GatherND", {matrix, {{2, 2}, {0, -1, 1, 0}, dtype::i64}}, {2},
                           dtype::f32) == reals{3, 4});
    CHECK(numbers_computed("GatherND", {matrix, {{2, 1}, {2, 0}, dtype::i64}}, {2}, dtype::f32,
                           {{"batch_dims", std::int64_t{1}}}) == reals{3, 4});
}

TEST_CASE("scattering replaces or reduces one after the other") {
    const given row{{3}, {1, 2, 3}};
    const given places{{2}, {2, -1}, dtype::i64}, news{{2}, {10, 20}};
    CHECK(numbers_computed("ScatterElements", {row, places, news}, {3}, dtype::f32) ==
          reals{1, 2, 20});
    CHECK(numbers_computed("ScatterElements", {row, places, news}, {3}, dtype::f32,
                           {{"reduction", std::string("add")}}) == reals{1, 2, 33});
    CHECK(numbers_computed("ScatterND", {matrix, {{1, 1}, {1}, dtype::i64}, {{1, 3}, {7, 5, 8}}},
                           {2, 3}, dtype::f32,
                           {{"reduction", std::string("max")}}) == reals{1, 2, 3, 7, 5, 8});
}

TEST_CASE("ranges, and places that are not zero") {
    const auto range = [](double start, double delta, std::int64_t count, dtype type) {
        return numbers_computed(
            "Range", {{{}, {start}, type}, {{}, {0}, type}, {{}, {delta}, type}}, {count}, type);
    };
    CHECK(range(3, -2, 2, dtype::i64) == reals{3, 1});
    CHECK(range(0.5, 0.25, 3, dtype::f32) == reals{0.5, 0.75, 1});
    CHECK(numbers_computed("NonZero", {{{2, 2}, {0, 1, 2, 0}}}, {2, 2}, dtype::i64) ==
          reals{0, 1, 1, 0});
}
