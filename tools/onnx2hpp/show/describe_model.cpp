// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/plan/words.hpp>
#include <onnx2hpp/show/describe.hpp>
#include <onnx2hpp/show/edges.hpp>
#include <onnx2hpp/show/table.hpp>
#include <onnx2hpp/show/units.hpp>

#include <tigris/model/state.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace onnx2hpp {
namespace {

using namespace tigris;

constexpr std::size_t edge_columns = summary_columns - title_width;

text_lines edge_lines(const analysis& a, const std::vector<int>& all, const io_modes& modes,
                      std::size_t most) {
    const std::vector<int> edges = own_edges(a.model, all);
    if (edges.empty()) return {"none"};
    text_lines out;
    const std::size_t shown =
        edges.size() > most ? std::max<std::size_t>(most - 1, 1) : edges.size();
    for (std::size_t i = 0; i < shown; ++i)
        out.push_back(describe_edge(a.model, edges[i], modes[int(i)], edge_columns));
    if (shown < edges.size())
        out.push_back(fmt::format("and {} more; --details shows them", edges.size() - shown));
    return out;
}

matter describe_edges(const char* title, const text_lines& lines) {
    return {title, {{worth::edges, lines}}};
}

std::string first_edge(const analysis& a, const std::vector<int>& all, const io_modes& modes) {
    const std::vector<int> edges = own_edges(a.model, all);
    if (edges.empty()) return "none";
    const std::string others =
        edges.size() == 1 ? "" : fmt::format("; and {} more", edges.size() - 1);
    return describe_edge(a.model, edges[0], modes[0], edge_columns - others.size()) + others;
}

constexpr std::size_t most_edges = 2;

}  // namespace

std::string describe_model(const analysis& a, const std::string& more) {
    const std::string rest =
        fmt::format(": {}, {} multiply-accumulates (MACs), {} kernels{}",
                    spell_step_count(a.model.nodes.size()), spell_count(a.model_macs()),
                    spell(a.target.backend), more);
    return shorten(a.model.name, summary_columns - rest.size()) + rest;
}

matter describe_inputs(const analysis& a) {
    return describe_edges("input", edge_lines(a, a.model.inputs, a.target.input, most_edges));
}

matter describe_outputs(const analysis& a) {
    return describe_edges("output", edge_lines(a, a.model.outputs, a.target.output, most_edges));
}

std::string describe_first_input(const analysis& a) {
    return first_edge(a, a.model.inputs, a.target.input);
}

std::string describe_first_output(const analysis& a) {
    return first_edge(a, a.model.outputs, a.target.output);
}

matter describe_states(const analysis& a) {
    const std::size_t count = a.model.state_count;
    if (count == 0) return {};
    return {"state", items_of(worth::facts,
                              {fmt::format("{} tensor{}, {}, kept from run to run{}", count,
                                           count == 1 ? "" : "s", spell_bytes(a.plan.state_bytes),
                                           a.target.memories ? "" : " beside fast memory")})};
}

matter describe_stream(const analysis& a) {
    if (a.model.stream_frames == 0) return {};
    const tigris::stream moves{a.model.stream_frames, a.model.stream_window};
    return {"stream", items_of(worth::facts,
                               {fmt::format("each run gets {} of {} rows; outputs are valid from "
                                            "run {} on",
                                            moves.frames, moves.window, moves.runs_to_fill())})};
}

matter describe_removed(const analysis& a) {
    const removed_channels& gone = a.model.removed;
    if (gone.channels == 0) return {};
    return {"removed", items_of(worth::facts, {fmt::format("{} of {} channels that cannot change "
                                                           "an output ({} of {} weights)",
                                                           gone.channels, gone.of_channels,
                                                           gone.weights, gone.of_weights)})};
}

}  // namespace onnx2hpp
