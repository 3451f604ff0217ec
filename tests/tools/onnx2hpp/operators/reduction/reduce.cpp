// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/evaluate/evaluate.hpp>

#include <tools/onnx2hpp/evaluate/computed.hpp>

#include <doctest/doctest.h>

using namespace onnx2hpp;
using namespace onnx2hpp::test;
using tigris::dtype;

namespace {

const given integer_matrix{{2, 3}, {1, 2, 3, 4, 5, 6}, dtype::i64};

}  // namespace

TEST_CASE("reductions over an attribute's axes, an input's, or all") {
    CHECK(numbers_computed("ReduceProd", {integer_matrix}, {}, dtype::i64,
                           {{"keepdims", std::int64_t{0}}}) == reals{720});
    CHECK(numbers_computed("ReduceMax", {integer_matrix}, {3}, dtype::i64,
                           {{"axes", extents{-2}}}) == reals{4, 5, 6});
    CHECK(numbers_computed("ReduceSum", {integer_matrix, integers_given({1})}, {2, 1},
                           dtype::i64) == reals{6, 15});
    CHECK(numbers_computed("ReduceMin", {integer_matrix}, {1, 1}, dtype::i64) == reals{1});
}

TEST_CASE("no axes may mean that nothing is reduced") {
    const given none{{0}, {}, dtype::i64};
    const attributes held{{"noop_with_empty_axes", std::int64_t{1}}};
    CHECK(numbers_computed("ReduceSum", {integer_matrix, none}, {2, 3}, dtype::i64, held) ==
          integer_matrix.elements);
    CHECK(numbers_computed("ReduceSum", {integer_matrix, none}, {1, 1}, dtype::i64) == reals{21});
}

TEST_CASE("running sums, backwards and without the element itself") {
    const given along{{}, {1}, dtype::i64};
    const auto sums = [&](std::int64_t exclusive, std::int64_t reverse) {
        return numbers_computed("CumSum", {integer_matrix, along}, {2, 3}, dtype::i64,
                                {{"exclusive", exclusive}, {"reverse", reverse}});
    };
    CHECK(sums(0, 0) == reals{1, 3, 6, 4, 9, 15});
    CHECK(sums(1, 0) == reals{0, 1, 3, 0, 4, 9});
    CHECK(sums(0, 1) == reals{6, 5, 3, 15, 11, 6});
    CHECK(sums(1, 1) == reals{5, 3, 0, 11, 6, 0});
}
