// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/attributes.hpp>
#include <onnx2hpp/diagnostic.hpp>
#include <onnx2hpp/expand/common_values.hpp>
#include <onnx2hpp/expand/expansion.hpp>
#include <onnx2hpp/expand/repeated.hpp>
#include <onnx2hpp/onnx/operator_entry.hpp>
#include <onnx2hpp/onnx/opsets.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace onnx2hpp {
namespace {

using tigris::dtype;

/// States and what is scanned, as the body gets them; a list says for each scanned input along
/// which axis, and whether backwards.
struct scan {
    std::vector<value_id> states;
    std::vector<value_id> scanned;
    std::vector<std::size_t> axes;
    extents directions;
};

/// A list of an attribute, one number for each of `count`, zeros where it is absent.
extents numbers_for(const node& n, const char* name, std::size_t count) {
    const extents numbers = integers_attribute(n, name, extents(count, 0));
    if (numbers.size() != count)
        fail_bad_input(
            n, fmt::format("{} has {} numbers, but must have {}", name, numbers.size(), count));
    return numbers;
}

extents directions_for(const node& n, const char* name, std::size_t count) {
    const extents directions = numbers_for(n, name, count);
    for (const std::int64_t direction : directions)
        if (direction != 0 && direction != 1)
            fail_bad_input(n, fmt::format("{} holds {}, which is no direction", name, direction));
    return directions;
}

/// Steps of all scanned inputs, which must agree.
std::int64_t steps_of(const expansion& e, const scan& s) {
    const std::int64_t steps = e.dims(s.scanned[0])[s.axes[0]];
    for (std::size_t k = 0; k < s.scanned.size(); ++k)
        if (e.dims(s.scanned[k])[s.axes[k]] != steps)
            fail_bad_input(e.at, fmt::format("what it scans has {} and {} steps", steps,
                                             e.dims(s.scanned[k])[s.axes[k]]));
    return steps;
}

node gather(const expansion& e, value_id from, value_id place, std::size_t axis, value_id made) {
    return {.name = e.at.name,
            .op_type = "Gather",
            .since = newest_opset,
            .inputs = {from, place},
            .outputs = {made},
            .attributes = {{"axis", static_cast<std::int64_t>(axis)}}};
}

node subtraction(const expansion& e, value_id from, value_id what, value_id made) {
    return {.name = e.at.name,
            .op_type = "Sub",
            .since = newest_opset,
            .inputs = {from, what},
            .outputs = {made}};
}

/// A Scan as a Loop whose body takes its parts itself.
repeated as_loop(expansion& e, const scan& s) {
    const std::int64_t steps = steps_of(e, s);
    const value_id number = e.placeholder(dtype::i64, {});
    const value_id condition = e.placeholder(dtype::boolean, {});
    const value_id backwards = e.placeholder(dtype::i64, {});
    const value_id last = e.number(dtype::i64, static_cast<double>(steps - 1));
    const std::vector<value_id>& inputs = e.at.body->inputs;
    const auto first_part = inputs.begin() + std::ssize(s.states);
    repeated loop{.body = {.inputs = {number, condition}, .outputs = {condition}, .nodes = {}},
                  .most_iterations = steps,
                  .carried = s.states,
                  .stacked = e.at.outputs.size() - s.states.size()};
    loop.body.inputs.insert(loop.body.inputs.end(), inputs.begin(), first_part);
    loop.body.nodes.push_back(subtraction(e, last, number, backwards));
    for (std::size_t k = 0; k < s.scanned.size(); ++k)
        loop.body.nodes.push_back(gather(e, s.scanned[k], s.directions[k] ? backwards : number,
                                         s.axes[k], first_part[static_cast<std::ptrdiff_t>(k)]));
    const subgraph& body = *e.at.body;
    loop.body.nodes.insert(loop.body.nodes.end(), body.nodes.begin(), body.nodes.end());
    loop.body.outputs.insert(loop.body.outputs.end(), body.outputs.begin(), body.outputs.end());
    return loop;
}

std::size_t scanned_inputs(const node& n, std::size_t others) {
    const std::int64_t scanned = integer_attribute(n, "num_scan_inputs", 0);
    const auto inputs = static_cast<std::int64_t>(n.inputs.size() - others);
    const bool fits = scanned >= 1 && scanned <= inputs &&
                      n.body->inputs.size() == n.inputs.size() - others &&
                      n.body->outputs.size() == n.outputs.size() &&
                      static_cast<std::int64_t>(n.outputs.size()) >= inputs - scanned;
    if (!fits)
        fail_bad_input(n, fmt::format("{} inputs, of which it scans {}, and {} outputs do not fit "
                                      "a body of {} inputs and {} outputs",
                                      inputs, scanned, n.outputs.size(), n.body->inputs.size(),
                                      n.body->outputs.size()));
    for (std::size_t i = others; i < n.inputs.size(); ++i)
        if (!has_input(n, i)) fail_bad_input(n, fmt::format("input {} is missing", i));
    return static_cast<std::size_t>(scanned);
}

/// States and what is scanned of the inputs from `others` on.
scan inputs_of(const expansion& e, std::size_t others) {
    const std::size_t scanned = scanned_inputs(e.at, others);
    const auto first = e.at.inputs.begin() + static_cast<std::ptrdiff_t>(others);
    const auto middle = e.at.inputs.end() - static_cast<std::ptrdiff_t>(scanned);
    return {.states = {first, middle},
            .scanned = {middle, e.at.inputs.end()},
            .axes = std::vector<std::size_t>(scanned, 0),
            .directions = extents(scanned, 0)};
}

value_id reversed(expansion& e, value_id x) {
    const std::int64_t steps = e.dims(x)[0];
    return sliced(e, x, 0, steps - 1, -steps - 1, -1);
}

/// Axis 0 as axis `axis`.
value_id with_steps_at(expansion& e, value_id x, std::int64_t axis) {
    extents perm = expansion::all_axes(e.dims(x).size());
    const auto place = static_cast<std::ptrdiff_t>(e.axis(axis, perm.size()));
    std::rotate(perm.begin(), perm.begin() + 1, perm.begin() + place + 1);
    return transposed(e, x, perm);
}

void require_whole_sequences(const expansion& e) {
    if (!e.has_input(0)) return;
    const extents steps{e.dims(e.input(static_cast<std::size_t>(e.at.inputs.size()) - 1))[1]};
    for (const std::int64_t length : e.list(0, "sequence_lens"))
        if (length != steps[0])
            fail_unsupported(e.at, "sequences of different lengths are not supported",
                             "use sequences of one length");
}

value_id of_batch(expansion& e, value_id v, std::int64_t b) {
    return e.add("Squeeze", {sliced(e, v, 0, b, b + 1), e.integers({0})});
}

/// Expands a Scan before version 9: axis 0 is the batch, each entry of which is scanned alone.
bool expand_batches(expansion& e) {
    const scan all = inputs_of(e, 1);
    for (const std::vector<value_id>* values : {&all.scanned, &all.states})
        for (const value_id v : *values)
            if (e.dims(v).size() < (values == &all.scanned ? 2u : 1u) ||
                e.dims(v)[0] != e.dims(all.scanned[0])[0])
                fail_bad_input(e.at, "its inputs do not have one batch as axis 0");
    require_whole_sequences(e);
    const std::int64_t batch = e.dims(all.scanned[0])[0];
    std::vector<std::vector<value_id>> results(e.at.outputs.size());
    for (std::int64_t b = 0; b < batch; ++b) {
        scan one = all;
        one.directions = directions_for(e.at, "directions", all.scanned.size());
        for (value_id& v : one.states) v = of_batch(e, v, b);
        for (value_id& v : one.scanned) v = of_batch(e, v, b);
        const std::vector<value_id> outputs = outputs_of(e, as_loop(e, one));
        for (std::size_t i = 0; i < outputs.size(); ++i) results[i].push_back(outputs[i]);
    }
    for (std::size_t i = 0; i < results.size(); ++i)
        if (e.wants_output(i)) e.give(i, stacked(e, results[i]));
    return true;
}

/// Source: ONNX Scan-25, Scan-8.
bool expand_scan(expansion& e) {
    if (e.at.since < 9) return expand_batches(e);
    scan s = inputs_of(e, 0);
    const extents axes = numbers_for(e.at, "scan_input_axes", s.scanned.size());
    for (std::size_t k = 0; k < axes.size(); ++k)
        s.axes[k] = e.axis(axes[k], e.dims(s.scanned[k]).size());
    s.directions = directions_for(e.at, "scan_input_directions", axes.size());
    const std::size_t states = s.states.size(), count = e.at.outputs.size() - states;
    const extents output_axes = numbers_for(e.at, "scan_output_axes", count);
    const extents directions = directions_for(e.at, "scan_output_directions", count);
    std::vector<value_id> outputs = outputs_of(e, as_loop(e, s));
    for (std::size_t i = 0; i < outputs.size(); ++i) {
        if (!e.wants_output(i)) continue;
        if (i >= states && directions[i - states]) outputs[i] = reversed(e, outputs[i]);
        if (i >= states) outputs[i] = with_steps_at(e, outputs[i], output_axes[i - states]);
        e.give(i, outputs[i]);
    }
    return true;
}

}  // namespace

namespace operators {

operator_entries scan_operators() {
    return {
        {.type = "Scan",
         .versions =
             {{.since = {8},
               .inputs = {0, any_number},
               .outputs = any_number,
               .attributes = {integers("directions"), required(integer("num_scan_inputs"))}},
              {.since = {9, 11, 16, 19, 21, 23, 24, 25},
               .inputs = {1, any_number},
               .outputs = any_number,
               .attributes = {required(integer("num_scan_inputs")), integers("scan_input_axes"),
                              integers("scan_input_directions"), integers("scan_output_axes"),
                              integers("scan_output_directions")}}},
         .expand = expand_scan,
         .traits = {.takes_any_type = true,
                    .has_own_types = true,
                    .keeps_unread_outputs = true,
                    .may_lack_first_output = true}},
    };
}

}  // namespace operators

}  // namespace onnx2hpp
