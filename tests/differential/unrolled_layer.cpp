// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "unrolled_layer.hpp"

namespace differential {
namespace {

using value_names = std::vector<std::string>;

/// Writes a layer into a draft. Values of a step are [batch, width].
class layer_draft {
public:
    layer_draft(draft& draft, const std::string& of) : d(draft), op(of) {
        x = d.take(3, 3);
        axis = d.random.integer(0, 1);
        steps = d.dims(x)[std::size_t(axis)];
        batch = d.dims(x)[std::size_t(1 - axis)];
        if (steps < 2) throw bad_draw("a layer of one step");
        hidden = d.random.integer(1, 4);
        gates = op == "LSTM" ? 4 : op == "GRU" ? 3 : 1;
        resets_before = op == "GRU" && d.chance(0.3);
        matrix = numbers({d.dims(x)[2], gates * hidden});
        recurrence = numbers({hidden, (resets_before ? 2 : gates) * hidden});
        recurrence_of_candidate = resets_before ? numbers({hidden, hidden}) : "";
        bias = d.chance(0.7) ? numbers({gates * hidden}) : "";
        recurrent_bias = !resets_before && d.chance(0.7) ? numbers({gates * hidden}) : "";
        gathers = d.chance(0.5);
        scales_difference = d.chance(0.5);
        odd_step = d.chance(0.2) ? d.random.integer(0, steps - 1) : -1;
    }

    void write() {
        const bool multiplies_all = d.chance(0.5), is_reversed = d.chance(0.3);
        const std::string from = multiplies_all ? affine(x, matrix, bias) : x;
        h = first_state();
        c = first_state();
        value_names all;
        for (std::int64_t i = 0; i < steps; ++i) {
            const std::string part = taken(from, is_reversed ? steps - 1 - i : i);
            step(multiplies_all ? part : affine(part, matrix, bias), i == odd_step);
            all.push_back(h);
        }
        if (d.chance(0.6))
            gather(is_reversed && d.chance(0.8) ? value_names(all.rbegin(), all.rend()) : all);
    }

private:
    std::string numbers(const shape& dims) { return d.constant(d.random_reals(dims, -1, 1)); }

    std::string first_state() {
        const std::vector<double> zeros(std::size_t(batch * hidden));
        if (d.chance(0.6)) return d.constant(reference::reals({batch, hidden}, zeros));
        return d.parameter(d.random_reals({batch, hidden}, -1, 1), 0.7);
    }

    std::string add(const char* type, const value_names& inputs) {
        return d.add(node_draft(type, inputs))[0];
    }

    std::string affine(const std::string& of, const std::string& by, const std::string& plus) {
        const std::string product = add("MatMul", {of, by});
        return plus.empty() ? product : add("Add", {product, plus});
    }

    std::string taken(const std::string& from, std::int64_t place) {
        if (gathers)
            return d.add(node_draft("Gather", {from, d.scalar(place)}).set("axis", axis))[0];
        return add("Squeeze", {slice(from, place, place + 1, axis), d.list({axis})});
    }

    std::string slice(const std::string& of, std::int64_t begin, std::int64_t end,
                      std::int64_t along) {
        return add("Slice", {of, d.list({begin}), d.list({end}), d.list({along})});
    }

    value_names split(const std::string& of, std::int64_t count) {
        value_names parts;
        for (std::int64_t i = 0; i < count; ++i)
            parts.push_back(slice(of, i * hidden, (i + 1) * hidden, 1));
        return parts;
    }

    void step(const std::string& gx, bool is_odd) {
        const char* usual = is_odd && d.chance(0.5) ? "Tanh" : "Sigmoid";
        if (is_odd) h = add("Relu", {h});
        if (op == "LSTM")
            lstm(add("Add", {affine(h, recurrence, recurrent_bias), gx}), usual);
        else if (op == "GRU")
            gru(gx, usual);
        else
            h = add("Tanh", {add("Add", {affine(h, recurrence, recurrent_bias), gx})});
    }

    void lstm(const std::string& sum, const char* usual) {
        const value_names gate = split(sum, 4);
        const std::string kept = add("Mul", {add(usual, {gate[1]}), c});
        c = add("Add", {kept, add("Mul", {add(usual, {gate[0]}), add("Tanh", {gate[2]})})});
        h = add("Mul", {add(usual, {gate[3]}), add("Tanh", {c})});
    }

    /// (h - g) z + g, or (1 - z) g + z h.
    void gru(const std::string& gx, const char* usual) {
        const value_names from_x = split(gx, 3);
        const std::string all = affine(h, recurrence, recurrent_bias);
        const value_names from_h = split(all, resets_before ? 2 : 3);
        const std::string r = add(usual, {add("Add", {from_x[0], from_h[0]})});
        const std::string z = add(usual, {add("Add", {from_x[1], from_h[1]})});
        const std::string reset = resets_before
                                      ? add("MatMul", {add("Mul", {r, h}), recurrence_of_candidate})
                                      : add("Mul", {r, from_h[2]});
        const std::string g = add("Tanh", {add("Add", {from_x[2], reset})});
        if (scales_difference) {
            h = add("Add", {add("Mul", {add("Sub", {h, g}), z}), g});
            return;
        }
        const std::string one = d.constant(reference::reals({}, {1}));
        h = add("Add", {add("Mul", {add("Sub", {one, z}), g}), add("Mul", {z, h})});
    }

    void gather(const value_names& all) {
        value_names parts;
        const std::int64_t along = d.random.integer(0, 1);
        const std::string new_axis = d.list({along});
        for (const std::string& each : all) parts.push_back(add("Unsqueeze", {each, new_axis}));
        d.add(node_draft("Concat", parts).set("axis", along));
    }

    draft& d;
    const std::string op;
    std::string x, matrix, recurrence, recurrence_of_candidate, bias, recurrent_bias, h, c;
    std::int64_t axis = 0, steps = 0, batch = 0, hidden = 0, gates = 0, odd_step = -1;
    bool resets_before = false, gathers = false, scales_difference = false;
};

}  // namespace

void draw_unrolled(draft& d, const std::string& op) {
    if (d.opset < 13) throw bad_draw("axes of its Squeeze are an attribute");
    layer_draft(d, op).write();
}

}  // namespace differential
