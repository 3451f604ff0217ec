// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/operators/list.hpp>

#include <helpers/model_builder.hpp>
#include <onnx2hpp/lower/lower.hpp>
#include <tools/onnx2hpp/lower/lowered_facts.hpp>

#include <doctest/doctest.h>

using namespace onnx2hpp;
using namespace onnx2hpp::test;

TEST_CASE("a DepthToSpace between windows costs one transposition") {
    model_builder b;
    const value_id wide =
        b.node("DepthToSpace", {b.node("Conv", {b.input({1, 4, 5, 6}), b.constant({4, 4, 1, 1})})},
               {{"blocksize", std::int64_t{2}}}, 13);
    b.output(b.node("Conv", {wide, b.constant({4, 1, 1, 1})}));
    CHECK(count_transposes(lower(b.build(), {})) == 1);
}
