// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/onnx/recurrent.hpp>

#include <helpers/onnx_builder.hpp>
#include <helpers/outcomes.hpp>

#include <doctest/doctest.h>

using namespace onnx2hpp;
using namespace onnx2hpp::test;
using tigris::ops::gate_function;
using texts = std::vector<std::string>;
using reals = std::vector<float>;

namespace {

node recurrent_node(std::string op_type, std::map<std::string, attribute> attributes = {}) {
    return {.name = "r",
            .op_type = std::move(op_type),
            .since = 22,
            .attributes = std::move(attributes)};
}

}  // namespace

TEST_CASE("an LSTM has three usual activations for each direction") {
    const node n = recurrent_node("LSTM", {{"direction", std::string("bidirectional")}});
    const tigris::ops::recurrent op = recurrent_of(n);
    CHECK(directions_of(n) == 2);
    for (const int first : {0, 3}) {
        CHECK(op.activations[first].function == gate_function::sigmoid);
        CHECK(op.activations[first + 1].function == gate_function::tanh);
        CHECK(op.activations[first + 2].function == gate_function::tanh);
    }
}

TEST_CASE("parameters go in order to the activations that have them, others have their usual") {
    const tigris::ops::recurrent op = recurrent_of(
        recurrent_node("GRU", {{"activations", texts{"HardSigmoid", "LeakyRelu", "Tanh", "elu"}},
                               {"direction", std::string("bidirectional")},
                               {"activation_alpha", reals{0.3f, 0.4f}},
                               {"activation_beta", reals{0.6f}}}));
    CHECK(op.activations[0] ==
          tigris::ops::gate_activation{gate_function::hard_sigmoid, 0.3f, 0.6f});
    CHECK(op.activations[1] == tigris::ops::gate_activation{gate_function::leaky_relu, 0.4f, 0});
    CHECK(op.activations[3].function == gate_function::tanh);
    CHECK(op.activations[4] == tigris::ops::gate_activation{gate_function::elu, 1, 0});
}

TEST_CASE("a GRU resets its state before the product with weights, unless it says otherwise") {
    CHECK_FALSE(recurrent_of(recurrent_node("GRU")).linear_before_reset);
    CHECK(recurrent_of(recurrent_node("GRU", {{"linear_before_reset", std::int64_t{1}}}))
              .linear_before_reset);
}

TEST_CASE("defaults for two directions may be written out for one") {
    const auto one = recurrent_of(recurrent_node("RNN", {}));
    const auto written =
        recurrent_of(recurrent_node("RNN", {{"activations", texts{"Tanh", "Tanh"}}}));
    CHECK(written.activations[0].function == one.activations[0].function);
}

TEST_CASE("what ONNX does not say is a diagnostic") {
    const auto verdict_of_layer = [](std::map<std::string, attribute> attributes) {
        return verdict_of([&] { recurrent_of(recurrent_node("RNN", attributes)); });
    };
    CHECK(verdict_of_layer({{"activations", texts{"Sine"}}}).says(bad, "'Sine'"));
    CHECK(verdict_of_layer({{"activations", texts{"Tanh", "Relu"}}}).says(bad, "must have 1"));
    CHECK(verdict_of_layer({{"direction", std::string("up")}}).says(bad, "'up'"));
    CHECK(verdict_of_layer({{"clip", -1.0f}}).says(bad, "clip"));
    CHECK(verdict_of_layer({{"activations", texts{"Affine"}}})
              .says(outcome::unsupported, "the parameters of its activation Affine"));
}
