// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/dead/unary_ranges.hpp>

#include <tigris/kernels/portable/unary.hpp>

#include <doctest/doctest.h>

using namespace onnx2hpp;
using namespace tigris;
using function = ops::unary_function;

namespace {

/// A step from bytes to bytes, as constants.
template <ops::unary_function F, int ZeroPoint>
struct step {
    static constexpr ops::unary op{.function = F, .alpha = 0.1f};
    static constexpr tensor tensors[]{
        {.type = dtype::i8, .dims = {1, {1}}, .quant = {0.0625f, -12}},
        {.type = dtype::i8, .dims = {1, {1}}, .quant = {1.0f / 256, ZeroPoint}}};
    static constexpr std::int16_t edges[]{0, 1};
    static constexpr operands all() { return {{tensors, 2}, edges, edges + 1, 1, 1}; }

    template <rounding R>
    static std::int8_t code(std::int32_t of) {
        static constexpr kernels::code_curve curve =
            kernels::curve_of(kernels::key_of(op, all(), R));
        return std::int8_t(kernels::codes_of_curve<curve>.of[std::uint8_t(of)]);
    }
};

template <class Step>
interval in_tables(interval codes) {
    interval seen{127, -128};
    for (auto code = std::int32_t(codes.low); code <= codes.high; ++code) {
        const std::int64_t once = Step::template code<rounding::nearest>(code);
        const std::int64_t twice = Step::template code<rounding::tflite>(code);
        seen = hull(seen, hull({once, once}, {twice, twice}));
    }
    return seen;
}

template <class Step>
bool agrees_with_tables() {
    for (int low = -128; low < 128; low += 3)
        for (int high = low; high < 128; high += 1 + (high - low) * 2) {
            const interval codes{low, high};
            if (function_of(codes, Step::op, Step::all()) != in_tables<Step>(codes)) return false;
        }
    return true;
}

}  // namespace

TEST_CASE("ranges of functions are what the kernels' tables have") {
    CHECK(agrees_with_tables<step<function::leaky_relu, 3>>());
    CHECK(agrees_with_tables<step<function::sigmoid, -128>>());
    CHECK(agrees_with_tables<step<function::hard_swish, 0>>());
    CHECK(agrees_with_tables<step<function::cos, 5>>());
}
