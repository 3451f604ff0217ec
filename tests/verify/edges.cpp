// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "edges.hpp"

#include <tigris/ops/list.hpp>

namespace verify {
namespace {

using tigris::graph_view;

int producer_of(const graph_view& graph, int tensor) {
    for (int step = 0; step < graph.nodes.size; ++step)
        if (graph.operands_of(step).output_edges[0] == tensor) return step;
    return -1;
}

int consumer_of(const graph_view& graph, int tensor) {
    for (int step = 0; step < graph.nodes.size; ++step)
        for (int i = 0; i < graph.nodes[step].inputs; ++i)
            if (graph.operands_of(step).input_edges[i] == tensor) return step;
    return -1;
}

bool keeps_values(const graph_view& graph, int step) {
    return is_alias(graph, step) || is_transpose(graph, step) ||
           graph.nodes[step].kind == tigris::ops::kind_of<tigris::ops::slice>;
}

bool converts(const graph_view& graph, int step) {
    return graph.nodes[step].kind == tigris::ops::kind_of<tigris::ops::convert>;
}

/// The tensor on the other side of a conversion next to `tensor`, or `tensor` itself.
int behind(const graph_view& graph, int tensor, int (*neighbor)(const graph_view&, int),
           bool input) {
    int at = tensor;
    for (int step = neighbor(graph, at); step >= 0; step = neighbor(graph, at)) {
        if (!keeps_values(graph, step) && !converts(graph, step)) break;
        const tigris::operands t = graph.operands_of(step);
        at = input ? t.output_edges[0] : t.input_edges[0];
        if (converts(graph, step)) return at;
    }
    return tensor;
}

int origin_of(const graph_view& graph, int tensor) {
    for (int step = producer_of(graph, tensor); step >= 0 && keeps_values(graph, step);
         step = producer_of(graph, tensor))
        tensor = graph.operands_of(step).input_edges[0];
    return tensor;
}

}  // namespace

tigris::quantization quantization_behind(const graph_view& graph, int tensor) {
    const tigris::tensor& info = graph.tensors[tensor];
    if (is_quantized(info) || info.type != tigris::dtype::f32) return info.quant;
    if (info.kind == tigris::tensor_kind::input)
        return graph.tensors[behind(graph, tensor, consumer_of, true)].quant;
    if (info.kind == tigris::tensor_kind::output)
        return graph.tensors[behind(graph, tensor, producer_of, false)].quant;
    return {};
}

bool is_alias(const graph_view& graph, int step) {
    return graph.nodes[step].kind == tigris::ops::kind_of<tigris::ops::reshape>;
}

bool is_transpose(const graph_view& graph, int step) {
    return graph.nodes[step].kind == tigris::ops::kind_of<tigris::ops::transpose>;
}

std::string kind_of(const graph_view& graph, int step, const char* name) {
    if (!converts(graph, step)) return name;
    const tigris::operands t = graph.operands_of(step);
    const bool from = is_quantized(t.input(0)), to = is_quantized(t.output());
    if (from) return to ? "requantize" : "dequantize";
    if (!to) return name;
    const int origin = origin_of(graph, t.input_edges[0]);
    return graph.tensors[origin].kind == tigris::tensor_kind::input ? "quantize_input" : "quantize";
}

bool is_counted_apart(const std::string& kind) {
    return kind == "average_pool" || kind == "global_average_pool" || kind == "quantize_input";
}

}  // namespace verify
