// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/report/graph.hpp>

#include <onnx2hpp/plan/words.hpp>
#include <onnx2hpp/report/markup.hpp>
#include <onnx2hpp/show/peak.hpp>
#include <onnx2hpp/show/units.hpp>

#include <fmt/format.h>

namespace onnx2hpp {
namespace {

using namespace tigris;

std::string step_in_dot(const analysis& a, int step) {
    const planning::step_plan& s = a.plan.steps[std::size_t(step)];
    return fmt::format(
        "step{} [label=\"{}\\n{}{}\"];\n", step, escape_dot(a.model.nodes[std::size_t(step)].name),
        operator_name(a.model, step), s.task < 0 ? "" : fmt::format(", {}", spell(s.backend)));
}

std::string clusters(const analysis& a) {
    std::string out;
    for (int s = 0; s < int(a.plan.segments.size()); ++s) {
        out += fmt::format("  subgraph cluster{} {{\n    label=\"segment {}\";\n", s,
                           describe_segment(a, s));
        for (std::size_t i = 0; i < a.plan.steps.size(); ++i)
            if (a.plan.steps[i].segment == s) out += "    " + step_in_dot(a, int(i));
        out += "  }\n";
    }
    for (std::size_t i = 0; i < a.plan.steps.size(); ++i)
        if (a.plan.steps[i].segment < 0) out += "  " + step_in_dot(a, int(i));
    return out;
}

/// Inputs and outputs of the model.
std::string ends(const analysis& a) {
    std::string out;
    for (const std::vector<int>* edges : {&a.model.inputs, &a.model.outputs})
        for (const int t : *edges)
            out += fmt::format("  tensor{} [shape=ellipse, label=\"{}\"];\n", t,
                               escape_dot(a.model.tensor_names[std::size_t(t)]));
    return out;
}

std::string label_of_tensor(const analysis& a, int t) {
    return fmt::format("[label=\"{}\"]", spell_extents(a.model.tensors[std::size_t(t)].dims));
}

std::string edges(const analysis& a) {
    std::string out;
    for (const graph_edge& e : find_edges(a.model))
        out += fmt::format("  {}{} -> step{} {};\n", e.from < 0 ? "tensor" : "step",
                           e.from < 0 ? e.tensor : e.from, e.to, label_of_tensor(a, e.tensor));
    for (std::size_t i = 0; i < a.model.nodes.size(); ++i)
        for (const int t : a.model.nodes[i].outputs)
            if (a.model.tensors[std::size_t(t)].kind == tensor_kind::output)
                out += fmt::format("  step{} -> tensor{} {};\n", i, t, label_of_tensor(a, t));
    return out;
}

}  // namespace

std::string graph_as_dot(const analysis& a) {
    return fmt::format(
        "digraph \"{}\" {{\n  graph [fontname=\"sans-serif\", fontsize=9, labeljust=l, "
        "color=gray];\n"
        "  node [shape=box, fontname=\"sans-serif\", fontsize=10];\n"
        "  edge [fontname=\"sans-serif\", fontsize=8];\n{}{}{}}}\n",
        escape_dot(a.model.name), ends(a), clusters(a), edges(a));
}

}  // namespace onnx2hpp
