// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/plan/substituted.hpp>
#include <onnx2hpp/plan/words.hpp>
#include <onnx2hpp/printable.hpp>
#include <onnx2hpp/show/advice.hpp>
#include <onnx2hpp/show/call.hpp>
#include <onnx2hpp/show/columns.hpp>
#include <onnx2hpp/show/cost/spell_cost.hpp>
#include <onnx2hpp/show/edges.hpp>
#include <onnx2hpp/show/memories.hpp>
#include <onnx2hpp/show/peak.hpp>
#include <onnx2hpp/show/summary.hpp>
#include <onnx2hpp/show/table.hpp>
#include <onnx2hpp/show/units.hpp>

#include <tigris/model/state.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace onnx2hpp {
namespace {

using namespace tigris;
using namespace tigris::planning;

using lines = std::vector<std::string>;

constexpr std::size_t title_width = 9;
constexpr std::size_t most_holders = 3;
constexpr std::size_t step_width = 24;

/// The lines of one matter: its title before the first.
lines under(std::string_view title, lines of) {
    for (std::size_t i = 0; i < of.size(); ++i)
        of[i] = fmt::format("{:<{}}{}", i == 0 ? title : "", title_width, of[i]);
    return of;
}

/// The most bytes of a line before a comma, colon or semicolon that fit, or 0.
std::size_t place_of_break(std::string_view line) {
    std::size_t found = 0;
    for (std::size_t i = title_width; i + 1 < line.size(); ++i) {
        const bool may_break =
            line[i + 1] == ' ' && std::string_view(",:;").find(line[i]) != std::string_view::npos;
        if (may_break && display_columns(line.substr(0, i + 1)) <= summary_columns) found = i + 1;
    }
    return found;
}

/// Lines `of`, with long lines continued below themselves.
lines broken(const lines& of) {
    lines out;
    for (std::string line : of) {
        while (display_columns(line) > summary_columns) {
            const std::size_t end = place_of_break(line);
            if (end == 0) break;
            out.push_back(line.substr(0, end));
            line = std::string(title_width, ' ') + line.substr(end + 1);
        }
        out.push_back(std::move(line));
    }
    return out;
}

std::string describe_model(const analysis& a) {
    return fmt::format("{}: {}, {} multiply-accumulates (MACs), {} kernels", a.model.name,
                       spell_step_count(a.model.nodes.size()), spell_count(a.model_macs()),
                       spell(a.target.backend));
}

/// Lines for the caller's own inputs or outputs, without states.
lines describe_edges(const analysis& a, const std::vector<int>& all, const io_modes& modes,
                     std::string_view title, std::size_t most) {
    const std::vector<int> edges = own_edges(a.model, all);
    if (edges.empty()) return under(title, {"none"});
    lines out;
    const std::size_t shown =
        edges.size() > most ? std::max<std::size_t>(most - 1, 1) : edges.size();
    for (std::size_t i = 0; i < shown; ++i)
        out.push_back(
            describe_edge(a.model, edges[i], modes[int(i)], summary_columns - title_width));
    if (shown < edges.size())
        out.push_back(fmt::format("and {} more; --details shows them", edges.size() - shown));
    return under(title, std::move(out));
}

/// The first of the inputs or outputs in one line, with the number of the others.
std::string first_edge(const analysis& a, const std::vector<int>& all, const io_modes& modes,
                       std::string_view title) {
    const std::vector<int> edges = own_edges(a.model, all);
    if (edges.empty()) return under(title, {"none"})[0];
    const std::string others =
        edges.size() == 1 ? "" : fmt::format("; and {} more", edges.size() - 1);
    const std::size_t columns = summary_columns - title_width - others.size();
    return under(title, {describe_edge(a.model, edges[0], modes[0], columns) + others})[0];
}

lines describe_states(const analysis& a) {
    const std::size_t count = a.model.state_count;
    if (count == 0) return {};
    return under("state", {fmt::format("{} tensor{}, {}, kept from run to run{}", count,
                                       count == 1 ? "" : "s", spell_bytes(a.plan.state_bytes),
                                       a.target.memories ? "" : " beside fast memory")});
}

lines describe_stream(const lowered_model& m) {
    if (m.stream_frames == 0) return {};
    const tigris::stream moves{m.stream_frames, m.stream_window};
    return under("stream",
                 {fmt::format("each run gets {} of {} rows; outputs are valid from run {} "
                              "on",
                              moves.frames, moves.window, moves.runs_to_fill())});
}

lines describe_removed(const analysis& a) {
    const removed_channels& gone = a.model.removed;
    if (gone.channels == 0) return {};
    return under("removed",
                 {fmt::format("{} of {} channels that cannot change an output ({} of {} weights)",
                              gone.channels, gone.of_channels, gone.weights, gone.of_weights)});
}

// What kind of plan it is.

/// The number of steps whose segments run row by row. A view, such as a Reshape, belongs to no
/// segment.
std::ptrdiff_t count_streamed_steps(const owned_plan& plan) {
    return std::count_if(plan.steps.begin(), plan.steps.end(), [&](const step_plan& s) {
        return s.segment >= 0 && plan.segments[std::size_t(s.segment)].strategy != strategy::whole;
    });
}

std::string describe_plan(const analysis& a) {
    const std::ptrdiff_t streamed = count_streamed_steps(a.plan);
    std::string out = streamed == 0 ? "whole: each step computes all its rows at once"
                                    : fmt::format("streamed: {} of {} steps run row by row",
                                                  streamed, a.plan.steps.size());
    const std::int64_t twice = a.recomputed_macs();
    out += twice == 0 ? "; nothing is computed twice"
                      : fmt::format("; recomputed: +{} MACs",
                                    spell_percent(double(twice), double(a.model_macs())));
    if (a.plan.slow_traffic_bytes > 0)
        out += fmt::format("; {} moved in a run", spell_bytes(a.plan.slow_traffic_bytes));
    return out;
}

lines describe_workers(const analysis& a) {
    if (a.target.workers == 1) return {};
    std::int64_t scratch = 0;
    std::size_t shared = 0;
    for (const task_plan& t : a.plan.tasks) {
        if (t.workers == 1) continue;
        ++shared;
        scratch = std::max(scratch, t.scratch_bytes / t.workers);
    }
    return under(
        "workers",
        {fmt::format("2 share the rows of {} steps: {} of the MACs; {} more scratch", shared,
                     spell_percent(double(a.plan.shared_macs), double(a.plan.macs)),
                     spell_bytes(scratch))});
}

// Who holds memory at the peak.

/// The largest, each with a whole name if a line has room for it.
lines spell_holders(const std::vector<holder>& holders, std::size_t columns) {
    constexpr std::size_t beside = 12;  // bytes, and what makes a cut name unique
    lines names;
    for (std::size_t i = 0; i < std::min(holders.size(), most_holders); ++i)
        names.push_back(printable(holders[i].name));
    names = shorten_all(names, columns - beside);
    for (std::size_t i = 0; i < names.size(); ++i) names[i] += " " + spell_bytes(holders[i].bytes);
    return names;
}

/// The parts, with commas between those of one line.
lines wrapped(const lines& parts, std::size_t columns) {
    lines out;
    for (const std::string& part : parts) {
        const bool has_room =
            !out.empty() && display_columns(out.back()) + display_columns(part) + 2 <= columns;
        if (has_room)
            out.back() += ", " + part;
        else
            out.push_back(part);
    }
    return out;
}

lines describe_largest(const std::vector<holder>& steps, std::size_t columns) {
    constexpr std::string_view title = "largest: ";
    constexpr std::size_t most_lines = 2;
    const std::size_t left = columns - title.size();
    lines out = wrapped(spell_holders(steps, left), left);
    if (out.size() > most_lines) out.resize(most_lines);
    for (std::size_t i = 0; i < out.size(); ++i)
        out[i] = fmt::format("{:<{}}{}", i == 0 ? title : "", title.size(), out[i]);
    return out;
}

/// Rules of placement need whole names: a long one has a line of its own.
lines describe_peak(const analysis& a) {
    constexpr std::size_t columns = summary_columns - title_width;
    const peak_holders peak = find_peak_holders(a);
    if (peak.steps.empty()) return {};
    const std::string live = spell_bytes(peak.bytes) + " live";
    const std::string step = printable(a.model.nodes[std::size_t(peak.step)].name);
    const std::string operators =
        fmt::format("{}", fmt::join(spell_holders(peak.operators, columns), ", "));
    lines out{fmt::format("{}; {} needs most: {}", live, step, operators)};
    if (display_columns(out[0]) > columns)
        out = {live + ": " + operators, "most: " + shorten(step, columns - 6)};
    for (std::string& line : describe_largest(peak.steps, columns)) out.push_back(std::move(line));
    return out;
}

// What would change it.

std::string spell_cost(const analysis& a, const alternative& other) {
    lines costs;
    if (other.recomputed_macs > 0)
        costs.push_back(fmt::format(
            "+{} MACs", spell_percent(double(other.recomputed_macs), double(a.model_macs()))));
    if (other.slow_traffic_bytes > 0)
        costs.push_back(spell_bytes(other.slow_traffic_bytes) + " moved in a run");
    return costs.empty() ? "nothing computed twice" : fmt::format("{}", fmt::join(costs, ", "));
}

/// What an alternative is for: less fast memory, less memory of inputs, or less work.
const char* title_of(const analysis& a, const alternative& other) {
    if (other.kind == alternative_kind::undoubled) return "more";
    return other.fast_bytes > a.plan.fast_peak_bytes ? "I/O" : "less";
}

lines describe_alternatives(const analysis& a, std::string_view title) {
    lines out;
    for (const alternative& other : a.alternatives)
        if (title_of(a, other) == title) out.push_back(describe_alternative(a, other));
    return under(title, std::move(out));
}

// What is worth knowing.

/// Instructions of a step where all are known, else multiply-accumulates.
std::int64_t weight_of(const analysis& a, std::size_t step) {
    return a.cost.instructions ? a.cost.steps[step].value_or(0) : a.plan.steps[step].macs;
}

/// Steps with kernels that every core runs, where the backend has faster ones: how many of the
/// instructions are theirs, and which has most.
lines describe_portable_steps(const analysis& a) {
    if (a.target.backend == portable) return {};
    std::int64_t theirs = 0, most = -1;
    std::size_t count = 0, worst = 0;
    for (std::size_t i = 0; i < a.plan.steps.size(); ++i) {
        const step_plan& s = a.plan.steps[i];
        if (s.task < 0 || a.plan.tasks[std::size_t(s.task)].kernel.backend != portable) continue;
        theirs += weight_of(a, i), ++count;
        if (weight_of(a, i) > most) most = weight_of(a, i), worst = i;
    }
    const std::int64_t all = a.cost.instructions.value_or(a.plan.macs);
    if (theirs * 100 < all * 2) return {};
    const std::string name = shorten(printable(a.model.nodes[worst].name), step_width);
    return {
        fmt::format("{} {} on portable kernels: {} of the {}",
                    count == 1 ? name : fmt::format("{} and {}", name, spell_more_steps(count - 1)),
                    count == 1 ? "contract" : "run", spell_percent(double(theirs), double(all)),
                    a.cost.instructions ? "instructions" : "MACs")};
}

/// The move of a tensor that saves most for each of its bytes, if that is 1 % of the run.
lines describe_advice(const analysis& a) {
    if (a.exceeded) return {};
    const std::vector<advised_move> moves = advise(a);
    if (moves.empty()) return {};
    const advised_move& best = moves.front();
    const std::int64_t cycles = best.saved / 1000;
    if (cycles * 100 < a.cost.cycles.value_or(a.cost.instructions.value_or(0))) return {};
    const std::string name =
        shorten(printable(a.model.tensor_names[std::size_t(best.tensor)]), step_width);
    return {fmt::format("{} in {} instead of {} saves {} cycles; --details has all such moves",
                        name, (*a.target.memories)[best.to].name,
                        (*a.target.memories)[best.from].name, spell_count(cycles))};
}

lines describe_findings(const analysis& a) {
    lines out = describe_portable_steps(a);
    for (std::string& line : describe_advice(a)) out.push_back(std::move(line));
    const std::size_t substitutes = substituted_steps(a.model, a.plan, a.target.backend).size();
    if (substitutes > 0)
        out.push_back(
            fmt::format("another backend's kernels run {}, because working memory is scarce "
                        "(--details)",
                        spell_step_count(substitutes)));
    if (a.target.backend == portable && !a.target.memories)
        out.emplace_back("--backend or --board picks kernels that are made for your core");
    return out;
}

/// The lines of all matters in one, without the last ones of the longest matters where they are
/// too many.
lines joined(std::vector<lines> matters, std::size_t most) {
    for (lines& m : matters) m = broken(m);
    const auto count = [&] {
        std::size_t all = 0;
        for (const lines& m : matters) all += m.size();
        return all;
    };
    while (count() > most)
        std::max_element(matters.begin(), matters.end(), [](const lines& a, const lines& b) {
            return a.size() < b.size();
        })->pop_back();
    lines out;
    for (const lines& m : matters) out.insert(out.end(), m.begin(), m.end());
    return out;
}

std::string as_text(const lines& all) {
    std::string out;
    for (const std::string& line : all) out += line + '\n';
    return out;
}

}  // namespace

std::string describe_alternative(const analysis& a, const alternative& other) {
    const std::int64_t less = a.plan.fast_peak_bytes - other.fast_bytes;
    std::string fast = fmt::format("{} bytes", other.fast_bytes);
    if (less != 0) fast += fmt::format(" ({} {})", std::abs(less), less < 0 ? "more" : "less");
    const std::string bytes = fast + ": ";
    switch (other.kind) {
        case alternative_kind::smallest:
            return bytes + "the smallest plan without a search, " + spell_cost(a, other);
        case alternative_kind::slow_memory:
            return bytes + "with slow memory, " + spell_cost(a, other);
        case alternative_kind::row_inputs:
            return fmt::format("{}, and {} less for I/O: --input rows, {}", fast,
                               spell_bytes(a.plan.caller_bytes - other.caller_bytes),
                               spell_cost(a, other));
        case alternative_kind::undoubled: break;
    }
    return bytes + "nothing is computed twice, and nothing moved";
}

std::string to_summary(const analysis& a, bool colored) {
    constexpr std::size_t most_edges = 2;
    return as_text(
        joined({{describe_model(a)},
                describe_edges(a, a.model.inputs, a.target.input, "input", most_edges),
                describe_edges(a, a.model.outputs, a.target.output, "output", most_edges),
                describe_stream(a.model),
                describe_states(a),
                describe_removed(a),
                describe_memories(a, title_width, colored),
                under("plan", {describe_plan(a)}),
                describe_workers(a),
                under("cost", describe_cost(a)),
                under("peak", describe_peak(a)),
                describe_alternatives(a, "less"),
                describe_alternatives(a, "I/O"),
                describe_alternatives(a, "more"),
                under("note", describe_findings(a))},
               most_summary_lines));
}

std::string to_short_summary(const analysis& a) {
    lines all{describe_model(a), first_edge(a, a.model.inputs, a.target.input, "input"),
              first_edge(a, a.model.outputs, a.target.output, "output")};
    for (const std::string& line : describe_removed(a)) all.push_back(line);
    all.push_back(under("memory", {spell_memories(a)})[0]);
    all.push_back(under("plan", {describe_plan(a)})[0]);
    return as_text(all) + spell_call(a);
}

}  // namespace onnx2hpp
