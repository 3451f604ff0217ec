// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/show/cost/spell_cost.hpp>

#include <onnx2hpp/show/units.hpp>

#include <fmt/format.h>

namespace onnx2hpp {
namespace {

std::string spell_milliseconds(double ms) {
    return fmt::format("{:.{}f} ms", ms, ms < 10 ? 2 : ms < 100 ? 1 : 0);
}

/// The core whose cycles are counted, where that is another one, or how sure the model is.
std::string spell_model(const analysis& a) {
    if (a.cost.cycle_model != a.cost.core)
        return fmt::format(" by the cycles of {}", a.cost.cycle_model);
    return a.cost.cycle_error_percent > 0
               ? fmt::format(" by a model of +-{} %", a.cost.cycle_error_percent)
               : "";
}

std::string reason_of_milliseconds(const analysis& a) {
    if (!a.cost.instructions) return a.cost.reason;
    if (a.cost.cycle_model.empty())
        return fmt::format("there is no cycle model of {}", a.cost.core);
    return a.clock_hz == 0 ? "--board names the clock" : "";
}

std::string spell_time(const analysis& a) {
    if (const std::string reason = reason_of_milliseconds(a); !reason.empty())
        return "milliseconds -: " + reason;
    return fmt::format("{} at {} MHz{}, without wait states",
                       spell_milliseconds(*milliseconds_of(a)), a.clock_hz / 1'000'000,
                       spell_model(a));
}

}  // namespace

std::string spell_machine_code(const analysis& a) {
    if (!a.cost.machine_code.bytes) return "code";
    return fmt::format("about {} of code", spell_bytes(*a.cost.machine_code.bytes));
}

std::string spell_or_dash(std::optional<std::int64_t> count) {
    return count ? spell_count(*count) : "-";
}

std::optional<double> milliseconds_of(const analysis& a) {
    if (!a.cost.cycles || a.clock_hz == 0) return {};
    return double(*a.cost.cycles) / double(a.clock_hz) * 1000;
}

missing_costs missing_costs_of(const analysis& a) {
    return {.instructions = a.cost.instructions ? "" : a.cost.reason,
            .milliseconds = reason_of_milliseconds(a),
            .machine_code = a.cost.machine_code.reason};
}

std::vector<std::string> describe_cost(const analysis& a) {
    if (a.cost.core.empty()) return {};
    if (!a.cost.instructions) return {"instructions -: " + a.cost.reason};
    std::vector<std::string> lines{fmt::format("{} instructions (+-{} %) on {}",
                                               spell_count(*a.cost.instructions),
                                               a.cost.error_percent, a.cost.core)};
    if (a.cost.machine_code.bytes)
        lines[0] +=
            fmt::format("; {} (+-{} %)", spell_machine_code(a), a.cost.machine_code.error_percent);
    lines.push_back(spell_time(a));
    return lines;
}

}  // namespace onnx2hpp
