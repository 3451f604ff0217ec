// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/show/boards.hpp>

#include <onnx2hpp/backends.hpp>
#include <onnx2hpp/show/cost/spell_cost.hpp>
#include <onnx2hpp/show/memories.hpp>
#include <onnx2hpp/show/table.hpp>
#include <onnx2hpp/show/units.hpp>

#include <fmt/format.h>

namespace onnx2hpp {
namespace {

std::string spell_time_or_dash(const analysis& a) {
    const std::optional<double> ms = milliseconds_of(a);
    return ms ? fmt::format("{:.{}f}", *ms, *ms < 10 ? 2 : 0) : "-";
}

/// Whether the board holds the plan, and the caller's inputs and outputs beside it.
const char* spell_fit(const board_result& b) {
    if (!b.fits()) return "no";
    return bytes_lacking_for_callers(*b.planned) > 0 ? "no I/O" : "yes";
}

std::vector<std::string> row_of(const board_result& b) {
    if (!b.planned) return {b.board, b.core, "-", "no", "-", "-", "-", "-"};
    return {b.board,
            b.core,
            spell(b.planned->target.backend),
            spell_fit(b),
            spell_or_dash(b.planned->cost.instructions),
            spell_time_or_dash(*b.planned),
            spell_bytes(b.planned->plan.caller_bytes),
            spell_memories(*b.planned)};
}

/// Why a board's line has dashes instead of costs; empty if it has none.
std::string reasons_of_costs(const board_result& b) {
    const missing_costs missing = missing_costs_of(*b.planned);
    if (!missing.instructions.empty())
        return fmt::format("{}: instructions -: {}\n", b.board, missing.instructions);
    if (!missing.milliseconds.empty())
        return fmt::format("{}: ms -: {}\n", b.board, missing.milliseconds);
    return "";
}

/// What inputs and outputs lack beside a plan that fits.
std::string reason_of_edges(const board_result& b) {
    const std::int64_t lacking = b.fits() ? bytes_lacking_for_callers(*b.planned) : 0;
    if (lacking == 0) return "";
    return fmt::format(
        "{}: inputs and outputs do not fit beside the plan: {}; take them row by row (--input "
        "rows), or in the plan (--input arena)\n",
        b.board, spell_lacking(lacking));
}

std::string reason_of(const board_result& b) {
    const std::string costs = b.planned ? reasons_of_costs(b) : "";
    const std::string lack =
        b.fits() ? ""
                 : fmt::format("{}: {}\n", b.board,
                               b.planned ? b.planned->exceeded->sentence : b.refusal);
    return lack + reason_of_edges(b) + costs;
}

}  // namespace

std::string to_text(const std::vector<board_result>& boards) {
    table out({"<board", "<core", "<kernels", "<fits", "instructions", "ms", "I/O",
               "<what the plan takes"});
    std::string reasons;
    for (const board_result& b : boards) {
        out.add(row_of(b));
        reasons += reason_of(b);
    }
    return out.text() + (reasons.empty() ? "" : "\n" + reasons);
}

}  // namespace onnx2hpp
