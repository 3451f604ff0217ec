// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/show/call.hpp>
#include <onnx2hpp/show/cost/spell_cost.hpp>
#include <onnx2hpp/show/describe.hpp>
#include <onnx2hpp/show/memories.hpp>
#include <onnx2hpp/show/summary.hpp>

#include <fmt/format.h>

#include <iterator>

namespace onnx2hpp {
namespace {

std::string as_text(const text_lines& all) {
    std::string out;
    for (const std::string& line : all) out += line + '\n';
    return out;
}

/// A matter for each memory.
std::vector<matter> matters_of_memories(const analysis& a, bool colored) {
    std::vector<matter> out;
    for (const memory_line& line : describe_memories(a, colored)) {
        out.push_back({line.name, items_of(worth::verdict, {line.text})});
        if (!line.remark.empty()) out.back().items.push_back({worth::remark, {line.remark}});
    }
    return out;
}

/// Costs, and why some are not known.
matter matter_of_costs(const analysis& a) {
    matter out{"cost", items_of(worth::remark, describe_cost(a))};
    if (!out.items.empty()) out.items.front().value = worth::cost;
    return out;
}

std::vector<matter> matters_of(const analysis& a, bool colored) {
    std::vector<matter> out{describe_inputs(a), describe_outputs(a), describe_stream(a),
                            describe_states(a), describe_removed(a)};
    std::vector<matter> memories = matters_of_memories(a, colored);
    out.insert(out.end(), std::move_iterator(memories.begin()), std::move_iterator(memories.end()));
    out.insert(out.end(), {{"plan", items_of(worth::kind, {describe_kind(a)})},
                           describe_workers(a),
                           matter_of_costs(a),
                           describe_peak(a),
                           describe_alternatives(a, "less"),
                           describe_alternatives(a, "I/O"),
                           describe_alternatives(a, "more"),
                           describe_findings(a)});
    return out;
}

std::string titled(const char* title, const std::string& line) {
    return fmt::format("{:<{}}{}", title, title_width, line);
}

std::string spell_removed(const analysis& a) {
    const std::int64_t channels = a.model.removed.channels;
    return channels == 0 ? "" : fmt::format("; {} dead channels removed", channels);
}

}  // namespace

std::string to_summary(const analysis& a, bool colored) {
    return describe_model(a) + '\n' +
           as_text(joined(matters_of(a, colored), most_summary_lines - 1));
}

std::string to_short_summary(const analysis& a) {
    return as_text({describe_model(a, spell_removed(a)), titled("input", describe_first_input(a)),
                    titled("output", describe_first_output(a)), titled("memory", spell_memories(a)),
                    titled("plan", describe_kind(a))}) +
           spell_call(a);
}

}  // namespace onnx2hpp
