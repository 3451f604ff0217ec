// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/passes/fuse_dynamic_scales.hpp>

#include <onnx2hpp/passes/pass_list.hpp>

#include <tools/onnx2hpp/lower/interpreter.hpp>

#include <helpers/model_builder.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

using namespace onnx2hpp;
using namespace onnx2hpp::test;
using tigris::dtype;

namespace {

/// Codes, scale and zero point of x.
std::vector<value_id> quantized_dynamically(model_builder& b, value_id x) {
    b.node("DynamicQuantizeLinear", {x}, {}, 11);
    std::vector<value_id>& outputs = b.model.nodes.back().outputs;
    for (const char* name : {"scale", "zero_point"}) {
        outputs.push_back(b.add_value(name, dtype::f32, {}));
        b.model.values.back().shape_known = false;
    }
    return outputs;
}

value_id cast(model_builder& b, value_id v, std::int64_t to) {
    return b.node("Cast", {v}, {{"to", to}});
}

/// x as DynamicQuantizeLinear and DequantizeLinear leave it, less its zero point in codes.
struct dynamic_units {
    double scale;
    std::vector<double> units;

    explicit dynamic_units(const elements& x) {
        const double high = std::max(*std::max_element(x.begin(), x.end()), 0.0);
        const double low = std::min(*std::min_element(x.begin(), x.end()), 0.0);
        scale = (high - low) / 255;
        const double zero_point = std::nearbyint(-low / scale);
        for (const double each : x)
            units.push_back(std::clamp(std::nearbyint(each / scale) + zero_point, 0.0, 255.0) -
                            zero_point);
    }
};

onnx_model after_passes(model_builder& b) {
    onnx_model m = b.build();
    run_passes(m, {});
    return m;
}

}  // namespace

TEST_CASE("sums, their scale, a bias and a Relu are one step") {
    model_builder b;
    const value_id x = b.input({2, 3});
    const auto q = quantized_dynamically(b, x);
    const value_id scale = b.node("Mul", {q[1], b.constant({}, {0.5})});
    const value_id sums =
        b.node("MatMulInteger", {q[0], b.constant({3, 2}, {1, -2, 3, 4, -5, 6}, dtype::i8), q[2],
                                 b.constant({}, {1}, dtype::i8)});
    const value_id scaled = b.node("Mul", {cast(b, sums, 1), scale});
    b.output(b.node("Relu", {b.node("Add", {scaled, b.constant({2}, {7, -1})})}));
    b.output(b.node("Identity", {x}));
    const onnx_model m = after_passes(b);
    for (const char* gone : {"Cast", "Mul", "Add", "Relu"}) CHECK(!has_node(m, gone));
    const auto r = results_of(m);
    const dynamic_units codes(r[1]);
    const double w[3][2]{{1, -2}, {3, 4}, {-5, 6}}, bias[2]{7, -1};
    for (std::size_t i = 0; i < 2; ++i)
        for (std::size_t o = 0; o < 2; ++o) {
            double sum = 0;
            for (std::size_t k = 0; k < 3; ++k) sum += codes.units[i * 3 + k] * (w[k][o] - 1);
            CHECK(r[0][i * 2 + o] ==
                  doctest::Approx(std::max(sum * codes.scale * 0.5 + bias[o], 0.0)));
        }
}

TEST_CASE("a bias in units of the sums is added to them") {
    model_builder b;
    const value_id x = b.input({1, 1, 2, 2});
    const auto q = quantized_dynamically(b, x);
    const value_id scale = b.node("Mul", {q[1], b.constant({1}, {0.25})});
    const value_id bias = b.node("Floor", {b.node("Div", {b.constant({2}, {3.3, -2.2}), scale})});
    const value_id units = b.node("Reshape", {cast(b, bias, 6), b.integers({1, 2, 1, 1})});
    const value_id sums =
        b.node("ConvInteger", {q[0], b.constant({2, 1, 1, 1}, {3, 200}, dtype::u8), q[2]}, {}, 10);
    const value_id total = cast(b, b.node("Add", {sums, units}), 1);
    const value_id again = b.node("Mul", {q[1], b.constant({1}, {0.25})});
    b.output(b.node("Mul", {total, again}));
    b.output(b.node("Identity", {x}));
    const onnx_model m = after_passes(b);
    for (const char* gone : {"Cast", "Mul", "Add", "Floor"}) CHECK(!has_node(m, gone));
    CHECK(has_node(m, "SumAddends"));
    const auto r = results_of(m);
    const dynamic_units codes(r[1]);
    const double w[2]{3, 200}, biases[2]{double(3.3f), double(-2.2f)};
    for (std::size_t o = 0; o < 2; ++o)
        for (std::size_t p = 0; p < 4; ++p) {
            const double unit = codes.scale * 0.25;
            const double wanted = (codes.units[p] * w[o] + std::floor(biases[o] / unit)) * unit;
            CHECK(r[0][o * 4 + p] == doctest::Approx(wanted));
        }
}

TEST_CASE("a scale that is another tensor's, and a bias along another axis, are left") {
    model_builder b;
    const auto q = quantized_dynamically(b, b.input({2, 2}));
    const value_id sums =
        b.node("MatMulInteger", {q[0], b.constant({2, 2}, {1, 2, 3, 4}, dtype::i8), q[2]});
    const value_id turned = cast(b, b.node("Transpose", {sums}, {{"perm", extents{1, 0}}}), 1);
    const value_id scaled = b.node("Mul", {turned, b.node("Mul", {q[1], b.constant({}, {2})})});
    b.output(b.node("Add", {scaled, b.constant({2}, {1, 2})}));
    const onnx_model m = after_passes(b);
    CHECK(!has_node(m, "Cast"));
    CHECK(has_node(m, "Add"));  // of one number for each row of the product
    model_builder other;
    const auto p = quantized_dynamically(other, other.input({2, 2}));
    const value_id foreign = other.input({1});
    const value_id product =
        other.node("MatMulInteger", {p[0], other.constant({2, 2}, {1, 2, 3, 4}, dtype::i8), p[2]});
    other.output(other.node("Mul", {cast(other, product, 1), foreign}));
    CHECK(has_node(after_passes(other), "Cast"));
}
