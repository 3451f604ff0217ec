// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/operators/list.hpp>

#include <onnx2hpp/diagnostic.hpp>

#include <helpers/model_builder.hpp>
#include <helpers/onnx_builder.hpp>

#include <doctest/doctest.h>

using namespace onnx2hpp;
using namespace onnx2hpp::test;
using tigris::dtype;

namespace {

const std::vector<double> scores{-1, -2, -3, -4, -5, -6};  // [3, 2]

/// The loss of three examples with labels 1, 0 and the last one, all constant.
std::vector<double> loss(const attributes& held, std::vector<double> weights = {},
                         double last_label = 1) {
    model_builder b;
    std::vector<value_id> inputs{b.constant({3, 2}, scores),
                                 b.constant({3}, {1, 0, last_label}, dtype::i64)};
    if (!weights.empty()) inputs.push_back(b.constant({2}, std::move(weights)));
    b.output(b.node("NegativeLogLikelihoodLoss", inputs, held));
    const onnx_model m = b.build();
    return numbers_of(*value_of(m, m.outputs[0]).constant);
}

attributes reduction(const char* how) { return {{"reduction", std::string(how)}}; }

attributes ignoring(const char* how, std::int64_t label) {
    return {{"reduction", std::string(how)}, {"ignore_index", label}};
}

}  // namespace

TEST_CASE("the loss is the label's score, negative, weighted and reduced") {
    CHECK(loss(reduction("none")) == std::vector<double>{2, 3, 6});
    CHECK(loss(reduction("sum")) == std::vector<double>{11});
    CHECK(loss(reduction("none"), {10, 100}) == std::vector<double>{200, 30, 600});
    CHECK(loss(reduction("mean"), {2, 1}) == std::vector<double>{14.0 / 4});
}

TEST_CASE("labels that are ignored count neither in the sum nor in the mean") {
    CHECK(loss(ignoring("none", 1)) == std::vector<double>{0, 3, 0});
    CHECK(loss(ignoring("mean", 1)) == std::vector<double>{3});
    CHECK(loss(ignoring("mean", -100), {}, -100) == std::vector<double>{2.5});
    CHECK(loss(ignoring("mean", 0), {5, 2}) == std::vector<double>{4});
}

TEST_CASE("labels and weights of other shapes are wrong") {
    const auto verdict_of_shapes = [](const extents& labels, const extents& weights) {
        return verdict_of([&] {
            model_builder b;
            b.node("SoftmaxCrossEntropyLoss",
                   {b.input({3, 2, 4}), b.input(labels, dtype::i64), b.constant(weights)});
            b.build();
        });
    };
    CHECK(verdict_of_shapes({3, 4}, {2}).code == outcome::success);
    CHECK(verdict_of_shapes({3}, {2}).says(outcome::bad_input,
                                           "its labels have shape [3], expected [3, 4]"));
    CHECK(verdict_of_shapes({3, 4}, {3}).says(outcome::bad_input, "there are 2 classes"));
}
