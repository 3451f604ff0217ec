// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/operators/list.hpp>

#include <tools/onnx2hpp/evaluate/computed.hpp>

#include <doctest/doctest.h>

using namespace onnx2hpp;
using namespace onnx2hpp::test;
using tigris::dtype;

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
