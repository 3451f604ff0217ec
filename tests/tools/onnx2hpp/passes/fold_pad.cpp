// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/passes/fold_pad.hpp>

#include <onnx2hpp/passes/fold_qdq.hpp>

#include <tools/onnx2hpp/lower/interpreter.hpp>

#include <helpers/model_builder.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <limits>

using namespace onnx2hpp;
using namespace onnx2hpp::test;

using names = std::vector<std::string>;
using tigris::dtype;

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double lowest = static_cast<double>(std::numeric_limits<float>::lowest());
const names folded_conv{"Conv"}, kept_conv{"Pad", "Conv"};
const names folded_max{"MaxPool"}, kept_max{"Pad", "MaxPool"};
const names folded_average{"AveragePool"}, kept_average{"Pad", "AveragePool"};

/// What the pass leaves of the model; its results must not change.
onnx_model folded(onnx_model m) {
    const auto expected = results_of(m);
    fold_pad(m);
    CHECK(results_of(m) == expected);
    return m;
}

names after_fold_pad(const onnx_model& m) { return op_types(folded(m)); }

/// [2, 2, 5, 6], padded by [top, left, bottom, right].
value_id padded(model_builder& b, const extents& pads, double border) {
    const extents all{0, 0, pads[0], pads[1], 0, 0, pads[2], pads[3]};
    return b.node("Pad", {b.input({2, 2, 5, 6}), b.integers(all), b.constant({}, {border})});
}

onnx_model with_output(model_builder& b, value_id y) {
    b.output(y);
    return b.build();
}

onnx_model pad_and_conv(const extents& pads, double border = 0, attributes held = {}) {
    model_builder b;
    const value_id x = padded(b, pads, border);
    return with_output(b, b.node("Conv", {x, b.constant({4, 2, 3, 2})}, std::move(held)));
}

onnx_model pad_and_pool(const std::string& op_type, const extents& pads, double border,
                        attributes held = {}) {
    model_builder b;
    const value_id x = padded(b, pads, border);
    held.insert({{"kernel_shape", extents{3, 2}}, {"strides", extents{2, 2}}});
    return with_output(b, b.node(op_type, {x}, std::move(held)));
}

extents pads_in(const onnx_model& m) { return std::get<extents>(m.nodes[0].attributes.at("pads")); }

attributes with(const std::string& name, attribute held) { return {{name, std::move(held)}}; }

/// A Pad by 1, of another form than an input of eight numbers, and a Conv.
names left_of(const attributes& held, std::vector<extents> inputs, int since) {
    model_builder b;
    std::vector<value_id> operands{b.input({1, 2, 4, 4})};
    if (!inputs.empty()) operands.push_back(b.integers(inputs[0]));
    if (inputs.size() > 1) operands.insert(operands.end(), {absent, b.integers(inputs[1])});
    const value_id x = b.node("Pad", operands, held, since);
    const value_id conv = b.node("Conv", {x, b.constant({2, 1, 3, 3})}, with("group", 2));
    const onnx_model m = folded(with_output(b, conv));
    if (m.nodes.size() == 1) CHECK(pads_in(m) == extents{1, 0, 0, 1});
    return op_types(m);
}

/// Pad and Conv of integers, whose Pad adds `border` and has a result of scale `scale`.
onnx_model integer_conv(dtype type, int zero_point, double border, float scale = 0.5f) {
    model_builder b;
    const value_id x = b.dequantize(b.input({1, 2, 4, 4}, type), 0.5f, zero_point, type);
    const value_id wide =
        b.node("Pad", {x, b.integers({0, 0, 1, 1, 0, 0, 1, 1}), b.constant({}, {border})});
    const value_id weights = b.dequantize(b.constant({3, 2, 3, 3}, {}, dtype::i8), 0.25f, 0);
    const value_id conv = b.node("Conv", {b.rounded(wide, scale, zero_point, type), weights});
    b.output(b.quantize(conv, 4, 1, type));
    onnx_model m = b.build();
    fold_qdq(m);
    return m;
}

/// A Pad of codes by code `border`, and a pool of them.
onnx_model integer_pool(const std::string& op_type, double border) {
    model_builder b;
    const value_id codes = b.quantize(b.input({1, 2, 4, 4}), 0.5f, 3);
    const value_id wide = b.node(
        "Pad", {codes, b.integers({0, 0, 1, 1, 0, 0, 1, 1}), b.constant({}, {border}, dtype::i8)});
    const value_id pool =
        b.node(op_type, {b.dequantize(wide, 0.5f, 3)}, with("kernel_shape", extents{3, 3}));
    b.output(b.dequantize(b.quantize(pool, 0.5f, 3), 0.5f, 3));
    onnx_model m = b.build();
    fold_qdq(m);
    return m;
}

}  // namespace

TEST_CASE("rows and columns of zeros become the pads of a Conv") {
    const onnx_model m = folded(pad_and_conv({1, 2, 3, 0}));
    CHECK(op_types(m) == folded_conv);
    CHECK(pads_in(m) == extents{1, 2, 3, 0});
    CHECK(m.nodes[0].inputs[0] == m.inputs[0]);
}

TEST_CASE("they are added to its own") {
    const onnx_model m = folded(pad_and_conv({1, 2, 0, 1}, 0, with("pads", extents{1, 0, 2, 1})));
    CHECK(op_types(m) == folded_conv);
    CHECK(pads_in(m) == extents{2, 2, 2, 2});
}

TEST_CASE("auto_pad is resolved for the padded input") {
    attributes held = with("strides", extents{2, 2});
    SUBCASE("SAME_UPPER") {
        held["auto_pad"] = std::string("SAME_UPPER");
        CHECK(pads_in(folded(pad_and_conv({1, 0, 1, 1}, 0, held))) == extents{2, 0, 2, 2});
    }
    SUBCASE("SAME_LOWER") {
        held["auto_pad"] = std::string("SAME_LOWER");
        CHECK(pads_in(folded(pad_and_conv({1, 0, 1, 1}, 0, held))) == extents{2, 1, 2, 1});
    }
    SUBCASE("VALID") {
        held["auto_pad"] = std::string("VALID");
        CHECK(pads_in(folded(pad_and_conv({1, 0, 1, 1}, 0, held))) == extents{1, 0, 1, 1});
    }
}

TEST_CASE("strides, dilations and windows wholly in the padding") {
    const attributes held{{"strides", extents{2, 3}}, {"dilations", extents{2, 1}}};
    CHECK(after_fold_pad(pad_and_conv({1, 1, 2, 2}, 0, held)) == folded_conv);
    CHECK(after_fold_pad(pad_and_conv({4, 5, 6, 7})) == folded_conv);
}

TEST_CASE("all forms of a Pad, and groups") {
    CHECK(left_of(with("pads", extents{0, 0, 1, 0, 0, 0, 0, 1}), {}, 2) == folded_conv);
    CHECK(left_of({}, {{0, 0, 1, 0, 0, 0, 0, 1}}, 13) == folded_conv);
    CHECK(left_of({}, {{1, 0, 0, 1}, {2, 3}}, 18) == folded_conv);
    CHECK(left_of({}, {{0, 1, 1, 0}, {-1, -2}}, 18) == folded_conv);
    CHECK(left_of({}, {{1, 0, 0, 0, 0, 1}, {2, 1, 3}}, 18) == folded_conv);
}

TEST_CASE("a signal") {
    model_builder b;
    const value_id x = b.node("Pad", {b.input({1, 2, 7}), b.integers({0, 0, 2, 0, 0, 1})});
    const onnx_model m = folded(with_output(b, b.node("Conv", {x, b.constant({3, 2, 3})})));
    CHECK(op_types(m) == folded_conv);
    CHECK(pads_in(m) == extents{2, 1});
}

TEST_CASE("one Pad behind another") {
    model_builder b;
    const value_id rows = padded(b, {1, 0, 2, 0}, 0);
    const value_id both = b.node("Pad", {rows, b.integers({0, 0, 0, 3, 0, 0, 0, 4})});
    const onnx_model m = folded(with_output(b, b.node("Conv", {both, b.constant({4, 2, 3, 2})})));
    CHECK(op_types(m) == folded_conv);
    CHECK(pads_in(m) == extents{1, 3, 2, 4});
}

TEST_CASE("a border that is not 0, a Conv has not") {
    CHECK(after_fold_pad(pad_and_conv({1, 1, 1, 1}, 1)) == kept_conv);
    CHECK(after_fold_pad(pad_and_conv({1, 1, 1, 1}, -1e-30)) == kept_conv);
}

TEST_CASE("other axes and modes stay") {
    onnx_model m;
    const auto padded_by = [](const extents& pads, std::int64_t channels) {
        model_builder b;
        const value_id x = b.node("Pad", {b.input({1, channels, 4, 4}), b.integers(pads)});
        return with_output(b, b.node("Conv", {x, b.constant({4, 2, 3, 3})}));
    };
    SUBCASE("channels before") { m = padded_by({0, 1, 1, 1, 0, 0, 1, 1}, 1); }
    SUBCASE("channels behind") { m = padded_by({0, 0, 1, 1, 0, 1, 1, 1}, 1); }
    SUBCASE("images before") { m = padded_by({1, 0, 1, 1, 0, 0, 1, 1}, 2); }
    SUBCASE("images behind") { m = padded_by({0, 0, 1, 1, 1, 0, 1, 1}, 2); }
    SUBCASE("a mode that copies") {
        m = pad_and_conv({1, 1, 1, 1});
        m.nodes[0].attributes["mode"] = std::string("edge");
    }
    SUBCASE("rows that are cut off") { m = pad_and_conv({-1, 1, 1, 1}); }
    fold_pad(m);
    CHECK(op_types(m) == kept_conv);
}

TEST_CASE("a border beyond 16 bits stays") {
    model_builder b;
    const value_id x = b.node("Pad", {b.input({1, 1, 1}), b.integers({0, 0, 0, 0, 0, 32768})});
    CHECK(after_fold_pad(with_output(b, b.node("Conv", {x, b.constant({1, 1, 1})}))) == kept_conv);
}

TEST_CASE("what others read stays") {
    SUBCASE("an output of the model") {
        model_builder b;
        const value_id x = padded(b, {1, 1, 1, 1}, 0);
        b.output(x);
        CHECK(after_fold_pad(with_output(b, b.node("Conv", {x, b.constant({4, 2, 3, 2})}))) ==
              kept_conv);
    }
    SUBCASE("read by two") {
        model_builder b;
        const value_id x = padded(b, {1, 1, 1, 1}, 0);
        b.output(b.node("Conv", {x, b.constant({4, 2, 3, 2})}));
        CHECK(after_fold_pad(with_output(b, b.node("Relu", {x}))) == names{"Pad", "Conv", "Relu"});
    }
    SUBCASE("weights") {
        model_builder b;
        const value_id weights = padded(b, {0, 0, 1, 1}, 0);
        onnx_model m = with_output(b, b.node("Conv", {b.input({1, 2, 9, 9}), weights}));
        fold_pad(m);
        CHECK(op_types(m) == kept_conv);
    }
}

TEST_CASE("before a MaxPool: the lowest element") {
    const onnx_model m = folded(pad_and_pool("MaxPool", {1, 0, 2, 1}, lowest));
    CHECK(op_types(m) == folded_max);
    CHECK(pads_in(m) == extents{1, 0, 2, 1});
    CHECK(after_fold_pad(pad_and_pool("MaxPool", {1, 0, 2, 1}, -infinity)) == folded_max);
    CHECK(after_fold_pad(pad_and_pool("MaxPool", {1, 0, 2, 1}, 0)) == kept_max);
    CHECK(after_fold_pad(pad_and_pool("MaxPool", {1, 0, 2, 1}, -1e38)) == kept_max);
}

TEST_CASE("a MaxPool of nothing but padding stays") {
    CHECK(after_fold_pad(pad_and_pool("MaxPool", {3, 0, 0, 0}, lowest)) == kept_max);
    CHECK(after_fold_pad(pad_and_pool("MaxPool", {0, 0, 0, 3}, lowest)) == kept_max);
    CHECK(after_fold_pad(pad_and_pool("MaxPool", {2, 1, 2, 1}, lowest)) == folded_max);
    model_builder b;  // taps -1 and 1, but the only element is at 0
    const value_id x = b.node(
        "Pad", {b.input({1, 1, 1}), b.integers({0, 0, 1, 0, 0, 1}), b.constant({}, {lowest})});
    const attributes held{{"kernel_shape", extents{2}}, {"dilations", extents{2}}};
    CHECK(after_fold_pad(with_output(b, b.node("MaxPool", {x}, held))) == kept_max);
    model_builder c;  // taps -2 and 0, -1 and 1, ...
    const value_id wide = c.node(
        "Pad", {c.input({1, 1, 4}), c.integers({0, 0, 2, 0, 0, 0}), c.constant({}, {lowest})});
    CHECK(after_fold_pad(with_output(c, c.node("MaxPool", {wide}, held))) == folded_max);
}

TEST_CASE("ceil_mode counts windows by where the input ends") {
    // 3 + 2 elements: windows at 0 and 4, the second in the Pad; a pool's own padding begins none
    model_builder b;
    const value_id x = b.node(
        "Pad", {b.input({1, 1, 3}), b.integers({0, 0, 0, 0, 0, 2}), b.constant({}, {lowest})});
    const attributes held{
        {"kernel_shape", extents{3}}, {"strides", extents{4}}, {"ceil_mode", std::int64_t{1}}};
    CHECK(after_fold_pad(with_output(b, b.node("MaxPool", {x}, held))) == kept_max);
    CHECK(after_fold_pad(pad_and_pool("MaxPool", {1, 0, 0, 0}, lowest, with("ceil_mode", 1))) ==
          folded_max);
}

TEST_CASE("before an AveragePool: zeros that it counts") {
    const attributes counts = with("count_include_pad", 1);
    CHECK(after_fold_pad(pad_and_pool("AveragePool", {1, 0, 1, 1}, 0, counts)) == folded_average);
    CHECK(after_fold_pad(pad_and_pool("AveragePool", {1, 0, 1, 1}, 1, counts)) == kept_average);
    CHECK(after_fold_pad(pad_and_pool("AveragePool", {1, 0, 1, 1}, lowest, counts)) ==
          kept_average);
}

TEST_CASE("an AveragePool without pads counts what a Pad added") {
    const onnx_model m = folded(pad_and_pool("AveragePool", {1, 0, 1, 1}, 0));
    CHECK(op_types(m) == folded_average);
    CHECK(std::get<std::int64_t>(m.nodes[0].attributes.at("count_include_pad")) == 1);
}

TEST_CASE("an AveragePool that leaves out some of its padding keeps the Pad") {
    const attributes own = with("pads", extents{0, 1, 0, 0});
    CHECK(after_fold_pad(pad_and_pool("AveragePool", {1, 0, 1, 1}, 0, own)) == kept_average);
    CHECK(after_fold_pad(pad_and_pool("AveragePool", {1, 0, 0, 0}, 0, with("ceil_mode", 1))) ==
          kept_average);
}

TEST_CASE("integers: real 0 is the zero point") {
    const onnx_model m = integer_conv(dtype::i8, 3, 0);
    CHECK(op_types(m) == kept_conv);
    CHECK(after_fold_pad(m) == folded_conv);
    CHECK(after_fold_pad(integer_conv(dtype::u8, 128, 0)) == folded_conv);
    CHECK(after_fold_pad(integer_conv(dtype::i8, 3, 0.5)) == kept_conv);
    CHECK(after_fold_pad(integer_conv(dtype::i8, 3, -1.5)) == kept_conv);  // code 0
}

TEST_CASE("a Pad whose result is requantized stays") {
    CHECK(after_fold_pad(integer_conv(dtype::i8, 3, 0, 1)) == names{"Pad", "Identity", "Conv"});
}

TEST_CASE("a Pad of codes adds a code") {
    const auto kept = [](const std::string& pool) {
        return names{"QuantizeLinear", "Pad", pool, "DequantizeLinear"};
    };
    const auto gone = [](const std::string& pool) {
        return names{"QuantizeLinear", pool, "DequantizeLinear"};
    };
    CHECK(op_types(integer_pool("AveragePool", 3)) == kept("AveragePool"));
    CHECK(after_fold_pad(integer_pool("AveragePool", 3)) == gone("AveragePool"));
    CHECK(after_fold_pad(integer_pool("AveragePool", 0)) == kept("AveragePool"));
    CHECK(after_fold_pad(integer_pool("MaxPool", -128)) == gone("MaxPool"));
    CHECK(after_fold_pad(integer_pool("MaxPool", -127)) == kept("MaxPool"));
}

TEST_CASE("codes whose border is not known stay") {
    onnx_model m = integer_pool("MaxPool", -128);
    const auto pad = std::find_if(m.nodes.begin(), m.nodes.end(),
                                  [](const node& n) { return n.op_type == "Pad"; });
    value& result = m.values[static_cast<std::size_t>(pad->outputs[0])];
    SUBCASE("no scale") {
        for (value& v : m.values) v.quant = {};
    }
    SUBCASE("two scales") { result.quant.scale[0] = 1; }
    SUBCASE("a mode that copies") { pad->attributes["mode"] = std::string("edge"); }
    fold_pad(m);
    CHECK(op_types(m) == names{"QuantizeLinear", "Pad", "MaxPool", "DequantizeLinear"});
}

TEST_CASE("in floating point between a DequantizeLinear and a Conv, it hides neither") {
    model_builder b;
    const value_id x = b.dequantize(b.input({1, 2, 4, 4}, dtype::i8), 0.5f, 3);
    const value_id wide = b.node("Pad", {x, b.integers({0, 0, 1, 1, 0, 0, 1, 1})});
    const value_id weights = b.dequantize(b.constant({3, 2, 3, 3}, {}, dtype::i8), 0.25f, 0);
    b.output(b.quantize(b.node("Conv", {wide, weights}), 4, 1));
    onnx_model m = b.build();
    fold_pad(m);
    fold_qdq(m);
    CHECK(op_types(m) == folded_conv);
    CHECK(value_of(m, m.nodes[0].inputs[0]).type == dtype::i8);
}
