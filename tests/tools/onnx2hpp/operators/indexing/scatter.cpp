// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/operators/list.hpp>

#include <tools/onnx2hpp/evaluate/computed.hpp>

#include <doctest/doctest.h>

using namespace onnx2hpp;
using namespace onnx2hpp::test;
using tigris::dtype;

TEST_CASE("scattering replaces or reduces one after the other") {
    const given matrix{{2, 3}, {1, 2, 3, 4, 5, 6}};
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
