// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/report/graph.hpp>

#include <onnx2hpp/plan/words.hpp>
#include <onnx2hpp/report/markup.hpp>
#include <onnx2hpp/show/peak.hpp>
#include <onnx2hpp/show/units.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace onnx2hpp {
namespace {

using namespace tigris;
using namespace tigris::planning;

struct graph_frame {
    static constexpr double line_height = 22, column = 40, name_column = 78, width = 1000, top = 24;
    static constexpr double operator_column = name_column + 340, output_column = name_column + 500,
                            kernel_column = name_column + 640, segment_column = name_column + 710;
};

const tensor& output_of(const analysis& a, std::size_t step) {
    return a.model.tensors[std::size_t(a.model.nodes[step].outputs[0])];
}

class graph_drawing : graph_frame {
public:
    graph_drawing(const analysis& a, picture& out) : a_(a), out_(out) {}

    void draw() {
        for (std::size_t s = 0; s < a_.plan.segments.size(); ++s) draw_band(int(s));
        for (const graph_edge& e : find_edges(a_.model))
            if (e.from >= 0) draw_edge(e.from, e.to);
        for (std::size_t i = 0; i < a_.model.nodes.size(); ++i) draw_step(i);
    }

private:
    static double y_of(int step) { return top + line_height * step; }

    /// Steps of a segment follow each other, but for those that only change a shape.
    void draw_band(int segment) {
        int first = -1, last = -1;
        for (std::size_t i = 0; i < a_.plan.steps.size(); ++i) {
            if (a_.plan.steps[i].segment != segment) continue;
            if (first < 0) first = int(i);
            last = int(i);
        }
        if (first < 0) return;
        if (segment % 2 == 0)
            out_.rectangle(0, y_of(first) - 3, width, y_of(last) - y_of(first) + line_height,
                           "band");
        out_.label(width - 6, y_of(first) + 12, "end",
                   fitting(describe_segment(a_, segment), width - 6 - segment_column));
    }

    void draw_edge(int from, int to) {
        const double begin = y_of(from) + 8, end = y_of(to) + 8;
        if (to == from + 1) return out_.line(column, begin, column, end, "edge");
        const double bend = column - std::min(36.0, 8 + 3.0 * (to - from));
        out_.path(fmt::format("M{:.1f} {:.1f} C{:.1f} {:.1f} {:.1f} {:.1f} {:.1f} {:.1f}", column,
                              begin, bend, begin, bend, end, column, end),
                  "edge");
    }

    void draw_step(std::size_t i) {
        const lowered_node& n = a_.model.nodes[i];
        const step_plan& s = a_.plan.steps[i];
        const double y = y_of(int(i));
        const char* operation = operator_name(a_.model, int(i));
        const std::string tooltip = fmt::format("{} ({}): {} MACs, {} kernel", n.name, operation,
                                                s.macs, s.task < 0 ? "no" : spell(s.backend));
        out_.circle(column, y + 8, s.task < 0 ? 3 : 5, s.task < 0 ? "box" : "point", tooltip);
        draw_text(name_column, operator_column, y, n.name);
        draw_text(operator_column, output_column, y, operation);
        draw_text(output_column, kernel_column, y, spell_extents(output_of(a_, i).dims));
        draw_text(kernel_column, segment_column, y, s.task < 0 ? "" : spell(s.backend));
    }

    /// No farther than where the next column begins.
    void draw_text(double from, double to, double y, std::string_view text) {
        constexpr double gap = 8;
        out_.label(from, y + 12, "start", fitting(text, to - from - gap));
    }

    const analysis& a_;
    picture& out_;
};

}  // namespace

std::vector<graph_edge> find_edges(const lowered_model& model) {
    std::vector<int> producers(model.tensors.size(), -1);
    for (std::size_t i = 0; i < model.nodes.size(); ++i)
        for (const int t : model.nodes[i].outputs) producers[std::size_t(t)] = int(i);
    std::vector<graph_edge> edges;
    for (std::size_t i = 0; i < model.nodes.size(); ++i)
        for (std::size_t k = 0; k < model.nodes[i].inputs.size(); ++k) {
            const int t = model.nodes[i].inputs[k];
            if (t < 0 || model.tensors[std::size_t(t)].kind == tensor_kind::constant) continue;
            edges.push_back({producers[std::size_t(t)], int(i), t, int(k)});
        }
    return edges;
}

std::string describe_segment(const analysis& a, int segment) {
    const segment_plan& s = a.plan.segments[std::size_t(segment)];
    std::string out = fmt::format("{} {}", segment, name_of(s.strategy));
    if (s.strips > 1) out += fmt::format(", {} strips", int(s.strips));
    if (s.parts > 1) out += fmt::format(", {} parts", int(s.parts));
    if (s.bottom_up) out += ", bottom-up";
    return out;
}

picture draw_graph(const analysis& a, std::string_view id) {
    picture out(
        id, "Steps and segments",
        fmt::format("{} steps in the order of the run, in {} segments. The table of steps has "
                    "the same names.",
                    a.model.nodes.size(), a.plan.segments.size()),
        graph_frame::width,
        graph_frame::top + graph_frame::line_height * double(a.model.nodes.size()) + 6);
    out.label(graph_frame::name_column, 14, "start", "step");
    out.label(graph_frame::operator_column, 14, "start", "operator");
    out.label(graph_frame::output_column, 14, "start", "output");
    out.label(graph_frame::kernel_column, 14, "start", "kernel");
    out.label(graph_frame::width - 6, 14, "end", "segment");
    graph_drawing(a, out).draw();
    return out;
}

}  // namespace onnx2hpp
