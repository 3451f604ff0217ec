// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/report/graph.hpp>

#include <onnx2hpp/element_names.hpp>
#include <onnx2hpp/plan/words.hpp>
#include <onnx2hpp/show/json_value.hpp>
#include <onnx2hpp/show/peak.hpp>
#include <onnx2hpp/show/tensor_memory.hpp>
#include <onnx2hpp/show/units.hpp>

#include <fmt/format.h>

namespace onnx2hpp {
namespace {

using namespace tigris;
using nlohmann::ordered_json;

ordered_json pairs(const std::vector<std::pair<std::string, std::string>>& of) {
    ordered_json list = ordered_json::array();
    for (const auto& [key, value] : of) list.push_back({{"key", key}, {"value", value}});
    return list;
}

/// What Model Explorer shows of a tensor.
ordered_json metadata_of(const analysis& a, int t, int number) {
    const tensor& info = a.model.tensors[std::size_t(t)];
    return {{"id", std::to_string(number)},
            {"attrs", pairs({{"__tensor_tag", a.model.tensor_names[std::size_t(t)]},
                             {"shape", spell_extents(info.dims)},
                             {"type", element_name(info.type)},
                             {"bytes", std::to_string(bytes_of(info))}})}};
}

ordered_json make_node(const std::string& id, const std::string& label, const std::string& space) {
    return {{"id", id},
            {"label", label},
            {"namespace", space},
            {"attrs", ordered_json::array()},
            {"incomingEdges", ordered_json::array()},
            {"outputsMetadata", ordered_json::array()}};
}

ordered_json node_of_step(const analysis& a, int number) {
    const lowered_node& n = a.model.nodes[std::size_t(number)];
    const planning::step_plan& s = a.plan.steps[std::size_t(number)];
    ordered_json node =
        make_node(fmt::format("step{}", number), operator_name(a.model, number),
                  s.segment < 0 ? std::string() : "segment " + describe_segment(a, s.segment));
    node["attrs"] = pairs({{"name", n.name},
                           {"kernel", s.task < 0 ? "none" : spell(s.backend)},
                           {"multiply-accumulates", std::to_string(s.macs)},
                           {"rows a call", std::to_string(s.tile)},
                           {"weights, bytes", std::to_string(constant_bytes(a.model, n))}});
    for (std::size_t k = 0; k < n.outputs.size(); ++k)
        node["outputsMetadata"].push_back(metadata_of(a, n.outputs[k], int(k)));
    return node;
}

ordered_json edge_from(const std::string& source, int output, int input) {
    return {{"sourceNodeId", source},
            {"sourceNodeOutputId", std::to_string(output)},
            {"targetNodeInputId", std::to_string(input)}};
}

int output_number(const lowered_node& n, int tensor) {
    for (std::size_t k = 0; k < n.outputs.size(); ++k)
        if (n.outputs[k] == tensor) return int(k);
    return 0;
}

}  // namespace

std::string graph_for_model_explorer(const analysis& a) {
    ordered_json nodes = ordered_json::array();
    for (const int t : a.model.inputs) {
        ordered_json node = make_node(fmt::format("tensor{}", t), "input", "");
        node["outputsMetadata"].push_back(metadata_of(a, t, 0));
        nodes.push_back(std::move(node));
    }
    const std::size_t first = nodes.size();
    for (std::size_t i = 0; i < a.model.nodes.size(); ++i) nodes.push_back(node_of_step(a, int(i)));
    for (const graph_edge& e : find_edges(a.model))
        nodes[first + std::size_t(e.to)]["incomingEdges"].push_back(
            e.from < 0
                ? edge_from(fmt::format("tensor{}", e.tensor), 0, e.input)
                : edge_from(fmt::format("step{}", e.from),
                            output_number(a.model.nodes[std::size_t(e.from)], e.tensor), e.input));
    for (std::size_t i = 0; i < a.model.nodes.size(); ++i)
        for (std::size_t k = 0; k < a.model.nodes[i].outputs.size(); ++k) {
            const int t = a.model.nodes[i].outputs[k];
            if (a.model.tensors[std::size_t(t)].kind != tensor_kind::output) continue;
            ordered_json node = make_node(fmt::format("tensor{}", t), "output", "");
            node["incomingEdges"].push_back(edge_from(fmt::format("step{}", i), int(k), 0));
            nodes.push_back(std::move(node));
        }
    const ordered_json graph{{"id", a.model.name}, {"nodes", std::move(nodes)}};
    return as_text(ordered_json::array({graph}), 1) + '\n';
}

}  // namespace onnx2hpp
