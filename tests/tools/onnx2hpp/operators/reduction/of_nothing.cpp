// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/evaluate/evaluate.hpp>

#include <tools/onnx2hpp/evaluate/computed.hpp>

#include <doctest/doctest.h>

#include <cmath>

using namespace onnx2hpp;
using namespace onnx2hpp::test;
using tigris::dtype;

namespace {

const given nothing{{2, 0, 3}, {}};

reals reduced(const std::string& op_type) {
    return numbers_computed(op_type, {nothing, integers_given({1})}, {2, 1, 3}, dtype::f32);
}

}  // namespace

TEST_CASE("sums and norms of nothing are 0, logarithms of sums minus infinity") {
    for (const char* op_type : {"ReduceSum", "ReduceL1", "ReduceL2", "ReduceSumSquare"})
        CHECK(reduced(op_type) == reals(6, 0));
    for (const char* op_type : {"ReduceLogSum", "ReduceLogSumExp"})
        CHECK(reduced(op_type) == reals(6, -INFINITY));
    CHECK(numbers_computed("MatMul", {{{2, 0}, {}}, {{0, 3}, {}}}, {2, 3}, dtype::f32) ==
          reals(6, 0));
}

TEST_CASE("of something they are left to the kernels") {
    const given something{{2}, {1, 2}};
    CHECK(computed("ReduceL2", {something}, {1}, dtype::f32) == nullptr);
    CHECK(computed("ReduceLogSum", {something}, {1}, dtype::f32) == nullptr);
    CHECK(computed("MatMul", {something, something}, {}, dtype::f32) == nullptr);
}
