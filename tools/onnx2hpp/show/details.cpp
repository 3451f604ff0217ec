// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/plan/substituted.hpp>
#include <onnx2hpp/plan/words.hpp>
#include <onnx2hpp/show/advice.hpp>
#include <onnx2hpp/show/analysis.hpp>
#include <onnx2hpp/show/cost/spell_cost.hpp>
#include <onnx2hpp/show/peak.hpp>
#include <onnx2hpp/show/table.hpp>
#include <onnx2hpp/show/tensor_memory.hpp>
#include <onnx2hpp/show/units.hpp>
#include <onnx2hpp/two_pass/second_pass.hpp>

#include <onnx2hpp/printable.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace onnx2hpp {
namespace {

using namespace tigris;
using namespace tigris::planning;

constexpr std::size_t name_width = 26;

template <class Number>
std::string spell_number(Number n) {
    return std::to_string(n);
}

std::string spell_cost(std::uint32_t thousandths) {
    return fmt::format("{}.{:03}", thousandths / 1000, thousandths % 1000);
}

/// The memories of a board, and what the plan takes of each.
std::string show_memories(const analysis& a) {
    if (!a.target.memories) return {};
    const char* lasting = a.model.state_count > 0 ? "constants, states" : "constants";
    table out({"<memory", "bytes", "peak", lasting, "read", "write", "<section"});
    for (int r = 0; r < a.target.memories->size(); ++r) {
        const memory_region& m = (*a.target.memories)[r];
        const std::int64_t beside = a.lasting[std::size_t(r)].sum();
        out.add({m.name, spell_number(m.bytes),
                 m.holds_activations() ? spell_number(a.plan.region_bytes[std::size_t(r)] + beside)
                                       : "-",
                 beside > 0 ? spell_number(beside) : "-", spell_cost(m.read_cost),
                 m.is_writable ? spell_cost(m.write_cost) : "-", m.section});
    }
    return "\nmemories: bytes, and cycles for a byte read or written\n" + out.text();
}

using name_list = std::vector<std::string>;

/// Names of all steps, each another one.
name_list step_names(const analysis& a) {
    name_list whole;
    for (const lowered_node& n : a.model.nodes) whole.push_back(printable(n.name));
    return shorten_all(whole, name_width);
}

/// Names of all tensors; no constant takes a name of another tensor.
name_list tensor_names(const analysis& a) {
    name_list whole;
    for (std::size_t i = 0; i < a.model.tensors.size(); ++i)
        whole.push_back(a.model.tensors[i].kind == tensor_kind::constant
                            ? std::string()
                            : printable(a.model.tensor_names[i]));
    return shorten_all(whole, name_width);
}

/// The first and the last step, and how many there are.
std::string show_steps(const analysis& a, const segment_plan& s, const name_list& steps) {
    int first = -1, last = -1, count = 0;
    for (int k = s.begin; k < s.end; ++k) {
        const int step = a.plan.tasks[std::size_t(k)].step;
        if (step < 0) continue;
        if (first < 0) first = step;
        last = step, ++count;
    }
    if (count == 0) return "(only transfers)";
    if (count == 1) return steps[std::size_t(first)];
    return fmt::format("{} .. {} ({})", steps[std::size_t(first)], steps[std::size_t(last)], count);
}

/// How a segment runs: "chain", "chain, 3 strips, bottom-up".
std::string spell_strategy(const segment_plan& s) {
    std::string out = name_of(s.strategy);
    if (s.strips > 1) out += fmt::format(", {} strips", int(s.strips));
    if (s.parts > 1)
        out += fmt::format(", {} parts{}", int(s.parts),
                           s.again   ? " again"
                           : s.keeps ? " kept"
                                     : "");
    if (s.bottom_up) out += ", bottom-up";
    if (s.halo > 0) out += fmt::format(", halo {}", s.halo);
    return out;
}

std::string show_segments(const analysis& a) {
    const name_list steps = step_names(a);
    table out({"segment", "stage", "<strategy", "rows a call", "calls", "MACs twice", "moved",
               "peak", "<steps"});
    for (std::size_t i = 0; i < a.plan.segments.size(); ++i) {
        const segment_plan& s = a.plan.segments[i];
        out.add({spell_number(i), spell_number(s.stage), spell_strategy(s),
                 spell_number(s.tile_height), spell_number(s.calls), spell_count(s.recomputed_macs),
                 spell_number(s.bytes_in + s.bytes_out), spell_number(s.peak_bytes),
                 show_steps(a, s, steps)});
    }
    return "\nsegments: steps that run together. Rows of the last step's output; bytes from and to "
           "slow\nmemory, and of fast memory\n" +
           out.text();
}

std::string spell_place(const target& t, home where, int region, std::int64_t offset, int index) {
    if (where == home::arena) return fmt::format("{} at {}", spell_region(t, region), offset);
    if (where == home::nowhere) return "row sink";
    return where == home::constant ? "flash" : fmt::format("{} {}", spell(where), index);
}

std::string spell_kernel(const analysis& a, const step_plan& s) {
    if (s.task < 0) return "-";
    const kernel_facts& k = a.plan.tasks[std::size_t(s.task)].kernel;
    return std::string(spell(k.backend)) + (k.by_choice ? " by choice" : "");
}

/// A step's share of the instructions of all steps, in percent.
std::string spell_share(const analysis& a, std::size_t step) {
    if (!a.cost.instructions || !a.cost.steps[step]) return "-";
    return spell_percent(double(*a.cost.steps[step]), double(*a.cost.instructions));
}

std::string show_model_steps(const analysis& a) {
    constexpr int bar_of_step = 10;
    const std::int64_t most =
        a.live_bytes.empty() ? 0 : *std::max_element(a.live_bytes.begin(), a.live_bytes.end());
    const name_list steps = step_names(a);
    table out({"step", "<", "<operator", "<output", "<kernel", "MACs", "", "instructions", "",
               "weights", "live", "<"});
    for (std::size_t i = 0; i < a.model.nodes.size(); ++i) {
        const lowered_node& n = a.model.nodes[i];
        const step_plan& s = a.plan.steps[i];
        const std::int64_t live = s.task < 0 ? 0 : a.live_bytes[i];
        out.add({spell_number(i), steps[i], operator_name(a.model, int(i)),
                 spell_extents(a.model.tensors[std::size_t(n.outputs[0])].dims), spell_kernel(a, s),
                 spell_count(s.macs), spell_percent(double(s.macs), double(a.plan.macs)),
                 a.cost.steps.empty() ? "-" : spell_or_dash(a.cost.steps[i]), spell_share(a, i),
                 spell_number(constant_bytes(a.model, n)), spell_number(live),
                 s.task < 0 ? "" : draw_bar(live, most, bar_of_step)});
    }
    const std::string missing = missing_costs_of(a).instructions;
    return "\nsteps: weights and tables in bytes, and bytes of fast memory that are live at their "
           "calls\n" +
           out.text() + (missing.empty() ? "" : "instructions -: " + missing + '\n');
}

std::string show_tasks(const analysis& a) {
    const name_list steps = step_names(a), tensors = tensor_names(a);
    table out({"segment", "<step", "rows a call", "rows", "kept", "bytes a row", "<written to",
               "scratch"});
    for (std::size_t s = 0; s < a.plan.segments.size(); ++s)
        for (int k = a.plan.segments[s].begin; k < a.plan.segments[s].end; ++k) {
            const task_plan& t = a.plan.tasks[std::size_t(k)];
            const buffer_plan& b = a.plan.buffers[std::size_t(t.output)];
            out.add({spell_number(s),
                     t.step >= 0
                         ? steps[std::size_t(t.step)]
                         : fmt::format("{} {}", name_of(t.does), tensors[std::size_t(b.tensor)]),
                     spell_number(t.tile), spell_number(b.height), spell_number(b.rows),
                     spell_number(b.own_row_bytes),
                     spell_place(a.target, b.home, b.region, b.offset + b.slice_offset, b.index),
                     spell_number(t.scratch_bytes)});
        }
    return "\nrows: those of each step's output, and how many of them are kept (a ring)\n" +
           out.text();
}

std::string show_tensors(const analysis& a) {
    const name_list tensors = tensor_names(a);
    table out({"<tensor", "bytes", "<where", "rows kept", "first step", "last step", "<"});
    const auto step = [](int number) { return number < 0 ? "-" : std::to_string(number); };
    for (std::size_t i = 0; i < a.plan.tensors.size(); ++i) {
        const tensor_plan& t = a.plan.tensors[i];
        if (t.home == home::constant) continue;
        out.add({tensors[i], spell_number(t.bytes),
                 spell_place(a.target, t.home, t.region, t.offset, t.index),
                 spell_number(t.ring_rows), step(t.first_step), step(t.last_step),
                 t.spilled ? "spilled" : ""});
    }
    return "\ntensors but constants\n" + out.text();
}

/// The first moves, with the rules that make them. Rules need the whole ids.
std::string show_advice(const analysis& a) {
    constexpr std::size_t most = 10;
    std::vector<advised_move> moves = advise(a);
    if (moves.empty()) return {};
    if (moves.size() > most) moves.resize(most);
    table out({"bytes", "accessed", "<from", "<to", "cycles saved", "a byte", "<tensor"});
    for (const advised_move& m : moves)
        out.add({spell_number(m.bytes), spell_number(m.accessed), spell_region(a.target, m.from),
                 spell_region(a.target, m.to), spell_number(m.saved / 1000),
                 fmt::format("{:.2f}", m.saved_per_byte() / 1000),
                 printable(a.model.tensor_names[std::size_t(m.tensor)])});
    return "\nadvice: tensors that cost least in memory that is free; --place :TENSOR=MEMORY moves "
           "one (docs/how_to/placement.md)\n" +
           out.text();
}

std::string show_totals(const analysis& a) {
    const plan_totals& t = a.plan;
    return fmt::format(
        "\nfast memory: {} bytes ({} with inputs and outputs in the caller's memory), most at step "
        "'{}'\n"
        "slow memory: {} bytes; {} bytes moved in a run\n"
        "flash: {} bytes of weights and tables\n"
        "multiply-accumulates: {}, of which {} recomputed\n"
        "stages: {}; segments: {}; calls: {}\n",
        t.fast_peak_bytes, t.fast_peak_bytes + t.caller_bytes,
        a.model.nodes[std::size_t(t.peak_step)].name, t.slow_peak_bytes, t.slow_traffic_bytes,
        t.flash_bytes, t.macs + t.recomputed_macs, a.recomputed_macs(), t.stage_count,
        t.segment_count, t.calls);
}

/// The steps that the header runs again, and what that costs.
std::string show_second_passes(const analysis& a) {
    const std::vector<std::string> names = names_of_second_passes(a.model);
    if (names.empty()) return {};
    return fmt::format("second passes: {} ({} multiply-accumulates)\n", fmt::join(names, ", "),
                       a.macs_made_again);
}

/// The steps for whose kernels there is no room.
std::string show_substitutes(const analysis& a) {
    std::string out;
    for (const std::string& sentence : describe_substitutes(a.model, a.plan, a.target.backend))
        out += sentence + '\n';
    return out;
}

const char* spell_verdict(const analysis& a) {
    if (a.exceeded)
        return a.may_shrink ? "it does NOT fit; this is the smallest plan without a search\n"
                            : "it does NOT fit; this is the smallest plan\n";
    return a.was_searched ? "it fits, with a hint that --effort found\n" : "it fits\n";
}

}  // namespace

std::string to_details(const analysis& a) {
    return to_title(a) + spell_verdict(a) + show_second_passes(a) + show_substitutes(a) +
           show_memories(a) + show_segments(a) + show_model_steps(a) + show_tasks(a) +
           show_tensors(a) + show_advice(a) + show_totals(a);
}

}  // namespace onnx2hpp
