// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/show/describe.hpp>
#include <onnx2hpp/show/summary.hpp>
#include <onnx2hpp/show/units.hpp>

#include <fmt/format.h>

#include <cstdlib>

namespace onnx2hpp {
namespace {

/// What a run of the plan takes more than one that computes everything once, in fast memory.
std::string spell_price(const analysis& a, const alternative& other) {
    text_lines costs;
    if (other.recomputed_macs > 0)
        costs.push_back(fmt::format(
            "+{} MACs", spell_percent(double(other.recomputed_macs), double(a.model_macs()))));
    if (other.slow_traffic_bytes > 0)
        costs.push_back(spell_bytes(other.slow_traffic_bytes) + " moved in a run");
    return costs.empty() ? "nothing computed twice" : fmt::format("{}", fmt::join(costs, ", "));
}

/// What an alternative is for: less fast memory, less memory of inputs, or less work.
std::string_view title_of(const analysis& a, const alternative& other) {
    if (other.kind == alternative_kind::undoubled) return "more";
    return other.fast_bytes > a.plan.fast_peak_bytes ? "I/O" : "less";
}

/// "11844 bytes (8336 less)": a budget, and what it is beside the bytes of the plan.
std::string spell_budget_beside(const analysis& a, std::int64_t fast) {
    const std::int64_t less = a.plan.fast_peak_bytes - fast;
    std::string bytes = fmt::format("{} bytes", fast);
    if (less == 0) return bytes;
    return fmt::format("{} ({} {})", bytes, std::abs(less), less < 0 ? "more" : "less");
}

}  // namespace

std::string describe_alternative(const analysis& a, const alternative& other) {
    const std::string fast = spell_budget_beside(a, other.fast_bytes);
    switch (other.kind) {
        case alternative_kind::smallest:
            return fast + ": the smallest plan without a search, " + spell_price(a, other);
        case alternative_kind::slow_memory:
            return fmt::format("{}: with {} bytes of slow memory, {}", fast, other.slow_bytes,
                               spell_price(a, other));
        case alternative_kind::row_inputs:
            return fmt::format("{}, and {} less for I/O: --input rows, {}", fast,
                               spell_bytes(a.plan.caller_bytes - other.caller_bytes),
                               spell_price(a, other));
        case alternative_kind::undoubled: break;
    }
    return fast + ": nothing is computed twice, and nothing moved";
}

matter describe_alternatives(const analysis& a, std::string_view title) {
    text_lines found;
    for (const alternative& other : a.alternatives)
        if (title_of(a, other) == title) found.push_back(describe_alternative(a, other));
    return {std::string(title), items_of(title == "I/O" ? worth::io_remedy : worth::remedy, found)};
}

}  // namespace onnx2hpp
