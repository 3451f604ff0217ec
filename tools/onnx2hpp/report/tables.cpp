// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/report/tables.hpp>

#include <onnx2hpp/element_names.hpp>
#include <onnx2hpp/plan/words.hpp>
#include <onnx2hpp/show/kind_name.hpp>
#include <onnx2hpp/show/tensor_memory.hpp>
#include <onnx2hpp/show/units.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace onnx2hpp {
namespace {

using namespace tigris;
using namespace tigris::planning;

template <class Number>
std::string spell_number(Number n) {
    return std::to_string(n);
}

std::string spell_budget(std::uint64_t bytes) {
    return bytes == unlimited ? "unlimited" : std::to_string(bytes);
}

std::string spell_home(const analysis& a, const tensor_plan& t) {
    if (t.home == home::arena) return spell_region(a.target, t.region);
    return t.home == home::nowhere ? "row sink" : spell(t.home);
}

std::string spell_quantization(const tensor& t) {
    if (!is_quantized(t)) return "-";
    return fmt::format("{:.4g}, {}", t.quant.scale, t.quant.zero_point);
}

}  // namespace

report_table table_of_holders(const peak_holders& peak) {
    constexpr std::size_t most = 10;
    report_table out{
        "Who holds fast memory then, by the step that makes it", {"<step", "bytes"}, {}};
    for (std::size_t i = 0; i < std::min(peak.steps.size(), most); ++i)
        out.rows.push_back({peak.steps[i].name, spell_number(peak.steps[i].bytes)});
    return out;
}

report_table table_of_memories(const analysis& a) {
    report_table out{"Memories, in bytes", {"<memory", "budget", "plan", "constants, states"}, {}};
    for (int r = 0; r < int(a.plan.region_bytes.size()); ++r) {
        const std::uint64_t budget = a.target.memories ? (*a.target.memories)[r].bytes
                                     : r == slow_space ? a.target.slow
                                                       : a.target.fast;
        if (budget == 0) continue;
        const std::int64_t lasting =
            std::size_t(r) < a.lasting.size() ? a.lasting[std::size_t(r)].sum() : 0;
        out.rows.push_back(
            {spell_region(a.target, r), spell_budget(budget),
             spell_number(a.plan.region_bytes[std::size_t(r)]),
             spell_number(r == a.constants_region ? std::max(lasting, a.plan.flash_bytes)
                                                  : lasting)});
    }
    if (a.constants_region < 0)
        out.rows.push_back(
            {"flash", spell_budget(a.target.flash), spell_number(a.plan.flash_bytes), "-"});
    out.rows.push_back(
        {"inputs and outputs in your memory", "-", spell_number(a.plan.caller_bytes), "-"});
    return out;
}

report_table table_of_steps(const analysis& a) {
    report_table out{"Steps, in the order of the run",
                     {"step", "<name", "<operator", "<output", "<type", "<kernel", "segment",
                      "rows a call", "MACs", "share", "weights", "live bytes", "working memory"},
                     {}};
    for (std::size_t i = 0; i < a.model.nodes.size(); ++i) {
        const lowered_node& n = a.model.nodes[i];
        const step_plan& s = a.plan.steps[i];
        const tensor& made = a.model.tensors[std::size_t(n.outputs[0])];
        const bool runs = s.task >= 0;
        out.rows.push_back({spell_number(i), n.name, operator_name(a.model, int(i)),
                            spell_extents(made.dims), element_name(made.type),
                            runs ? spell(s.backend) : "-", runs ? spell_number(s.segment) : "-",
                            spell_number(s.tile), spell_number(s.macs),
                            spell_percent(double(s.macs), double(a.plan.macs)),
                            spell_number(constant_bytes(a.model, n)),
                            spell_number(runs && i < a.live_bytes.size() ? a.live_bytes[i] : 0),
                            spell_number(s.scratch_bytes)});
    }
    return out;
}

report_table table_of_segments(const analysis& a) {
    report_table out{"Segments: steps that run together",
                     {"segment", "stage", "<strategy", "<direction", "tasks", "rows a call",
                      "strips", "parts", "calls", "MACs twice", "bytes moved", "peak bytes"},
                     {}};
    for (std::size_t i = 0; i < a.plan.segments.size(); ++i) {
        const segment_plan& s = a.plan.segments[i];
        out.rows.push_back({spell_number(i), spell_number(s.stage), name_of(s.strategy),
                            s.bottom_up ? "bottom-up" : "top-down", spell_number(s.size()),
                            spell_number(s.tile_height), spell_number(int(s.strips)),
                            spell_number(int(s.parts)), spell_number(s.calls),
                            spell_number(s.recomputed_macs), spell_number(s.bytes_in + s.bytes_out),
                            spell_number(s.peak_bytes)});
    }
    return out;
}

report_table table_of_tensors(const analysis& a) {
    report_table out{"Tensors but constants",
                     {"<name", "<kind", "<shape", "<type", "<scale, zero point", "<memory",
                      "offset", "bytes", "rows kept", "first step", "last step"},
                     {}};
    for (std::size_t i = 0; i < a.plan.tensors.size(); ++i) {
        const tensor& info = a.model.tensors[i];
        if (info.kind == tensor_kind::constant) continue;
        const tensor_plan& t = a.plan.tensors[i];
        out.rows.push_back(
            {a.model.tensor_names[i], kind_name(a.model, int(i)), spell_extents(info.dims),
             element_name(info.type), spell_quantization(info), spell_home(a, t),
             t.home == home::arena ? spell_number(t.offset) : "-", spell_number(t.bytes),
             spell_number(t.ring_rows), t.first_step < 0 ? "-" : spell_number(t.first_step),
             t.last_step < 0 ? "-" : spell_number(t.last_step)});
    }
    return out;
}

report_table table_of_constants(const analysis& a) {
    report_table out{"Constants", {"<name", "<shape", "<type", "bytes", "<memory"}, {}};
    for (std::size_t i = 0; i < a.model.tensors.size(); ++i) {
        const tensor& info = a.model.tensors[i];
        if (info.kind != tensor_kind::constant) continue;
        out.rows.push_back({a.model.tensor_names[i], spell_extents(info.dims),
                            element_name(info.type), spell_number(bytes_of(info)),
                            region_of_constant(a, info.index)});
    }
    return out;
}

report_table table_of_budgets(const std::vector<swept_budget>& curve) {
    report_table out{"Budgets of fast memory, in bytes",
                     {"budget", "<fits", "slow memory", "moved", "MACs twice", "calls"},
                     {}};
    for (const swept_budget& b : curve) {
        if (b.plan)
            out.rows.push_back({spell_number(b.fast), "yes", spell_number(b.plan->slow_peak_bytes),
                                spell_number(b.plan->slow_traffic_bytes),
                                spell_number(b.recomputed_macs()), spell_number(b.plan->calls)});
        else
            out.rows.push_back({spell_number(b.fast), "no", "-", "-", "-", "-"});
    }
    return out;
}

}  // namespace onnx2hpp
