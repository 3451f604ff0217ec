// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/emit/graph.hpp>

#include <onnx2hpp/emit/attributes.hpp>
#include <onnx2hpp/emit/literal.hpp>

#include <fmt/format.h>

#include <span>
#include <type_traits>
#include <variant>
#include <vector>

namespace onnx2hpp {
namespace {

using namespace tigris;

std::string spell_axes(const tensor& t) {
    bool moved = false;
    for (int axis = 0; axis < t.dims.rank; ++axis) moved |= t.onnx_axis[axis] != axis;
    if (!moved) return {};
    return fmt::format(", .onnx_axis = {{{}}}",
                       numbers(std::span(t.onnx_axis, std::size_t(t.dims.rank))));
}

std::string spell_quantization(const quantization& q) {
    if (q.scale == 0) return {};
    return fmt::format(", .quant = {{{}, {}}}", spell(q.scale), q.zero_point);
}

std::string spell_order(weight_order order) {
    if (order == weight_order::canonical) return {};
    return fmt::format(", .order = {}", qualified_name(order));
}

std::string spell_tensor(const tensor& t) {
    return fmt::format(
        "{{.kind = {}, .type = {}{}, "
        ".dims = {{{}, {{{}}}}}{}{}{}}}",
        qualified_name(t.kind), qualified_name(t.type),
        t.index < 0 ? "" : fmt::format(", .index = {}", t.index), t.dims.rank, spell_dims(t.dims),
        spell_quantization(t.quant), spell_axes(t), spell_order(t.order));
}

/// All tensors, each below a comment with its number and name.
std::string spell_tensors(const lowered_model& model) {
    std::string out;
    for (std::size_t i = 0; i < model.tensors.size(); ++i)
        out += fmt::format("            // {}: {}\n{},\n", i, spell_comment(model.tensor_names[i]),
                           wrap_members(spell_tensor(model.tensors[i]), 12));
    return out;
}

/// The attribute tables of the operators that occur, and each node's row in its own. A row is
/// followed by the number of its step.
struct tables {
    std::string types;
    std::string values;
    std::vector<int> rows;
};

template <class Op>
void add_table(const lowered_model& model, tables& out) {
    std::string rows;
    int count = 0;
    for (std::size_t i = 0; i < model.nodes.size(); ++i) {
        const Op* op = std::get_if<Op>(&model.nodes[i].op);
        if (!op) continue;
        out.rows[i] = count++;
        rows += fmt::format("{},  // {}\n", wrap_members(spell_struct(*op), 12), i);
    }
    if (count == 0) return;
    out.types += fmt::format("{}        tigris::table<tigris::ops::{}, {}>",
                             out.types.empty() ? "" : ",\n", Op::name, count);
    out.values += fmt::format("        {{{{  // {}\n{}        }}}},\n", Op::name, rows);
}

template <class... Op>
tables make_tables(const lowered_model& model, type_list<Op...>) {
    tables out{.types = {}, .values = {}, .rows = std::vector<int>(model.nodes.size())};
    (add_table<Op>(model, out), ...);
    return out;
}

const char* name_of(const any_op& op) {
    return std::visit([](const auto& o) { return std::decay_t<decltype(o)>::name; }, op);
}

/// Nodes, and the edges that they run through, outputs after inputs, one step a line.
struct wiring {
    std::string nodes;
    std::string edges;
    std::size_t edge_count = 0;
};

wiring wire(const lowered_model& model, const std::vector<int>& rows) {
    wiring out;
    for (std::size_t i = 0; i < model.nodes.size(); ++i) {
        const lowered_node& n = model.nodes[i];
        std::vector<std::int32_t> edges(n.inputs.begin(), n.inputs.end());
        edges.insert(edges.end(), n.outputs.begin(), n.outputs.end());
        out.nodes += fmt::format(
            "            {{tigris::ops::kind_of<tigris::ops::{}>, {}, {}, {}, {}, {}}},  // {}\n",
            name_of(n.op), rows[i], out.edge_count, n.inputs.size(),
            out.edge_count + n.inputs.size(), n.outputs.size(), i);
        out.edges += fmt::format("{},  // {}: {}\n", spell_list(edges, 12), i, n.name);
        out.edge_count += edges.size();
    }
    return out;
}

std::string spell_values(const lowered_model& model, const tables& attributes) {
    const wiring w = wire(model, attributes.rows);
    return fmt::format(
        "    static constexpr tigris::graph<{}, {}, {}> graph{{\n"
        "        .rounds = {},\n        .tensors = {{\n{}        }},\n"
        "        // kind, row of its attributes, first input and count, first output and count\n"
        "        .nodes = {{\n{}        }},\n"
        "        // numbers of tensors: inputs (-1 where one is absent), then outputs\n"
        "        .edges = {{\n{}        }},\n    }};\n",
        model.tensors.size(), model.nodes.size(), w.edge_count, qualified_name(model.rounds),
        spell_tensors(model), w.nodes, w.edges);
}

std::string spell_attributes(const tables& attributes) {
    return fmt::format(
        "    // a comment says whose attributes a row holds\n"
        "    static constexpr tigris::attribute_tables<\n{}>\n    attributes{{\n{}    }};\n",
        attributes.types, attributes.values);
}

}  // namespace

weight_order weight_order_called(std::string_view name) {
    return enumerator_of<weight_order>(name).value_or(weight_order::canonical);
}

std::string spell_dims(const shape& dims) {
    return numbers(std::span(dims.extent, std::size_t(dims.rank)));
}

std::vector<std::string> step_names(const lowered_model& model) {
    std::vector<std::string> names;
    for (const lowered_node& n : model.nodes) names.push_back(n.name);
    return names;
}

std::string spell_graph(const lowered_model& model) {
    const tables attributes = make_tables(model, ops::list{});
    return spell_values(model, attributes) + spell_attributes(attributes);
}

}  // namespace onnx2hpp
