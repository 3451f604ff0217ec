// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/emit/spell_target.hpp>

#include <onnx2hpp/plan/plan.hpp>
#include <onnx2hpp/plan/words.hpp>
#include <onnx2hpp/two_pass/second_pass.hpp>

#include <fmt/format.h>

namespace onnx2hpp {
namespace {

using namespace tigris;

/// One mode for all, or a list of them.
std::string spell_modes(const std::vector<io>& modes) {
    std::string out;
    for (const io mode : modes)
        out += (out.empty() ? "" : ", ") + std::string(qualified_name(mode));
    return modes.size() == 1 ? out : '{' + out + '}';
}

/// Costs that are not the default: the board's, and what second passes leave to be recomputed.
/// Memories give the cost of a slow byte.
std::string spell_costs(const lowered_model& model, const options& o) {
    const plan_costs costs = costs_left(model, network_of(model), o.costs), defaults{};
    std::string out;
    const auto add = [&out](const char* member, std::uint32_t value, std::uint32_t otherwise) {
        if (value == otherwise) return;
        out += fmt::format("{}.{} = {}", out.empty() ? "" : ", ", member, value);
    };
    add("mac", costs.mac, defaults.mac);
    add("flash_byte", costs.flash_byte, defaults.flash_byte);
    add("recompute_percent", costs.recompute_percent, defaults.recompute_percent);
    return out.empty() ? out : '{' + out + '}';
}

}  // namespace

std::string spell_target(const lowered_model& model, const options& o) {
    std::string out;
    const auto add = [&out](const char* member, const auto& value) {
        out += fmt::format("{}.{} = {}", out.empty() ? "" : ", ", member, value);
    };
    if (o.fast) add("fast", *o.fast);
    if (o.slow) add("slow", *o.slow);
    if (o.flash) add("flash", *o.flash);
    if (o.backend != tigris::portable) add("backend", fmt::format("tigris::{}", spell(o.backend)));
    if (!o.input_modes.empty()) add("input", spell_modes(o.input_modes));
    if (!o.output_modes.empty()) add("output", spell_modes(o.output_modes));
    if (o.memories || o.c || o.states_alignment) add("alignment", o.alignment);
    if (o.workers > 1) add("workers", o.workers);
    if (const std::string costs = spell_costs(model, o); !costs.empty()) add("costs", costs);
    if (o.memories) add("memories", "&memories");
    return "    static constexpr tigris::target default_target{" + out + "};\n";
}

}  // namespace onnx2hpp
