// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/lower/int4_weights.hpp>

#include <onnx2hpp/emit/constant_arrays.hpp>
#include <onnx2hpp/emit/weight_order.hpp>
#include <onnx2hpp/lower/lower.hpp>
#include <onnx2hpp/passes/pass_list.hpp>

#include <helpers/model_builder.hpp>
#include <tools/onnx2hpp/lower/lowered_facts.hpp>

#include <doctest/doctest.h>

using namespace onnx2hpp;
using namespace onnx2hpp::test;
using tigris::dtype;
using tigris::tensor;

namespace {

/// A convolution of bytes, whose weights have `type` in the file and four codes.
struct int4_conv {
    std::optional<dtype> type = dtype::i4;
    std::vector<double> codes{-8, 7, -1, 0};
    std::int32_t zero_point = 0;

    lowered_model build() const {
        const dtype wide = type == dtype::u4 ? dtype::u8 : dtype::i8;
        model_builder b;
        const value_id w = b.constant({2, 2, 1, 1}, codes, wide);
        const value_id x = b.dequantize(b.input({1, 2, 3, 3}, dtype::i8), 0.5f, 3);
        const value_id weights = b.dequantize(w, 0.25f, zero_point, wide);
        b.output(b.quantize(b.node("Conv", {x, weights}), 2.0f, -5));
        onnx_model m = b.build();
        m.values[std::size_t(w)].file_type = type;
        run_passes(m, {});
        return with_int4_weights(lower(m, {}));
    }
};

tensor weights_of(const lowered_model& m) {
    for (const lowered_node& n : m.nodes)
        if (std::holds_alternative<tigris::ops::conv>(n.op)) return tensor_at(m, n.inputs[1]);
    FAIL("there is no convolution");
    return {};
}
dtype type_in(const int4_conv& conv) { return weights_of(conv.build()).type; }

}  // namespace

TEST_CASE("weights that are int4 in the file are so in flash") {
    CHECK(type_in({}) == dtype::i4);
    CHECK(type_in({.type = dtype::u4, .codes = {0, 15, 8, 1}, .zero_point = 8}) == dtype::i4);
    const lowered_model m = int4_conv{}.build();
    const tensor_data& data = m.constants[std::size_t(weights_of(m).index)];
    CHECK(flash_bytes(data) == std::vector{std::byte{0x78}, std::byte{0x0F}});
}

TEST_CASE("weights that other codes of their type would not fit are bytes") {
    CHECK(type_in({.zero_point = 1}) == dtype::i8);
    CHECK(type_in({.type = dtype::u4, .codes = {0, 7, 1, 2}}) == dtype::i8);
    CHECK(type_in({.type = {}}) == dtype::i8);
}

TEST_CASE("int4 keeps the order that all backends read") {
    const lowered_model bytes = with_weight_orders(int4_conv{.type = {}}.build(), tigris::arm_dsp);
    CHECK(weights_of(bytes).order == tigris::weight_order::arm_dsp_pairs);
    const lowered_model m = with_weight_orders(int4_conv{}.build(), tigris::arm_dsp);
    CHECK(weights_of(m).order == tigris::weight_order::canonical);
}
