// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/operators/list.hpp>

#include <onnx2hpp/diagnostic.hpp>
#include <onnx2hpp/lower/lower.hpp>
#include <onnx2hpp/passes/pass_list.hpp>

#include <tools/onnx2hpp/lower/interpreter.hpp>
#include <tools/onnx2hpp/lower/lowered_facts.hpp>

#include <helpers/model_builder.hpp>
#include <helpers/onnx_builder.hpp>

#include <doctest/doctest.h>

#include <algorithm>

using namespace onnx2hpp;
using namespace onnx2hpp::test;
using tigris::dtype;

namespace {

/// Two outputs of four or more inputs, in blocks of two: codes 1 2 3 4 and 15 0 8 9.
struct packed_layer {
    std::vector<double> codes{0x21, 0x43, 0x0F, 0x98};
    std::vector<double> zero_points{};
    std::int64_t bits = 4;
    std::int64_t block = 2;
    std::int64_t k = 4;

    onnx_model build() const {
        model_builder b;
        const value_id x = b.input({3, k});
        const std::int64_t bytes = bits * block / 8;
        std::vector<value_id> inputs{
            x,
            b.constant({2, std::ssize(codes) / 2 / std::max<std::int64_t>(bytes, 1), bytes}, codes,
                       dtype::u8),
            b.constant({4}, {0.5, 1, 2, 4})};
        if (!zero_points.empty())
            inputs.push_back(b.constant({static_cast<std::int64_t>(zero_points.size())},
                                        zero_points, dtype::u8));
        const attributes held{
            {"K", k}, {"N", std::int64_t{2}}, {"bits", bits}, {"block_size", block}};
        const value_id y = b.node("MatMulNBits", inputs, held, 1);
        b.model.nodes.back().domain = "com.microsoft";
        b.output(b.node("Identity", {x}));
        b.output(y);
        onnx_model m = b.build();
        run_passes(m, {});
        return m;
    }
};

void check(const packed_layer& layer, const std::vector<double>& weights, dtype stored) {
    const onnx_model m = layer.build();
    const lowered_model lowered = lower(m, {});
    for (const lowered_node& n : lowered.nodes)
        if (n.inputs.size() > 3) CHECK(tensor_at(lowered, n.inputs[1]).type == stored);
    const auto r = results_of(m);
    const auto inputs = static_cast<std::size_t>(layer.k);
    for (std::size_t i = 0; i < 6; ++i) {
        double sum = 0;
        for (std::size_t k = 0; k < inputs; ++k)
            sum += r[0][i / 2 * inputs + k] * weights[i % 2 * inputs + k];
        CHECK(r[1][i] == doctest::Approx(sum));
    }
}

}  // namespace

TEST_CASE("codes of 4 bits, the first in the low half, have the zero point 8") {
    check({}, {-3.5, -3, -5, -4, 14, -16, 0, 4}, dtype::i4);
}

TEST_CASE("a zero point for each block, of an output in whole bytes") {
    const packed_layer layer{.zero_points = {0x31, 0x0F}};
    check(layer, {0, 0.5, 0, 1, 0, -30, 32, 36}, dtype::u4);
}

TEST_CASE("8 bits, with and without zero points") {
    packed_layer layer{.codes = {1, 2, 3, 4, 255, 0, 8, 9}, .zero_points = {}, .bits = 8};
    check(layer, {-63.5, -63, -125, -124, 254, -256, -480, -476}, dtype::i8);
    layer.zero_points = {0, 3, 255, 8};
    check(layer, {0.5, 1, 0, 1, 0, -510, 0, 4}, dtype::u8);
}

TEST_CASE("a last block that is filled up ends where the inputs do") {
    const packed_layer layer{
        .codes = {0x21, 0x43, 0x65, 0xF7, 0x0F, 0x98, 0x10, 0xF1}, .block = 4, .k = 6};
    check(layer, {-3.5, -3, -2.5, -2, -3, -2, 14, -16, 0, 2, -32, -28}, dtype::i4);
}

TEST_CASE("what MatMulNBits cannot be is a diagnostic") {
    const auto verdict = [](const packed_layer& layer) {
        return verdict_of([&] { layer.build(); });
    };
    CHECK(verdict({.bits = 3}).says(outcome::unsupported, "3 bits"));
    CHECK(verdict({.codes = {1, 2}, .block = 3}).says(outcome::unsupported, "end inside a byte"));
    CHECK(verdict({.codes = {1, 2}, .block = 0}).says(outcome::bad_input, "block_size is 0"));
    CHECK(verdict({.zero_points = {1}}).says(outcome::bad_input, "must have 2 elements"));
}
