// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/operators/list.hpp>

#include <onnx2hpp/diagnostic.hpp>
#include <onnx2hpp/lower/lower.hpp>
#include <onnx2hpp/onnx/element_types.hpp>
#include <onnx2hpp/passes/pass_list.hpp>

#include <tools/onnx2hpp/lower/interpreter.hpp>

#include <helpers/model_builder.hpp>
#include <helpers/onnx_builder.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

using namespace onnx2hpp;
using namespace onnx2hpp::test;
using tigris::dtype;

namespace {

onnx_model with_output(model_builder& b, value_id y) {
    b.output(y);
    return b.build();
}

}  // namespace

TEST_CASE("what the passes fold stays: 8 bits, one constant scale; constants, any") {
    model_builder b;
    CHECK(has_node(with_output(b, b.dequantize(b.input({4}, dtype::i8), 0.5f, 3)),
                   "DequantizeLinear"));
    model_builder weights;
    const value_id scale = weights.constant({2}, {0.5, 0.25});
    const value_id codes = weights.constant({2, 3}, {}, dtype::i16);
    const attributes axis{{"axis", std::int64_t{0}}};
    CHECK(has_node(with_output(weights, weights.node("DequantizeLinear", {codes, scale}, axis, 21)),
                   "DequantizeLinear"));
}

namespace {

/// What this QuantizeLinear and a DequantizeLinear of its codes make of the input, which is the
/// first result.
std::vector<elements> quantized_in_4_bits(dtype type, const std::vector<double>& scales,
                                          std::int64_t zero, attributes held = {}) {
    model_builder b;
    const value_id x = b.input({2, 64});
    const extents dims = scales.size() == 1 ? extents{} : extents{2};
    const value_id scale = b.constant(dims, scales);
    const std::vector<double> zeros(scales.size(), static_cast<double>(zero));
    const value_id zero_point = b.constant(dims, zeros, value_type_of(type));
    b.model.values[static_cast<std::size_t>(zero_point)].file_type = type;
    b.output(b.node("Mul", {x, b.constant({}, {5})}));
    const value_id codes =
        b.node("QuantizeLinear", {b.model.outputs[0], scale, zero_point}, held, 21);
    b.output(b.node("DequantizeLinear", {codes, scale, zero_point}, held, 21));
    b.output(b.node("Cast", {codes}, {{"to", std::int64_t{onnx::TensorProto::FLOAT}}}, 21));
    onnx_model m = b.build();
    run_passes(m, {});
    return results_of(m);
}

void check_4_bits(dtype type, const std::vector<double>& scales, std::int64_t zero,
                  attributes held = {}) {
    const auto r = quantized_in_4_bits(type, scales, zero, std::move(held));
    const double low = type == dtype::i4 ? -8 : 0;
    bool has_low = false, has_high = false;
    for (std::size_t i = 0; i < r[0].size(); ++i) {
        const double scale = scales[scales.size() == 1 ? 0 : i / 64];
        const double code =
            std::clamp(std::nearbyint(r[0][i] / scale) + double(zero), low, low + 15);
        CHECK(r[2][i] == code);
        CHECK(r[1][i] == (code - double(zero)) * scale);
        has_low |= code == low;
        has_high |= code == low + 15;
    }
    CHECK(has_low);
    CHECK(has_high);
}

}  // namespace

TEST_CASE("codes of 4 bits are clamped to their range") {
    SUBCASE("int4") { check_4_bits(dtype::i4, {0.5}, 1); }
    SUBCASE("uint4") { check_4_bits(dtype::u4, {0.25}, 7); }
    SUBCASE("a scale for each row") {
        check_4_bits(dtype::i4, {0.5, 0.25}, -1, {{"axis", std::int64_t{0}}});
    }
    SUBCASE("a zero point at an end of the range") { check_4_bits(dtype::i4, {0.25}, 7); }
}

TEST_CASE("codes of 4 bits are quantized by integer kernels, after a clamp") {
    model_builder b;
    const value_id x = b.input({8}), scale = b.constant({}, {0.5});
    const attributes held{{"output_dtype", std::int64_t{22}}};
    const value_id codes = b.node("QuantizeLinear", {x, scale}, held, 21);
    const onnx_model m = with_output(b, b.node("DequantizeLinear", {codes, scale}, {}, 21));
    CHECK(op_types(m) ==
          std::vector<std::string>{"Clip", "QuantizeLinear", "Identity", "DequantizeLinear"});
    CHECK(value_of(m, codes).type == dtype::i8);
    CHECK(value_of(m, codes).file_type == dtype::i4);
}

TEST_CASE("constants of 4 bits have 8 here, and mean the same") {
    model_builder b;
    const auto four_bits = [&](extents dims, std::vector<double> numbers) {
        const value_id v = b.constant(dims, numbers, dtype::i8);
        b.model.values[static_cast<std::size_t>(v)].file_type = dtype::i4;
        return v;
    };
    const value_id scale = b.constant({}, {0.5});
    SUBCASE("weights") {
        b.output(b.node("DequantizeLinear", {four_bits({3}, {-8, 0, 7}), scale, four_bits({}, {3})},
                        {}, 21));
        onnx_model m = b.build();
        run_passes(m, {});
        CHECK(numbers_of(*value_of(m, m.outputs[0]).constant) ==
              std::vector<double>{-5.5, -1.5, 2});
    }
    SUBCASE("numbers to quantize") {
        const value_id x = b.constant({4}, {-100, -1, 0.7, 100});
        b.output(b.node("QuantizeLinear", {x, scale, four_bits({}, {3})}, {}, 21));
        const onnx_model m = b.build();
        CHECK(numbers_of(*value_of(m, m.outputs[0]).constant) == std::vector<double>{-8, 1, 4, 7});
    }
    SUBCASE("a zero point of another type") {
        const value_id other = b.constant({}, {3}, dtype::i8);
        b.node("DequantizeLinear", {four_bits({3}, {-8, 0, 7}), scale, other}, {}, 21);
        CHECK(verdict_of([&] {
                  b.build();
              }).says(outcome::bad_input, "its codes and zero points differ in type"));
    }
    SUBCASE("blocks of which the last is shorter") {
        const value_id scales = b.constant({2}, {0.5, 0.5});
        b.node("QuantizeLinear", {b.input({5}), scales},
               {{"output_dtype", std::int64_t{22}},
                {"block_size", std::int64_t{3}},
                {"axis", std::int64_t{0}}},
               21);
        CHECK(verdict_of([&] { b.build(); }).says(outcome::unsupported, "blocks"));
    }
}

TEST_CASE("output_dtype says the type, and agrees with the zero point") {
    const auto quantized = [](std::int64_t type, bool has_zero_point) {
        model_builder b;
        std::vector<value_id> inputs{b.input({4}), b.constant({}, {0.5})};
        if (has_zero_point) inputs.push_back(b.constant({}, {3}, dtype::i8));
        const attributes held{{"output_dtype", type}};
        const value_id y = b.node("QuantizeLinear", inputs, held, 21);
        return value_of(with_output(b, y), y).type;
    };
    CHECK(quantized(onnx::TensorProto::INT8, false) == dtype::i8);
    CHECK(quantized(onnx::TensorProto::INT16, false) == dtype::i16);
    CHECK(quantized(0, false) == dtype::u8);
    CHECK(quantized(0, true) == dtype::i8);
    CHECK(verdict_of([&] {
              quantized(onnx::TensorProto::UINT8, true);
          }).says(outcome::bad_input, "output_dtype is uint8, but the zero point is int8"));
    constexpr std::int64_t float8 = 17;
    CHECK(verdict_of([&] {
              quantized(float8, false);
          }).says(outcome::unsupported, "a type that is not supported"));
}

TEST_CASE("a scale for each channel of an activation is a product along its axis") {
    model_builder b;
    const value_id x = b.input({2, 3}, dtype::u8);
    const value_id scale = b.constant({2}, {0.5, 0.25});
    const value_id zero_point = b.constant({2}, {3, 1}, dtype::u8);
    b.output(b.node("Cast", {x}, {{"to", std::int64_t{1}}}));
    b.output(b.node("DequantizeLinear", {x, scale, zero_point}, {{"axis", std::int64_t{-2}}}, 21));
    const auto r = results_of(b.build());
    for (std::size_t i = 0; i < 6; ++i)
        CHECK(r[1][i] == (i < 3 ? (r[0][i] - 3) * 0.5 : (r[0][i] - 1) * 0.25));
}

TEST_CASE("a scale at run time") {
    model_builder b;
    const value_id x = b.input({4}), scale = b.input({});
    b.output(b.node("Identity", {x}));
    b.output(b.node("Identity", {scale}));
    const value_id codes = b.node("QuantizeLinear", {x, scale, b.constant({}, {7}, dtype::u16)});
    b.output(b.node("Cast", {codes}, {{"to", std::int64_t{1}}}));
    const onnx_model m = b.build();
    CHECK_FALSE(has_node(m, "QuantizeLinear"));
    const auto r = results_of(m);
    for (std::size_t i = 0; i < 4; ++i) {
        const double code = std::nearbyint(r[0][i] / r[1][0]) + 7;
        CHECK(r[2][i] == std::clamp(code, 0.0, 65535.0));
    }
}

TEST_CASE("scales for blocks, and blocks that do not fit") {
    model_builder b;
    const value_id x = b.input({2, 4}, dtype::i8), scale = b.constant({2, 2}, {1, 2, 4, 8});
    b.output(b.node("Cast", {x}, {{"to", std::int64_t{1}}}));
    b.output(b.node("DequantizeLinear", {x, scale}, {{"block_size", std::int64_t{2}}}, 21));
    const auto r = results_of(b.build());
    for (std::size_t i = 0; i < 8; ++i) CHECK(r[1][i] == r[0][i] * (1 << (i / 2)));
    model_builder bad;
    const value_id y = bad.node("DequantizeLinear",
                                {bad.input({2, 5}, dtype::i8), bad.constant({2, 2}, {1, 2, 4, 8})},
                                {{"block_size", std::int64_t{3}}}, 21);
    CHECK(verdict_of([&] {
              with_output(bad, y);
          }).says(outcome::unsupported, "the 5 elements along axis 1 are not whole blocks of 3"));
    model_builder other;
    const value_id z =
        other.node("DequantizeLinear",
                   {other.input({2, 5}, dtype::i8), other.constant({2, 3}, {1, 2, 4, 8, 1, 1})},
                   {{"block_size", std::int64_t{3}}}, 21);
    CHECK(verdict_of([&] {
              with_output(other, z);
          }).says(outcome::bad_input, "take scales of shape [2, 2]"));
}

TEST_CASE("the last block of constant codes may be shorter") {
    const std::vector<double> codes{1, -2, 3, -4, 5, -6, 7, -8, 1, 2, -3, 4, -5, 6, -7};
    for (const std::int64_t block : {2, 3, 4, 7})
        for (const bool first : {true, false}) {
            const std::int64_t blocks = (5 + block - 1) / block;
            const extents dims = first ? extents{5, 3} : extents{3, 5};
            std::vector<double> scales, zero_points;
            for (int i = 0; i < 3 * blocks; ++i)
                scales.push_back(1 + i), zero_points.push_back(i - 2);
            const extents scale_dims = first ? extents{blocks, 3} : extents{3, blocks};
            model_builder b;
            const value_id weights =
                b.node("DequantizeLinear",
                       {b.constant(dims, codes, dtype::i8), b.constant(scale_dims, scales),
                        b.constant(scale_dims, zero_points, dtype::i8)},
                       {{"block_size", block}, {"axis", std::int64_t{first ? 0 : 1}}}, 21);
            const value_id x = b.input(dims);
            b.output(b.node("Identity", {x}));
            b.output(b.node("Sub", {weights, x}));
            const auto r = results_of(b.build());
            for (std::size_t i = 0; i < 15; ++i) {
                const auto of = static_cast<std::size_t>(
                    first ? std::int64_t(i) / 3 / block * 3 + std::int64_t(i) % 3
                          : std::int64_t(i) / 5 * blocks + std::int64_t(i) % 5 / block);
                CHECK(r[1][i] == (codes[i] - zero_points[of]) * scales[of] - r[0][i]);
            }
        }
}

TEST_CASE("weights may have scales that are negative or 0") {
    model_builder b;
    const value_id codes = b.constant({2, 4}, {1, 2, 3, 4, 5, 6, 7, -8}, dtype::i8);
    const value_id x = b.input({2, 4});
    const auto plus = [&](value_id weights) { b.output(b.node("Sub", {weights, x})); };
    b.output(b.node("Identity", {x}));
    plus(b.node("DequantizeLinear", {codes, b.constant({}, {-0.5})}, {}, 13));
    plus(b.node("DequantizeLinear", {codes, b.constant({2}, {-2, 0})}, {{"axis", std::int64_t{0}}},
                13));
    plus(b.node("DequantizeLinear", {codes, b.constant({2, 2}, {-1, 2, 0, -4})},
                {{"block_size", std::int64_t{2}}}, 21));
    const auto r = results_of(b.build());
    const double code[]{1, 2, 3, 4, 5, 6, 7, -8}, scale[]{-1, 2, 0, -4};
    for (std::size_t i = 0; i < 8; ++i) {
        CHECK(r[1][i] == -0.5 * code[i] - r[0][i]);
        CHECK(r[2][i] == (i < 4 ? -2 * code[i] : 0) - r[0][i]);
        CHECK(r[3][i] == scale[i / 2] * code[i] - r[0][i]);
    }
}
