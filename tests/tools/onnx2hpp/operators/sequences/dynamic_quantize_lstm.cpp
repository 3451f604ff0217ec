// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/operators/list.hpp>

#include <onnx2hpp/diagnostic.hpp>

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

/// One input, one state and one sequence: weights of 3, 4, 5 and 6 hundredths, recurrence of 2.
struct quantized_lstm {
    model_builder b;
    value_id x;
    attributes held{{"hidden_size", std::int64_t{1}}};
    value_id lengths = absent;

    explicit quantized_lstm(std::int64_t steps) : x(b.input({steps, 1, 1})) {
        b.output(b.node("Identity", {x}));
    }
    onnx_model build() {
        const value_id y =
            b.node("DynamicQuantizeLSTM",
                   {x, b.constant({1, 1, 4}, {3, 4, 5, 6}, dtype::i8),
                    b.constant({1, 1, 4}, {2, 2, 2, 2}, dtype::i8), absent, lengths, absent, absent,
                    absent, b.constant({1}, {0.01}), b.constant({1}, {0}, dtype::i8),
                    b.constant({1}, {0.01}), b.constant({1}, {0}, dtype::i8)},
                   held, 1);
        b.model.nodes.back().domain = "com.microsoft";
        b.output(y);
        return b.build();
    }
    bool is_refused(const std::string& says) {
        return verdict_of([&] { build(); }).says(outcome::unsupported, says);
    }
};

/// The code of x among those over the range of all of `of` and 0, as the number that it means.
double rounded(double x, const std::vector<double>& of) {
    const double low = std::min(0.0, *std::min_element(of.begin(), of.end()));
    const double high = std::max(0.0, *std::max_element(of.begin(), of.end()));
    const double scale = high == low ? 1 : (high - low) / 255;
    return std::nearbyint(x / scale) * scale;
}

double sigmoid_of(double x) { return 1 / (1 + std::exp(-x)); }

}  // namespace

TEST_CASE("an LSTM quantizes its input over all steps, and its state in each") {
    const auto r = results_of(quantized_lstm(3).build());
    REQUIRE(r[1].size() == 3);
    double h = 0, c = 0;
    for (std::size_t t = 0; t < 3; ++t) {
        const double in = rounded(r[0][t], {r[0].begin(), r[0].end()}) * 0.01;
        const double before = rounded(h, {h}) * 0.02;
        c = sigmoid_of(5 * in + before) * c +
            sigmoid_of(3 * in + before) * std::tanh(6 * in + before);
        h = sigmoid_of(4 * in + before) * std::tanh(c);
        CHECK(r[1][t] == doctest::Approx(h).epsilon(1e-4));
    }
}

TEST_CASE("an LSTM of codes that is no usual one is refused with its hint") {
    const std::string hint = "quantize the model without its LSTMs";
    quantized_lstm clipped(2), coupled(2), other(2), varied(2);
    clipped.held["clip"] = 1.0f;
    coupled.held["input_forget"] = std::int64_t{1};
    other.held["activations"] = std::vector<std::string>{"Sigmoid", "Relu", "Tanh"};
    varied.lengths = varied.b.constant({1}, {2}, dtype::i32);
    CHECK(clipped.is_refused("it has clip or input_forget; " + hint));
    CHECK(coupled.is_refused("it has clip or input_forget; " + hint));
    CHECK(other.is_refused("it has other activations than Sigmoid, Tanh, Tanh; " + hint));
    CHECK(varied.is_refused("its sequences have lengths of their own; " + hint));
    CHECK(quantized_lstm(257).is_refused("it has 257 steps (at most 256)"));
}
