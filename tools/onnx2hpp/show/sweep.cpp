// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/show/analysis.hpp>
#include <onnx2hpp/show/cost/spell_cost.hpp>
#include <onnx2hpp/show/table.hpp>
#include <onnx2hpp/show/units.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace onnx2hpp {
namespace {

constexpr int bar_of_cost = 20;

constexpr const char* about_search =
    "\nNone of these plans was searched for. A conversion searches: it may cost less, or fit in "
    "less.\n--sweep 16K,32K shows what it finds for these budgets.\n";

std::int64_t most_cost(const analysis& a) {
    std::int64_t most = 0;
    for (const swept_budget& budget : a.sweep)
        if (budget.plan) most = std::max(most, budget.plan->cost);
    return most;
}

/// Says what is lacking to the least that fits.
std::string spell_refusal(const analysis& a, std::uint64_t fast) {
    const std::int64_t least = a.target.slow > 0 ? a.smallest_with_slow : a.smallest_without_slow;
    const std::int64_t lacking = least - tigris::planning::signed_bytes(fast);
    return lacking > 0 ? "no: " + spell_lacking(lacking) : "no";
}

std::vector<std::string> row_of(const analysis& a, const swept_budget& budget, std::int64_t most) {
    const std::string fast = std::to_string(budget.fast);
    if (!budget.plan)
        return {fast, spell_refusal(a, budget.fast), "-", "-", "-", "-", "-", "-", ""};
    const tigris::planning::plan_totals& t = *budget.plan;
    return {
        fast,
        "yes",
        std::to_string(t.fast_peak_bytes),
        std::to_string(t.slow_peak_bytes),
        std::to_string(t.slow_traffic_bytes),
        spell_percent(double(budget.recomputed_macs()), double(t.macs - budget.macs_made_again)),
        std::to_string(t.calls),
        spell_or_dash(budget.instructions),
        draw_bar(t.cost, most, bar_of_cost)};
}

bool has_instructions(const analysis& a) {
    return std::any_of(a.sweep.begin(), a.sweep.end(),
                       [](const swept_budget& b) { return b.instructions.has_value(); });
}

/// Where no core is known, no row tells instructions.
std::vector<std::string> columns_of(const analysis& a, std::vector<std::string> row) {
    constexpr std::ptrdiff_t instructions = 7;
    if (!has_instructions(a)) row.erase(row.begin() + instructions);
    return row;
}

}  // namespace

std::string to_sweep(const analysis& a, bool was_searched) {
    table out(columns_of(a, {"fast memory", "<fits", "peak", "slow memory", "moved", "recomputed",
                             "calls", "instructions", "<overhead"}));
    const std::int64_t most = most_cost(a);
    for (const swept_budget& budget : a.sweep) out.add(columns_of(a, row_of(a, budget, most)));
    return to_title(a) + '\n' + out.text() + (was_searched ? "" : about_search);
}

}  // namespace onnx2hpp
