// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "steps.hpp"

#include "edges.hpp"

#include <tigris/ops/list.hpp>

#include <algorithm>
#include <stdexcept>

namespace verify {
namespace {

using tigris::graph_view;

struct observation {
    const model_under_test& model;
    const std::map<std::string, array>& references;
    step_report& report;
};

void add(const std::string& kind, const std::string& tensor, const comparison& found,
         step_report& report) {
    step_totals& totals = report.kinds[found.in_lsb ? kind : kind + " (float)"];
    ++totals.steps;
    totals.values += found.values;
    totals.equal += found.equal;
    totals.largest = std::max(totals.largest, found.largest);
    totals.within = totals.within && found.within();
    totals.in_lsb = found.in_lsb;
    if (found.largest - found.limit > report.worst_excess) {
        report.worst_excess = found.largest - found.limit;
        report.worst_tensor = tensor;
    }
}

/// The tensor whose values the reference has, -1 if none, and which of its axes each axis of the
/// step's result in memory is. Behind a reshape the axes are not known.
struct referred {
    int tensor = -1;
    tigris::tensor order{};
    bool is_reshaped = false;
};

/// The order of a transpose's input, given that of its output.
tigris::tensor before_transpose(const axes& moved, tigris::tensor input,
                                const tigris::tensor& output) {
    for (int k = 0; k < output.dims.rank; ++k) input.onnx_axis[moved[k]] = output.onnx_axis[k];
    return input;
}

/// The tensor, or what reshapes and transposes make of it, whichever the reference has first. The
/// tool may move a step before these, and then ONNX knows only their results.
referred tensor_of_reference(const observation& observed, int tensor) {
    const graph_view& graph = observed.model.graph;
    const tigris::tensor& info = graph.tensors[tensor];
    if (observed.references.contains(observed.model.tensor_names[tensor])) return {tensor, info};
    for (int step = 0; step < graph.nodes.size; ++step) {
        const tigris::operands t = graph.operands_of(step);
        const bool moves = is_transpose(graph, step);
        if ((!moves && !is_alias(graph, step)) || t.input_edges[0] != tensor) continue;
        referred found = tensor_of_reference(observed, t.output_edges[0]);
        if (found.tensor < 0 || (moves && found.is_reshaped)) continue;
        found.is_reshaped = !moves;
        if (moves)
            found.order = before_transpose(observed.model.step_axes[step], info, found.order);
        return found;
    }
    return {};
}

/// Whether integers of ONNX are floats here, as codes and their sums may be.
bool are_integers(const array& reference, tigris::dtype type, tigris::quantization quant) {
    const bool are_reals =
        reference.type == tigris::dtype::f32 || reference.type == tigris::dtype::f16;
    return type == tigris::dtype::f32 && quant.scale <= 0 && !are_reals;
}

/// Floats made of codes that have no reference stand for these codes: a step that was moved across
/// a transpose may have decided a tie the other way.
tigris::quantization judged_in(const observation& observed, int step, int tensor) {
    const graph_view& graph = observed.model.graph;
    const tigris::operands t = graph.operands_of(step);
    const bool is_dequantized =
        graph.nodes[step].kind == tigris::ops::kind_of<tigris::ops::convert> &&
        is_quantized(t.input(0)) && !is_quantized(t.output());
    if (is_dequantized &&
        observed.report.without_reference.contains(observed.model.tensor_names[t.input_edges[0]]))
        return t.input(0).quant;
    return quantization_behind(graph, tensor);
}

/// What a step made, compared in the order that a tensor has in memory.
struct reading {
    const tigris::tensor* order;
    comparison found;
};

reading read_as(const tigris::tensor& order, array wanted, const tigris::step_output& made,
                tigris::quantization quant, const bound& allowed) {
    const array computed = from_memory(order, wanted.name, made.data);
    if (wanted.size() != computed.size())
        throw std::runtime_error(wanted.name + ": the reference has another number of elements");
    wanted.dims = computed.dims;
    return {&order, compare(wanted, computed, quant, allowed)};
}

/// Of an image that the reference has as a list only, the list is in ONNX's order or in memory's:
/// the weights behind it may be in either. The nearer one counts.
reading nearer_reading(const tigris::tensor& told, const array& wanted,
                       const tigris::step_output& made, tigris::quantization quant,
                       const bound& allowed) {
    const reading as_told = read_as(told, wanted, made, quant, allowed);
    const reading as_made = read_as(made.info, wanted, made, quant, allowed);
    return as_made.found.largest < as_told.found.largest ? as_made : as_told;
}

void observe_step(void* context, const tigris::step_output& made) {
    const auto& observed = *static_cast<observation*>(context);
    const auto& [model, references, report] = observed;
    const auto [tensor, told, is_reshaped] = tensor_of_reference(observed, made.tensor);
    if (tensor < 0) {
        report.without_reference.insert(model.tensor_names[made.tensor]);
        return;
    }
    const tigris::tensor& info = model.graph.tensors[tensor];
    const std::string name = model.tensor_names[tensor];
    const tigris::quantization quant = judged_in(observed, made.step, tensor);
    const array& reference = references.at(name);
    const bool are_exact = are_integers(reference, info.type, quant);
    array wanted = are_exact ? as_floats(reference) : as_type(reference, info.type, quant);
    wanted.name = name;
    const bound allowed =
        are_exact ? bound{.absolute = 0} : bound{.halves = reference.type == tigris::dtype::f16};
    const auto [order, found] = is_reshaped ? nearer_reading(told, wanted, made, quant, allowed)
                                            : read_as(told, wanted, made, quant, allowed);
    add(kind_of(model.graph, made.step, model.step_kinds[made.step]), name, found, report);
    to_memory(*order, wanted.bytes.data(), made.data);
}

}  // namespace

void run_steps(const model_under_test& model, const std::map<std::string, array>& references,
               step_report& report) {
    if (!model.run_observed) throw std::runtime_error("this runner cannot observe steps");
    observation context{model, references, report};
    model.run_observed(observe_step, &context);
}

}  // namespace verify
