// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/passes/roll_up_layers.hpp>

#include <helpers/model_builder.hpp>

#include <doctest/doctest.h>

using namespace onnx2hpp;
using namespace onnx2hpp::test;

namespace {

using floats = std::vector<float>;
using integer = std::int64_t;
using values = std::vector<value_id>;

/// One unit and one input over five steps of one sequence. Gates' weights are 1, 2, 3, ...,
/// recurrences -1, -2, -3, ..., biases 10, 20, 30, ..., in the order of the nodes.
struct layer {
    model_builder b;
    std::string kind;
    integer gates, steps = 5;
    value_id x, weights, recurrence, bias;
    value_id h, c, last_gate = absent;
    values all{};

    explicit layer(std::string type)
        : kind(std::move(type)),
          gates(kind == "LSTM"  ? 4
                : kind == "GRU" ? 3
                                : 1) {
        x = b.input({steps, 1, 1});
        weights = numbers({1, gates}, 1);
        recurrence = numbers({1, gates}, -1);
        bias = numbers({gates}, 10);
        h = c = b.constant({1, 1}, {0});
    }

    value_id numbers(const extents& dims, double each) {
        std::vector<double> result;
        for (integer i = 1; i <= gates; ++i) result.push_back(each * double(i));
        return b.constant(dims, result);
    }
    value_id product(value_id of) { return b.node("MatMul", {of, weights}); }
    value_id taken(value_id from, integer place) {
        const value_id index = b.constant({}, {double(place)}, tigris::dtype::i64);
        return b.node("Gather", {from, index}, {{"axis", integer{0}}});
    }
    values split(value_id v) {
        values parts;
        for (integer i = 0; i < gates; ++i)
            parts.push_back(
                b.node("Slice", {v, b.integers({i}), b.integers({i + 1}), b.integers({1})}));
        return parts;
    }
    value_id sigmoid(value_id v) { return last_gate = b.node("Sigmoid", {v}); }

    /// What a step's part of the sequence is multiplied to, and the step itself.
    void step(value_id gx) {
        const value_id from_h = b.node("Add", {b.node("MatMul", {h, recurrence}), bias});
        if (kind == "GRU") return gru(split(gx), split(from_h));
        const value_id sum = b.node("Add", {from_h, gx});
        if (kind == "RNN")
            h = b.node("Tanh", {sum});
        else
            lstm(split(sum));
        all.push_back(h);
    }
    void lstm(const values& gate) {
        const value_id kept = b.node("Mul", {sigmoid(gate[1]), c});
        const value_id added = b.node("Mul", {sigmoid(gate[0]), b.node("Tanh", {gate[2]})});
        c = b.node("Add", {kept, added});
        h = b.node("Mul", {sigmoid(gate[3]), b.node("Tanh", {c})});
    }
    void gru(const values& gx, const values& gh) {
        const value_id r = sigmoid(b.node("Add", {gx[0], gh[0]}));
        const value_id z = sigmoid(b.node("Add", {gx[1], gh[1]}));
        const value_id reset = b.node("Mul", {r, gh[2]});
        const value_id g = b.node("Tanh", {b.node("Add", {gx[2], reset})});
        h = b.node("Add", {b.node("Mul", {b.node("Sub", {h, g}), z}), g});
        all.push_back(h);
    }

    /// All steps; the product of the whole sequence comes first.
    layer& write(bool is_reversed = false) {
        const value_id from = product(x);
        for (integer i = 0; i < steps; ++i) step(taken(from, is_reversed ? steps - 1 - i : i));
        return *this;
    }
    layer& output(value_id v) {
        b.output(v);
        return *this;
    }
    value_id gathered(const values& states) {
        return b.node("Concat", states, {{"axis", integer{0}}});
    }
    onnx_model rolled_up() {
        onnx_model m = b.build();
        roll_up_layers(m);
        return m;
    }
};

floats constant_at(const onnx_model& m, const node& n, std::size_t input) {
    return elements_of<float>(*value_of(m, n.inputs[input]).constant);
}

extents gives_of(const node& n) { return std::get<extents>(n.attributes.at("gives")); }

std::size_t count(const onnx_model& m, const std::string& op_type) {
    const auto types = op_types(m);
    return static_cast<std::size_t>(std::count(types.begin(), types.end(), op_type));
}

}  // namespace

TEST_CASE("steps of an LSTM are one, with gates in ONNX's order") {
    layer l("LSTM");
    l.write();
    l.output(l.gathered(l.all)).output(l.c);
    const onnx_model m = l.rolled_up();
    REQUIRE(has_node(m, "LSTMOutputs"));
    CHECK(!has_node(m, "MatMul"));
    CHECK(!has_node(m, "Sigmoid"));
    const node& found = find_node(m, "LSTMOutputs");
    CHECK(constant_at(m, found, 1) == floats{1, 4, 2, 3});
    CHECK(constant_at(m, found, 2) == floats{-1, -4, -2, -3});
    CHECK(constant_at(m, found, 3) == floats{10, 40, 20, 30, 0, 0, 0, 0});
    CHECK(value_of(m, found.inputs[0]).dims == extents{5, 1, 1});
    CHECK(found.inputs[5] == absent);
    CHECK(found.inputs[6] == absent);
    CHECK(gives_of(found) == extents{1, 0, 1});
    CHECK(value_of(m, m.outputs[0]).dims == extents{5, 1});
    CHECK(value_of(m, m.outputs[1]).dims == extents{1, 1});
}

TEST_CASE("steps of a GRU and of an RNN are one, too") {
    layer gru("GRU"), rnn("RNN");
    gru.write().output(gru.h);
    rnn.write().output(rnn.h);
    const onnx_model of_gru = gru.rolled_up(), of_rnn = rnn.rolled_up();
    REQUIRE(has_node(of_gru, "GRUOutputs"));
    const node& found = find_node(of_gru, "GRUOutputs");
    CHECK(constant_at(of_gru, found, 1) == floats{2, 1, 3});
    CHECK(constant_at(of_gru, found, 3) == floats{20, 10, 0, 0, 0, 30});
    CHECK(gives_of(found) == extents{0, 1, 0});
    REQUIRE(has_node(of_rnn, "RNNOutputs"));
    CHECK(!has_node(of_rnn, "Tanh"));
}

TEST_CASE("states that the model gets begin a layer") {
    layer l("LSTM");
    l.h = l.b.input({1, 1});
    l.c = l.b.constant({1, 1}, {0.5});
    l.write().output(l.h);
    const onnx_model m = l.rolled_up();
    const node& found = find_node(m, "LSTMOutputs");
    CHECK(!value_of(m, found.inputs[5]).constant);
    CHECK(constant_at(m, found, 6) == floats{0.5f});
}

TEST_CASE("a first step from other constants stays, and its states begin the layer") {
    layer l("RNN");
    l.h = l.b.constant({1, 1}, {0.5});
    l.write().output(l.h);
    const onnx_model m = l.rolled_up();
    CHECK(count(m, "Tanh") == 1);
    const node& found = find_node(m, "RNNOutputs");
    CHECK(value_of(m, found.inputs[0]).dims == extents{4, 1, 1});
    CHECK(!value_of(m, found.inputs[5]).constant);
}

TEST_CASE("a layer that begins with the last step is reversed") {
    layer l("LSTM");
    l.write(true);
    l.output(l.gathered({l.all.rbegin(), l.all.rend()}));
    const onnx_model m = l.rolled_up();
    const node& found = find_node(m, "LSTMOutputs");
    CHECK(std::get<std::string>(found.attributes.at("direction")) == "reverse");
    CHECK(found.inputs[0] == m.inputs[0]);
    CHECK(!has_node(m, "Slice"));
    CHECK(!has_node(m, "Concat"));
}

TEST_CASE("so is one whose sequence is turned around first") {
    layer l("GRU");
    const value_id turned =
        l.b.node("Slice", {l.product(l.x), l.b.integers({-1}), l.b.integers({-l.steps - 1}),
                           l.b.integers({0}), l.b.integers({-1})});
    for (integer i = 0; i < l.steps; ++i) l.step(l.taken(turned, i));
    const onnx_model m = l.output(l.gathered({l.all.rbegin(), l.all.rend()})).rolled_up();
    const node& found = find_node(m, "GRUOutputs");
    CHECK(std::get<std::string>(found.attributes.at("direction")) == "reverse");
    CHECK(found.inputs[0] == m.inputs[0]);
    CHECK(!has_node(m, "Slice"));
}

TEST_CASE("sequences of a batch that each step swaps are no layer's") {
    layer l("RNN");
    l.x = l.b.input({l.steps, 2, 1});
    l.h = l.b.input({2, 1});
    for (integer i = 0; i < l.steps; ++i)
        l.step(l.product(l.b.node("Slice", {l.taken(l.x, i), l.b.integers({-1}), l.b.integers({-3}),
                                            l.b.integers({0}), l.b.integers({-1})})));
    CHECK(!has_node(l.output(l.h).rolled_up(), "RNNOutputs"));
}

TEST_CASE("steps may multiply their part themselves, and each state may be read") {
    layer l("RNN");
    for (integer i = 0; i < l.steps; ++i) l.step(l.product(l.taken(l.x, i)));
    l.output(l.b.node("Relu", {l.all[1]})).output(l.all[4]);
    const onnx_model m = l.rolled_up();
    REQUIRE(has_node(m, "RNNOutputs"));
    CHECK(!has_node(m, "MatMul"));
    CHECK(gives_of(find_node(m, "RNNOutputs")) == extents{1, 0, 0});
    CHECK(count(m, "Slice") == 2);
}

TEST_CASE("two layers, one on the states of the other, are two") {
    layer l("RNN");
    l.write();
    const value_id states = l.b.node("Unsqueeze", {l.gathered(l.all), l.b.integers({1})});
    l.recurrence = l.numbers({1, 1}, -2);
    l.h = l.b.constant({1, 1}, {0});
    const value_id from = l.product(states);
    for (integer i = 0; i < l.steps; ++i) l.step(l.taken(from, i));
    const onnx_model m = l.output(l.h).rolled_up();
    CHECK(count(m, "RNNOutputs") == 2);
    CHECK(!has_node(m, "Tanh"));
}

TEST_CASE("the first states, one behind the other, are not all of them") {
    layer l("LSTM");
    l.write();
    l.output(l.gathered({l.all[0], l.all[1], l.all[2]})).output(l.h);
    const onnx_model m = l.rolled_up();
    CHECK(has_node(m, "LSTMOutputs"));
    CHECK(has_node(m, "Concat"));
    CHECK(value_of(m, m.outputs[0]).dims == extents{3, 1});
}

TEST_CASE("a second run changes nothing") {
    layer l("GRU");
    onnx_model m = l.write().output(l.h).rolled_up();
    const auto before = op_types(m);
    roll_up_layers(m);
    CHECK(op_types(m) == before);
}

TEST_CASE("what a layer keeps for itself is not taken from its readers") {
    SUBCASE("a gate") {
        layer l("LSTM");
        l.write().output(l.h).output(l.last_gate);
        CHECK(!has_node(l.rolled_up(), "LSTMOutputs"));
    }
    SUBCASE("c of a step that is not the last") {
        layer l("LSTM");
        const value_id from = l.product(l.x);
        for (integer i = 0; i < l.steps; ++i) {
            l.step(l.taken(from, i));
            if (i == 2) l.output(l.c);
        }
        CHECK(!has_node(l.output(l.h).rolled_up(), "LSTMOutputs"));
    }
}

TEST_CASE("a step that differs ends a layer") {
    layer l("RNN");
    const value_id from = l.product(l.x);
    for (integer i = 0; i < l.steps; ++i) {
        if (i == 4) l.bias = l.numbers({1}, 7);
        l.step(l.taken(from, i));
    }
    const onnx_model m = l.output(l.h).rolled_up();
    CHECK(count(m, "Tanh") == 1);
    CHECK(value_of(m, find_node(m, "RNNOutputs").inputs[0]).dims == extents{4, 1, 1});
}

TEST_CASE("a second product of a state is no second step") {
    layer l("RNN");
    const value_id from = l.product(l.x);
    for (integer i = 0; i < l.steps; ++i) {
        const value_id before = l.h;
        l.step(l.taken(from, i));
        if (i == 2) l.output(l.b.node("MatMul", {before, l.recurrence}));
    }
    const onnx_model m = l.output(l.h).rolled_up();
    REQUIRE(has_node(m, "RNNOutputs"));
    CHECK(value_of(m, find_node(m, "RNNOutputs").inputs[0]).dims == extents{5, 1, 1});
    CHECK(count(m, "MatMul") == 1);
}

TEST_CASE("states that much was computed for begin a layer") {
    layer l("RNN");
    l.h = l.b.input({1, 1});
    for (int i = 0; i < 50'000; ++i) l.h = l.b.node("Relu", {l.h});
    l.write().output(l.h);
    CHECK(has_node(l.rolled_up(), "RNNOutputs"));
}

TEST_CASE("steps in no order take their parts in theirs") {
    layer l("RNN");
    const value_id from = l.product(l.x);
    for (const integer place : {0, 2, 1, 3, 4}) l.step(l.taken(from, place));
    l.output(l.gathered(l.all));
    const onnx_model m = l.rolled_up();
    REQUIRE(has_node(m, "RNNOutputs"));
    const extents order = integers_of(*value_of(m, find_node(m, "Gather").inputs[1]).constant);
    CHECK(order == extents{0, 2, 1, 3, 4});
}
