// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/printable.hpp>
#include <onnx2hpp/show/columns.hpp>
#include <onnx2hpp/show/describe.hpp>
#include <onnx2hpp/show/peak.hpp>
#include <onnx2hpp/show/table.hpp>
#include <onnx2hpp/show/units.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace onnx2hpp {
namespace {

constexpr std::size_t most_holders = 3;
constexpr std::size_t peak_columns = summary_columns - title_width;

/// The largest, each with a whole name if a line has room for it.
text_lines spell_holders(const std::vector<holder>& holders, std::size_t columns) {
    constexpr std::size_t beside = 12;  // bytes, and what makes a cut name unique
    text_lines names;
    for (std::size_t i = 0; i < std::min(holders.size(), most_holders); ++i)
        names.push_back(printable(holders[i].name));
    names = shorten_all(names, columns - beside);
    for (std::size_t i = 0; i < names.size(); ++i) names[i] += " " + spell_bytes(holders[i].bytes);
    return names;
}

/// The parts, with commas between those of one line.
text_lines wrapped(const text_lines& parts, std::size_t columns) {
    text_lines out;
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

text_lines describe_largest(const std::vector<holder>& steps) {
    constexpr std::string_view title = "largest: ";
    constexpr std::size_t most_lines = 2;
    const std::size_t left = peak_columns - title.size();
    text_lines out = wrapped(spell_holders(steps, left), left);
    if (out.size() > most_lines) out.resize(most_lines);
    for (std::size_t i = 0; i < out.size(); ++i)
        out[i] = fmt::format("{:<{}}{}", i == 0 ? title : "", title.size(), out[i]);
    return out;
}

/// Whether what the line names adds up to more than is live at a time.
bool overlap(const peak_holders& peak) {
    std::int64_t bytes = 0;
    for (std::size_t i = 0; i < std::min(peak.operators.size(), most_holders); ++i)
        bytes += peak.operators[i].bytes;
    return bytes > peak.bytes;
}

text_lines describe_operators(const analysis& a, const peak_holders& peak) {
    const std::string live = spell_bytes(peak.bytes) + " live";
    const std::string step = printable(a.model.nodes[std::size_t(peak.step)].name);
    const std::string operators =
        fmt::format("{}{}", fmt::join(spell_holders(peak.operators, peak_columns), ", "),
                    overlap(peak) ? " (they overlap)" : "");
    const std::string line = fmt::format("{}; {} needs most: {}", live, step, operators);
    if (display_columns(line) <= peak_columns) return {line};
    return {live + ": " + operators, "most: " + shorten(step, peak_columns - 6)};
}

}  // namespace

matter describe_peak(const analysis& a) {
    const peak_holders peak = find_peak_holders(a);
    if (peak.steps.empty()) return {};
    return {"peak",
            {{worth::verdict, describe_operators(a, peak)},
             {worth::verdict, describe_largest(peak.steps)}}};
}

}  // namespace onnx2hpp
