// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/expand/recurrent_loop.hpp>

#include <helpers/body_builder.hpp>
#include <helpers/model_builder.hpp>

#include <doctest/doctest.h>

#include <algorithm>

using namespace onnx2hpp;
using namespace onnx2hpp::test;

namespace {

using floats = std::vector<float>;
using integer = std::int64_t;

/// One unit, one input: gates' weights 1, 2, 3, ..., recurrences -1, -2, -3, ..., biases 10, 20,
/// 30, ... in the order of the file.
struct cell_body {
    body_builder body;
    int made = 0;

    explicit cell_body(integer gates) {
        body.inputs({"i", "c"}).input("h").constant<float>("one", {}, {1});
        floats w, r, b, c;
        for (integer gate = 1; gate <= gates; ++gate) {
            w.push_back(float(gate));
            r.push_back(-float(gate));
            b.push_back(10 * float(gate));
            c.push_back(100 * float(gate));
        }
        body.constant("w", {1, gates}, w).constant("r", {1, gates}, r);
        body.constant("b", {gates}, b).constant("rb", {gates}, c);
        set(body.node("Gather", {"x", "i"}, {"part"}), "axis", integer{0});
    }

    std::string add(const std::string& op_type, const names& inputs) {
        const std::string name = "v" + std::to_string(++made);
        body.node(op_type, inputs, {name});
        return name;
    }
    std::string affine(const std::string& x, const std::string& w, const std::string& b) {
        return add("Add", {add("MatMul", {x, w}), b});
    }
    std::string gates() {
        return add("Add", {affine("part", "w", "b"), add("MatMul", {"h", "r"})});
    }
    names split(const std::string& x, int count) {
        names parts;
        for (int part = 0; part < count; ++part) parts.push_back(x + "_" + std::to_string(part));
        set(body.node("Split", {x}, parts), "axis", integer{1});
        return parts;
    }
};

/// The body of an LSTM as Keras has it: gates i, f, c, o.
cell_body lstm_body(const std::string& usual = "Sigmoid") {
    cell_body cell(4);
    cell.body.input("s");
    const names gate = cell.split(cell.gates(), 4);
    const std::string f = cell.add(usual, {gate[1]}), o = cell.add(usual, {gate[3]});
    const std::string added =
        cell.add("Mul", {cell.add(usual, {gate[0]}), cell.add("Tanh", {gate[2]})});
    cell.body.node("Add", {cell.add("Mul", {f, "s"}), added}, {"next_s"});
    cell.body.node("Mul", {o, cell.add("Relu", {"next_s"})}, {"next_h"});
    cell.body.outputs({"c", "next_h", "next_s", "next_h"});
    return cell;
}

/// h = z h + (1 - z) g, or written the other way round. `shortcut`: another product of h that r
/// does not reset.
cell_body gru_body(bool resets_before, bool swaps = false, bool shortcut = false) {
    cell_body cell(resets_before ? 2 : 3);
    std::string z, r, g;
    if (resets_before) {
        const names gate = cell.split(cell.gates(), 2);
        z = cell.add("Sigmoid", {gate[0]}), r = cell.add("Sigmoid", {gate[1]});
        cell.body.constant<float>("wg", {1, 1}, {3}).constant<float>("rg", {1, 1}, {-3});
        const std::string reset = cell.add("MatMul", {cell.add("Mul", {r, "h"}), "rg"});
        g = cell.add("Tanh", {cell.add("Add", {cell.add("MatMul", {"part", "wg"}), reset})});
    } else {
        const names x = cell.split(cell.affine("part", "w", "b"), 3);
        const names h = cell.split(cell.affine("h", "r", "rb"), 3);
        z = cell.add("Sigmoid", {cell.add("Add", {x[0], h[0]})});
        r = cell.add("Sigmoid", {cell.add("Add", {x[1], h[1]})});
        std::string sum = cell.add("Add", {x[2], cell.add("Mul", {r, h[2]})});
        cell.body.constant<float>("q", {1, 1}, {5});
        if (shortcut) sum = cell.add("Add", {sum, cell.add("MatMul", {"h", "q"})});
        g = cell.add("Tanh", {sum});
    }
    const std::string rest = cell.add("Sub", {"one", z});
    const std::string kept = cell.add("Mul", {swaps ? rest : z, "h"});
    cell.body.node("Add", {kept, cell.add("Mul", {swaps ? z : rest, g})}, {"next_h"});
    cell.body.outputs({"c", "next_h", "next_h"});
    return cell;
}

cell_body rnn_body(const std::string& activation) {
    cell_body cell(1);
    cell.body.node(activation, {cell.gates()}, {"next_h"});
    cell.body.outputs({"c", "next_h", "next_h"});
    return cell;
}

/// Five steps of one sequence. Outputs: last states, and all states of h.
onnx::ModelProto looped(const cell_body& cell, const names& outputs) {
    onnx::ModelProto m = make_model();
    add_input(m, "x", {5, 1, 1});
    add_initializer<integer>(m, "count", {}, {5});
    add_initializer<float>(m, "zeros", {1, 1}, {0});
    const bool is_lstm = cell.body.graph.input_size() == 4;
    add_repeated(
        m, "Loop", is_lstm ? names{"count", "", "zeros", "zeros"} : names{"count", "", "zeros"},
        is_lstm ? names{"last_h", "last_s", "all_h"} : names{"last_h", "all_h"}, cell.body);
    return with_outputs(m, outputs);
}

floats constant_at(const onnx_model& m, const node& n, std::size_t input) {
    return elements_of<float>(*value_of(m, n.inputs[input]).constant);
}

names activations_of(const node& n) {
    return std::get<std::vector<std::string>>(n.attributes.at("activations"));
}

}  // namespace

TEST_CASE("a loop over an LSTM's cell is an LSTM, with gates in ONNX's order") {
    const onnx_model m = load_proto(looped(lstm_body(), {"last_h", "all_h", "last_s"}));
    REQUIRE(has_node(m, "LSTMOutputs"));
    CHECK(!has_node(m, "MatMul"));
    const node& layer = find_node(m, "LSTMOutputs");
    CHECK(constant_at(m, layer, 1) == floats{1, 4, 2, 3});
    CHECK(constant_at(m, layer, 2) == floats{-1, -4, -2, -3});
    CHECK(constant_at(m, layer, 3) == floats{10, 40, 20, 30, 0, 0, 0, 0});
    CHECK(activations_of(layer) == names{"Sigmoid", "Tanh", "Relu"});
    CHECK(value_of(m, m.outputs[0]).dims == extents{1, 1});
    CHECK(value_of(m, m.outputs[1]).dims == extents{5, 1, 1});
}

TEST_CASE("a loop over a GRU's cell is a GRU, its reset before or after the product") {
    for (const bool resets_before : {true, false}) {
        const onnx_model m = load_proto(looped(gru_body(resets_before), {"last_h", "all_h"}));
        REQUIRE(has_node(m, "GRUOutputs"));
        const node& layer = find_node(m, "GRUOutputs");
        CHECK(constant_at(m, layer, 1) == floats{1, 2, 3});
        CHECK(constant_at(m, layer, 2) == floats{-1, -2, -3});
        CHECK(constant_at(m, layer, 3) ==
              (resets_before ? floats{10, 20, 0, 0, 0, 0} : floats{110, 220, 30, 0, 0, 300}));
        CHECK(layer.attributes.contains("linear_before_reset") == !resets_before);
    }
}

TEST_CASE("a GRU that keeps 1 - z of its state has a negated gate") {
    const onnx_model m = load_proto(looped(gru_body(false, true), {"last_h"}));
    REQUIRE(has_node(m, "GRUOutputs"));
    CHECK(constant_at(m, find_node(m, "GRUOutputs"), 1) == floats{-1, 2, 3});
    CHECK(constant_at(m, find_node(m, "GRUOutputs"), 2) == floats{1, -2, -3});
    CHECK(constant_at(m, find_node(m, "GRUOutputs"), 3) == floats{-110, 220, 30, 0, 0, 300});
}

TEST_CASE("a loop over a single activation is an RNN") {
    for (const std::string activation : {"Tanh", "Softsign", "Softplus", "Elu", "HardSigmoid"}) {
        const onnx_model m = load_proto(looped(rnn_body(activation), {"last_h"}));
        REQUIRE(has_node(m, "RNNOutputs"));
        CHECK(activations_of(find_node(m, "RNNOutputs")) == names{activation});
    }
    CHECK(!has_node(load_proto(looped(rnn_body("Sin"), {"last_h"})), "RNNOutputs"));
}

TEST_CASE("a layer of several sequences, inputs and units keeps their shapes") {
    const floats w{0.5f, -1, 0.25f, 1, -0.5f, 2}, r{0.5f, -0.25f, 1, 0.75f};
    body_builder body;
    body.inputs({"i", "c"}).input("h").constant("w", {3, 2}, w).constant("r", {2, 2}, r);
    set(body.node("Gather", {"x", "i"}, {"part"}), "axis", integer{0});
    body.node("MatMul", {"part", "w"}, {"new"});
    body.node("MatMul", {"h", "r"}, {"old"});
    body.node("Add", {"new", "old"}, {"sum"});
    body.node("Tanh", {"sum"}, {"next_h"});
    body.outputs({"c", "next_h", "next_h"});
    onnx::ModelProto m = make_model();
    add_input(m, "x", {4, 2, 3});
    add_initializer<integer>(m, "count", {}, {4});
    add_initializer<float>(m, "zeros", {2, 2}, {0, 0, 0, 0});
    add_repeated(m, "Loop", {"count", "", "zeros"}, {"last_h", "all_h"}, body);
    const onnx_model loaded = load_proto(with_outputs(m, {"all_h"}));
    REQUIRE(has_node(loaded, "RNNOutputs"));
    const node& layer = find_node(loaded, "RNNOutputs");
    CHECK(value_of(loaded, layer.inputs[0]).dims == extents{4, 2, 3});
    CHECK(constant_at(loaded, layer, 1) == floats{0.5f, 0.25f, -0.5f, -1, 1, 2});
    CHECK(constant_at(loaded, layer, 2) == floats{0.5f, 1, -0.25f, 0.75f});
    CHECK(value_of(loaded, loaded.outputs[0]).dims == extents{4, 2, 2});
}

TEST_CASE("a hard sigmoid may be written out") {
    cell_body cell(1);
    cell.body.constant<float>("fifth", {}, {0.2f}).constant<float>("half", {}, {0.5f});
    cell.body.constant<float>("zero", {}, {0});
    const std::string line = cell.add("Add", {cell.add("Mul", {cell.gates(), "fifth"}), "half"});
    cell.body.node("Max", {cell.add("Min", {line, "one"}), "zero"}, {"next_h"});
    cell.body.outputs({"c", "next_h", "next_h"});
    const onnx_model m = load_proto(looped(cell, {"last_h"}));
    REQUIRE(has_node(m, "RNNOutputs"));
    CHECK(activations_of(find_node(m, "RNNOutputs")) == names{"HardSigmoid"});
    CHECK(constant_at(m, find_node(m, "RNNOutputs"), 1)[0] == doctest::Approx(0.2));
    CHECK(constant_at(m, find_node(m, "RNNOutputs"), 3)[0] == doctest::Approx(2.5));
}

TEST_CASE("only half of a hard sigmoid is none") {
    cell_body cell(1);
    cell.body.node("Min", {cell.gates(), "one"}, {"next_h"});
    cell.body.outputs({"c", "next_h", "next_h"});
    CHECK(!has_node(load_proto(looped(cell, {"last_h"})), "RNNOutputs"));
}

TEST_CASE("a scan over a cell is a layer, too, backwards over reversed steps") {
    cell_body cell = rnn_body("Tanh");
    cell.body.graph.mutable_input()->DeleteSubrange(0, 2);
    cell.body.graph.mutable_node()->DeleteSubrange(0, 1);
    cell.body.graph.mutable_output()->DeleteSubrange(0, 1);
    cell.body.input("part");
    onnx::ModelProto m = make_model();
    add_input(m, "x", {5, 1, 1});
    add_initializer<float>(m, "zeros", {1, 1}, {0});
    auto* node = add_repeated(m, "Scan", {"zeros", "x"}, {"last", "all"}, cell.body);
    set(node, "num_scan_inputs", integer{1});
    CHECK(op_types(load_proto(with_outputs(m, {"last"})))[0] == "RNNOutputs");
    set(node, "scan_input_directions", extents{1});
    CHECK(op_types(load_proto(with_outputs(m, {"last"})))[0] == "Slice");
}

TEST_CASE("what is no such layer is unrolled") {
    SUBCASE("all states of c") {
        cell_body cell = lstm_body();
        cell.body.graph.mutable_output(3)->set_name("next_s");
        CHECK(has_node(load_proto(looped(cell, {"all_h"})), "MatMul"));
        CHECK(has_node(load_proto(looped(cell, {"last_h"})), "LSTMOutputs"));
    }
    SUBCASE("a cell that uses the iteration's number") {
        cell_body cell = rnn_body("Tanh");
        set(cell.body.node("Cast", {"i"}, {"time"}), "to", integer{1});
        cell.body.node("Add", {"next_h", "time"}, {"later_h"});
        cell.body.graph.mutable_output(1)->set_name("later_h");
        CHECK(has_node(load_proto(looped(cell, {"last_h"})), "MatMul"));
    }
    SUBCASE("gates of different activations") {
        cell_body cell = lstm_body();
        for (auto& n : *cell.body.graph.mutable_node())
            if (n.op_type() == "Sigmoid") n.set_op_type("Softsign"), n.set_name("changed");
        CHECK(has_node(load_proto(looped(cell, {"last_h"})), "LSTMOutputs"));
        for (auto& n : *cell.body.graph.mutable_node())
            if (n.name() == "changed") {
                n.set_op_type("Sigmoid");
                break;
            }
        CHECK(has_node(load_proto(looped(cell, {"last_h"})), "MatMul"));
    }
    SUBCASE("a state that takes no part of what it was") {
        cell_body cell(1);
        cell.body.node("Add", {cell.gates(), "h"}, {"next_h"});
        cell.body.outputs({"c", "next_h", "next_h"});
        CHECK(has_node(load_proto(looped(cell, {"last_h"})), "MatMul"));
    }
    SUBCASE("a state that is added as it is") {
        cell_body cell(1);
        cell.body.node("Tanh", {cell.add("Add", {cell.affine("part", "w", "b"), "h"})}, {"next_h"});
        cell.body.outputs({"c", "next_h", "next_h"});
        CHECK(has_node(load_proto(looped(cell, {"last_h"})), "MatMul"));
    }
    SUBCASE("a GRU that also takes its state without a reset") {
        CHECK(has_node(load_proto(looped(gru_body(false), {"last_h"})), "GRUOutputs"));
        CHECK(has_node(load_proto(looped(gru_body(false, false, true), {"last_h"})), "MatMul"));
    }
    SUBCASE("sums that zero divides") {
        for (const char* by : {"one", "zero"}) {
            cell_body cell(1);
            cell.body.constant<float>("zero", {}, {0});
            cell.body.node("Tanh", {cell.add("Div", {cell.gates(), by})}, {"next_h"});
            cell.body.outputs({"c", "next_h", "next_h"});
            const onnx_model m = load_proto(looped(cell, {"last_h"}));
            CHECK(has_node(m, "RNNOutputs") == (std::string(by) == "one"));
        }
    }
    SUBCASE("a body that takes parts of its state alone") {
        cell_body cell(1);
        cell.body.graph.mutable_node()->RemoveLast();
        cell.body.constant<integer>("first", {}, {0}).constant<integer>("axes", {1}, {0});
        set(cell.body.node("Gather", {"h", "first"}, {"row"}), "axis", integer{0});
        cell.body.node("Unsqueeze", {"row", "axes"}, {"part"});
        cell.body.node("Tanh", {cell.gates()}, {"next_h"});
        cell.body.outputs({"c", "next_h", "next_h"});
        CHECK(!has_node(load_proto(looped(cell, {"last_h"})), "RNNOutputs"));
    }
}
