// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/attributes.hpp>
#include <onnx2hpp/constants.hpp>
#include <onnx2hpp/diagnostic.hpp>
#include <onnx2hpp/expand/common_values.hpp>
#include <onnx2hpp/expand/expansion.hpp>
#include <onnx2hpp/lower/lowering.hpp>
#include <onnx2hpp/onnx/extents.hpp>
#include <onnx2hpp/onnx/operator_entry.hpp>
#include <onnx2hpp/onnx/recurrent.hpp>
#include <onnx2hpp/onnx/shape_context.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace onnx2hpp {
namespace {

using tigris::dtype;

void require(const shape_context& c, std::size_t i, dtype type, const extents& dims) {
    if (!c.has_input(i)) return;
    const value& v = c.input(i);
    if (v.type != type && type == dtype::f32)
        fail_unsupported(c.at, fmt::format("{} is not float32", c.label_of_input(i)),
                         "export the model in float32");
    if (v.type != type || v.dims != dims)
        fail_bad_input(c.at, fmt::format("{} has shape {}, but must have {}", c.label_of_input(i),
                                         to_text(v.dims), to_text(dims)));
}

/// A sequence of no steps has no last state that runtimes agree about.
void check_lengths(const shape_context& c, std::int64_t steps) {
    if (!c.has_input(4) || !c.input(4).constant) return;
    for (const std::int64_t length : integers_of(*c.input(4).constant)) {
        if (length == 0)
            fail_unsupported(c.at, "runtimes disagree about sequences of no steps",
                             "leave them out");
        if (length < 0 || length > steps)
            fail_bad_input(c.at,
                           fmt::format("a sequence of {} steps is not one of {}", length, steps));
    }
}

/// Internal: [parts, directions, batch, hidden], as ops::recurrent says.
void shape_recurrent(shape_context& c) {
    const tigris::ops::recurrent op = recurrent_of(c.at);
    const extents &x = c.input(0).dims, &recurrence = c.input(2).dims;
    if (x.size() != 3 || recurrence.size() != 3)
        fail_bad_input(c.at, fmt::format("steps of shape {} and recurrence of shape {} do not "
                                         "have 3 axes",
                                         to_text(x), to_text(recurrence)));
    const std::int64_t directions = directions_of(c.at), gates = gates_of(op.function);
    const std::int64_t hidden = recurrence[2], batch = x[1];
    if (integer_attribute(c.at, "hidden_size", hidden) != hidden)
        fail_bad_input(c.at, "its hidden_size contradicts its recurrence");
    require(c, 0, dtype::f32, x);
    require(c, 1, dtype::f32, {directions, gates * hidden, x[2]});
    require(c, 2, dtype::f32, {directions, gates * hidden, hidden});
    require(c, 3, dtype::f32, {directions, 2 * gates * hidden});
    require(c, 4, dtype::i32, {batch});
    require(c, 5, dtype::f32, {directions, batch, hidden});
    require(c, 6, dtype::f32, {directions, batch, hidden});
    require(c, 7, dtype::f32, {directions, 3 * hidden});
    check_lengths(c, x[0]);
    const extents gives = integers_attribute(c.at, "gives", {});
    const std::int64_t parts = (gives[0] ? x[0] : 0) + gives[1] + gives[2];
    c.set_output(dtype::f32, {parts, directions, batch, hidden});
}

/// Swaps batch and the axis before it, where layout says that the batch comes first.
value_id batch_second(expansion& e, value_id v, bool is_batch_first) {
    return v == absent || !is_batch_first ? v : transposed(e, v, {1, 0, 2});
}

/// Whether all sequences have all steps.
bool are_complete(const expansion& e, value_id lengths, std::int64_t steps) {
    if (lengths == absent) return true;
    if (!e.is_constant(lengths)) return false;
    const std::vector<std::int64_t> numbers = integers_of(*e.of(lengths).constant);
    return std::all_of(numbers.begin(), numbers.end(),
                       [steps](std::int64_t number) { return number == steps; });
}

/// Parts [first, last) of the result, along its first axis.
value_id parts_of(expansion& e, value_id all, std::int64_t first, std::int64_t last) {
    if (first == 0 && last == e.dims(all)[0]) return all;
    return e.add("Slice", {all, e.integers({first}), e.integers({last}), e.integers({0})});
}

/// The states of all steps: [steps, directions, batch, hidden].
void give_steps(expansion& e, value_id steps, bool is_batch_first) {
    e.give(0, is_batch_first ? transposed(e, steps, {2, 0, 1, 3}) : steps);
}

/// A last state: [directions, batch, hidden].
void give_last(expansion& e, std::size_t output, value_id part, bool is_batch_first) {
    const value_id state = e.add("Squeeze", {part, e.integers({0})});
    e.give(output, batch_second(e, state, is_batch_first));
}

/// The node with one result that holds all outputs, one after the other.
value_id add_parts(expansion& e, bool is_batch_first, const extents& gives) {
    const value_id x = batch_second(e, e.input(0), is_batch_first);
    if (e.dims(x).size() != 3) fail_bad_input(e.at, "its input does not have 3 axes");
    const value_id lengths = are_complete(e, e.input(4), e.dims(x)[0]) ? absent : e.input(4);
    attribute_map attributes = e.at.attributes;
    attributes.erase("layout");
    attributes["gives"] = gives;
    return e.add("tigris." + e.at.op_type + "Outputs",
                 {x, e.input(1), e.input(2), e.input(3), lengths,
                  batch_second(e, e.input(5), is_batch_first),
                  batch_second(e, e.input(6), is_batch_first), e.input(7)},
                 attributes);
}

bool expand_recurrent(expansion& e) {
    const bool is_batch_first = integer_attribute(e.at, "layout", 0) != 0;
    const extents gives{e.wants_output(0), e.wants_output(1), e.wants_output(2)};
    if (gives == extents{0, 0, 0}) return true;
    const value_id all = add_parts(e, is_batch_first, gives);
    std::int64_t first = e.dims(all)[0] - gives[1] - gives[2];
    if (gives[0]) give_steps(e, parts_of(e, all, 0, first), is_batch_first);
    for (const std::size_t output : {std::size_t{1}, std::size_t{2}})
        if (gives[output]) {
            give_last(e, output, parts_of(e, all, first, first + 1), is_batch_first);
            ++first;
        }
    return true;
}

/// Whether steps may come as rows: those of one sequence, and all else is constant.
bool comes_in_rows(const lowering& l, const node& n, const tigris::ops::recurrent& op) {
    return takes_rows(op) && l.dims(n.inputs[0])[1] == 1 && !l.is_constant(n.inputs[0]) &&
           std::all_of(n.inputs.begin() + 1, n.inputs.end(),
                       [&](value_id v) { return v == absent || l.is_constant(v); });
}

/// [steps, 1, inputs] as rows: [1, steps, 1, inputs].
int rows_of(lowering& l, value_id x) {
    const extents& dims = l.dims(x);
    return l.view(x, l.operand(x, onnx_order(3)), {1, dims[0], 1, dims[2]});
}

/// Inputs that are absent are left out.
void lower_recurrent(lowering& l, const node& n) {
    tigris::ops::recurrent op = recurrent_of(n);
    op.has_bias = has_input(n, 3);
    op.has_lengths = has_input(n, 4);
    op.has_initial_h = has_input(n, 5);
    op.has_initial_c = has_input(n, 6);
    op.has_peepholes = has_input(n, 7);
    const extents gives = integers_attribute(n, "gives", {1, 0, 0});
    op.gives_steps = gives[0] != 0;
    op.gives_last_h = gives[1] != 0;
    op.gives_last_c = gives[2] != 0;
    std::vector<int> inputs;
    for (const value_id v : n.inputs)
        if (v != absent) inputs.push_back(l.operand(v, onnx_order(l.dims(v).size())));
    if (comes_in_rows(l, n, op)) inputs[0] = rows_of(l, n.inputs[0]);
    l.add_step(n, op, inputs, l.make_result(n.outputs[0], onnx_order(4)));
}

}  // namespace

namespace operators {

operator_entries recurrent_operators() {
    return {
        {.type = "LSTM",
         .versions = {{.since = {1},
                       .inputs = {3, 8},
                       .outputs = 3,
                       .attributes = {reals("activation_alpha"), reals("activation_beta"),
                                      texts("activations"), real("clip"), text("direction"),
                                      integer("hidden_size"), flag("input_forget"),
                                      flag("output_sequence")}},
                      {.since = {7},
                       .inputs = {3, 8},
                       .outputs = 3,
                       .attributes = {reals("activation_alpha"), reals("activation_beta"),
                                      texts("activations"), real("clip"), text("direction"),
                                      integer("hidden_size"), flag("input_forget")}},
                      {.since = {14, 22},
                       .inputs = {3, 8},
                       .outputs = 3,
                       .attributes = {reals("activation_alpha"), reals("activation_beta"),
                                      texts("activations"), real("clip"), text("direction"),
                                      integer("hidden_size"), flag("input_forget"),
                                      flag("layout")}}},
         .expand = expand_recurrent,
         .traits = {.may_lack_first_output = true}},
        {.type = "GRU",
         .versions = {{.since = {3},
                       .inputs = {3, 6},
                       .outputs = 2,
                       .attributes = {reals("activation_alpha"), reals("activation_beta"),
                                      texts("activations"), real("clip"), text("direction"),
                                      integer("hidden_size"), flag("linear_before_reset"),
                                      flag("output_sequence")}},
                      {.since = {7},
                       .inputs = {3, 6},
                       .outputs = 2,
                       .attributes = {reals("activation_alpha"), reals("activation_beta"),
                                      texts("activations"), real("clip"), text("direction"),
                                      integer("hidden_size"), flag("linear_before_reset")}},
                      {.since = {14, 22},
                       .inputs = {3, 6},
                       .outputs = 2,
                       .attributes = {reals("activation_alpha"), reals("activation_beta"),
                                      texts("activations"), real("clip"), text("direction"),
                                      integer("hidden_size"), flag("layout"),
                                      flag("linear_before_reset")}}},
         .expand = expand_recurrent,
         .traits = {.may_lack_first_output = true}},
        {.type = "RNN",
         .versions = {{.since = {1},
                       .inputs = {3, 6},
                       .outputs = 2,
                       .attributes = {reals("activation_alpha"), reals("activation_beta"),
                                      texts("activations"), real("clip"), text("direction"),
                                      integer("hidden_size"), flag("output_sequence")}},
                      {.since = {7},
                       .inputs = {3, 6},
                       .outputs = 2,
                       .attributes = {reals("activation_alpha"), reals("activation_beta"),
                                      texts("activations"), real("clip"), text("direction"),
                                      integer("hidden_size")}},
                      {.since = {14, 22},
                       .inputs = {3, 6},
                       .outputs = 2,
                       .attributes = {reals("activation_alpha"), reals("activation_beta"),
                                      texts("activations"), real("clip"), text("direction"),
                                      integer("hidden_size"), flag("layout")}}},
         .expand = expand_recurrent,
         .traits = {.may_lack_first_output = true}},
        {.type = "tigris.LSTMOutputs",
         .shape = shape_recurrent,
         .lower = lower_recurrent,
         .traits = {.is_recurrent = true}},
        {.type = "tigris.GRUOutputs",
         .shape = shape_recurrent,
         .lower = lower_recurrent,
         .traits = {.is_recurrent = true}},
        {.type = "tigris.RNNOutputs",
         .shape = shape_recurrent,
         .lower = lower_recurrent,
         .traits = {.is_recurrent = true}},
    };
}

}  // namespace operators

}  // namespace onnx2hpp
