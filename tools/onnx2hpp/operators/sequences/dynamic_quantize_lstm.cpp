// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// An LSTM with codes as weights, as quantize_dynamic of ONNX Runtime writes it. Its input and, step
// by step, its state are quantized over their range, so the steps are laid out one by one.

#include <onnx2hpp/attributes.hpp>
#include <onnx2hpp/diagnostic.hpp>
#include <onnx2hpp/expand/common_values.hpp>
#include <onnx2hpp/expand/repeated.hpp>
#include <onnx2hpp/expand/scaled_codes.hpp>
#include <onnx2hpp/onnx/extents.hpp>
#include <onnx2hpp/onnx/operator_entry.hpp>

#include <fmt/format.h>

namespace onnx2hpp {
namespace {

constexpr const char* without_lstm =
    "quantize the model without its LSTMs: quantize_dynamic(..., op_types_to_quantize=['MatMul', "
    "'Conv']); --float16-weights halves their weights";

/// The most steps that are laid out one by one: more would be more nodes than are sensible.
constexpr std::int64_t most_laid_out_steps = 256;

struct layer_extents {
    std::int64_t steps, batch, inputs, hidden, directions;
};

void require_dims(const expansion& e, std::size_t slot, const extents& dims) {
    if (e.has_input(slot) && e.dims(e.input(slot)) != dims)
        fail_bad_input(e.at, fmt::format("its input {} has shape {}, but must have {}", slot,
                                         to_text(e.dims(e.input(slot))), to_text(dims)));
}

/// A number for each direction, or for each of its columns.
void require_numbers(const expansion& e, std::size_t slot, const layer_extents& l) {
    if (!e.has_input(slot)) fail_bad_input(e.at, fmt::format("it lacks its input {}", slot));
    const extents dims = e.dims(e.input(slot));
    if (dims != extents{l.directions} && dims != extents{l.directions, 4 * l.hidden})
        fail_bad_input(e.at, fmt::format("its input {} has shape {}, but must have {} or {}", slot,
                                         to_text(dims), to_text({l.directions}),
                                         to_text({l.directions, 4 * l.hidden})));
}

layer_extents extents_of_lstm(const expansion& e) {
    const extents x = e.dims(e.input(0)), r = e.dims(e.input(2));
    if (x.size() != 3 || r.size() != 3)
        fail_bad_input(e.at, "its input or its recurrence weights do not have 3 axes");
    const layer_extents l{x[0], x[1], x[2], r[1], r[0]};
    const bool goes_both_ways = text_attribute(e.at, "direction", "forward") == "bidirectional";
    if (l.directions != (goes_both_ways ? 2 : 1))
        fail_bad_input(e.at, "its weights and its attribute direction say different things");
    require_dims(e, 1, {l.directions, l.inputs, 4 * l.hidden});
    require_dims(e, 2, {l.directions, l.hidden, 4 * l.hidden});
    require_dims(e, 3, {l.directions, 8 * l.hidden});
    require_dims(e, 5, {l.directions, l.batch, l.hidden});
    require_dims(e, 6, {l.directions, l.batch, l.hidden});
    require_dims(e, 7, {l.directions, 3 * l.hidden});
    for (const std::size_t slot : {8u, 9u, 10u, 11u}) require_numbers(e, slot, l);
    return l;
}

void require_usual(const expansion& e, const layer_extents& l) {
    const auto activations = find_attribute<std::vector<std::string>>(e.at, "activations");
    if (activations)
        for (std::size_t i = 0; i < activations->size(); ++i)
            if ((*activations)[i] != (i % 3 == 0 ? "Sigmoid" : "Tanh"))
                fail_unsupported(e.at, "it has other activations than Sigmoid, Tanh, Tanh",
                                 without_lstm);
    if (e.at.attributes.contains("clip") || integer_attribute(e.at, "input_forget", 0) != 0)
        fail_unsupported(e.at, "it has clip or input_forget", without_lstm);
    if (e.has_input(4))
        fail_unsupported(e.at, "its sequences have lengths of their own", without_lstm);
    if (l.steps > most_laid_out_steps)
        fail_unsupported(e.at,
                         fmt::format("it has {} steps (at most {}), which are laid out one by one",
                                     l.steps, most_laid_out_steps),
                         without_lstm);
}

/// The part of input `slot` for one direction.
value_id of_direction(expansion& e, std::size_t slot, std::int64_t direction, const extents& dims) {
    if (!e.has_input(slot)) return absent;
    return reshaped(e, sliced(e, e.input(slot), 0, direction, direction + 1), dims);
}

class direction_of_lstm {
public:
    direction_of_lstm(expansion& e, const layer_extents& l, std::int64_t direction)
        : e_(e),
          l_(l),
          recurrence_(weights(2, direction, l.hidden)),
          peepholes_(of_direction(e, 7, direction, {3 * l.hidden})),
          h_(of_direction(e, 5, direction, {l.batch, l.hidden})),
          c_(of_direction(e, 6, direction, {l.batch, l.hidden})) {
        const bool is_reverse = text_attribute(e.at, "direction", "forward") == "reverse";
        is_backward_ = is_reverse || direction == 1;
        const value_id bias = of_direction(e, 3, direction, {8 * l.hidden});
        if (bias != absent)
            bias_ = e.add("Add", {sliced(e, bias, 0, 0, 4 * l.hidden),
                                  sliced(e, bias, 0, 4 * l.hidden, 8 * l.hidden)});
    }

    /// `rows`: the codes of all steps' inputs.
    void run(const scaled_codes& rows, const scaled_codes& weights_of_input) {
        value_id inputs = scaled_product(e_, rows, weights_of_input);
        if (bias_ != absent) inputs = e_.add("Add", {inputs, bias_});
        states_.resize(static_cast<std::size_t>(l_.steps));
        for (std::int64_t i = 0; i < l_.steps; ++i) {
            const std::int64_t t = is_backward_ ? l_.steps - 1 - i : i;
            step(sliced(e_, inputs, 0, t * l_.batch, (t + 1) * l_.batch));
            states_[static_cast<std::size_t>(t)] = h_;
        }
    }

    scaled_codes weights(std::size_t slot, std::int64_t direction, std::int64_t rows) {
        return {of_direction(e_, slot, direction, {rows, 4 * l_.hidden}),
                numbers(slot == 1 ? 8 : 10, direction), numbers(slot == 1 ? 9 : 11, direction)};
    }

    /// [steps, 1, batch, hidden]
    value_id states() { return e_.add("Unsqueeze", {stacked(e_, states_), e_.integers({1})}); }
    /// [1, batch, hidden]
    value_id last_h() { return reshaped(e_, h_, {1, l_.batch, l_.hidden}); }
    value_id last_c() { return reshaped(e_, c_, {1, l_.batch, l_.hidden}); }

private:
    value_id numbers(std::size_t slot, std::int64_t direction) {
        const bool has_columns = e_.dims(e_.input(slot)).size() == 2;
        return of_direction(e_, slot, direction, has_columns ? extents{4 * l_.hidden} : extents{});
    }

    /// Gates lie in the order input, output, forget, cell.
    value_id gate(value_id gates, std::int64_t number) {
        return sliced(e_, gates, 1, number * l_.hidden, (number + 1) * l_.hidden);
    }
    value_id sigmoid(value_id gate, std::int64_t peephole, value_id c) {
        if (peepholes_ != absent && c != absent) {
            const value_id p =
                sliced(e_, peepholes_, 0, peephole * l_.hidden, (peephole + 1) * l_.hidden);
            gate = e_.add("Add", {gate, e_.add("Mul", {p, c})});
        }
        return e_.add("Sigmoid", {gate});
    }

    /// Source: ONNX LSTM-14. A state that is absent is 0.
    void step(value_id gates) {
        if (h_ != absent)
            gates = e_.add("Add",
                           {gates, scaled_product(e_, quantized_at_run_time(e_, h_), recurrence_)});
        const value_id input = sigmoid(gate(gates, 0), 0, c_), forget = gate(gates, 2);
        value_id c = e_.add("Mul", {input, e_.add("Tanh", {gate(gates, 3)})});
        if (c_ != absent) c = e_.add("Add", {e_.add("Mul", {sigmoid(forget, 2, c_), c_}), c});
        h_ = e_.add("Mul", {sigmoid(gate(gates, 1), 1, c), e_.add("Tanh", {c})});
        c_ = c;
    }

    expansion& e_;
    const layer_extents& l_;
    scaled_codes recurrence_;
    value_id peepholes_ = absent, h_ = absent, c_ = absent, bias_ = absent;
    std::vector<value_id> states_;
    bool is_backward_ = false;
};

/// Joins parts one after the other along an axis.
value_id joined(expansion& e, const std::vector<value_id>& parts, std::int64_t axis) {
    return parts.size() == 1 ? parts[0] : e.add("Concat", parts, {{"axis", axis}});
}

/// Source: ONNX Runtime, ContribOperators.md. It quantizes the state of a batch with one scale,
/// unless it has more threads than sequences.
bool expand_dynamic_quantize_lstm(expansion& e) {
    require_float(e, 0);
    const layer_extents l = extents_of_lstm(e);
    require_usual(e, l);
    const scaled_codes rows =
        quantized_at_run_time(e, reshaped(e, e.input(0), {l.steps * l.batch, l.inputs}));
    std::vector<value_id> states, last_h, last_c;
    for (std::int64_t d = 0; d < l.directions; ++d) {
        direction_of_lstm direction(e, l, d);
        direction.run(rows, direction.weights(1, d, l.inputs));
        if (e.wants_output(0)) states.push_back(direction.states());
        if (e.wants_output(1)) last_h.push_back(direction.last_h());
        if (e.wants_output(2)) last_c.push_back(direction.last_c());
    }
    if (!states.empty()) e.give(0, joined(e, states, 1));
    if (!last_h.empty()) e.give(1, joined(e, last_h, 0));
    if (!last_c.empty()) e.give(2, joined(e, last_c, 0));
    return true;
}

}  // namespace

namespace operators {

operator_entries dynamic_quantize_lstm_operators() {
    return {
        {.type = "com.microsoft.DynamicQuantizeLSTM",
         .versions = {{.since = {1},
                       .inputs = {3, 12},
                       .outputs = 3,
                       .attributes = {reals("activation_alpha"), reals("activation_beta"),
                                      texts("activations"), real("clip"), text("direction"),
                                      integer("hidden_size"), flag("input_forget")}}},
         .expand = expand_dynamic_quantize_lstm,
         .traits = {.may_lack_first_output = true}},
    };
}

}  // namespace operators

}  // namespace onnx2hpp
