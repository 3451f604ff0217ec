// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/operators/list.hpp>

#include <helpers/model_builder.hpp>
#include <onnx2hpp/lower/lower.hpp>
#include <onnx2hpp/passes/pass_list.hpp>
#include <tools/onnx2hpp/lower/lowered_facts.hpp>

#include <doctest/doctest.h>

using namespace onnx2hpp;
using namespace onnx2hpp::test;
using tigris::dtype;

TEST_CASE("a quantized layer has bias, multiplier and shift, one of each where all are equal") {
    const auto lowered = [](std::vector<double> scales) {
        model_builder b;
        const auto count = static_cast<std::int64_t>(scales.size());
        const value_id x = b.dequantize(b.input({1, 2}, dtype::i8), 0.5f, 3);
        const value_id w =
            b.node("DequantizeLinear",
                   {b.constant({2, 2}, {1, 2, 3, 4}, dtype::i8), b.constant({count}, scales),
                    b.constant({count}, std::vector<double>(scales.size(), 0), dtype::i8)},
                   {{"axis", std::int64_t{1}}});
        b.output(b.quantize(b.node("MatMul", {x, w}), 1.0f, 0));
        onnx_model m = b.build();
        run_passes(m, {});
        return lower(m, {});
    };
    const lowered_model each = lowered({0.5, 0.25}), one = lowered({0.5, 0.5});
    REQUIRE(each.nodes[0].inputs.size() == 5);
    const auto numbers = [](const lowered_model& m, std::size_t slot) {
        const auto index = static_cast<std::size_t>(tensor_at(m, m.nodes[0].inputs[slot]).index);
        return numbers_of(m.constants[index]);
    };
    CHECK(numbers(each, 1) == std::vector<double>{1, 3, 2, 4});
    CHECK(numbers(each, 2) == std::vector<double>{-12, -18});
    CHECK(numbers(each, 3) == std::vector<double>{1 << 30, 1 << 30});
    CHECK(numbers(each, 4) == std::vector<double>{-1, -2});
    CHECK(numbers(one, 3) == std::vector<double>{1 << 30});
    CHECK(numbers(one, 4) == std::vector<double>{-1});
}
