// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/show/memories.hpp>

#include <onnx2hpp/printable.hpp>
#include <onnx2hpp/show/cost/spell_cost.hpp>
#include <onnx2hpp/show/table.hpp>
#include <onnx2hpp/show/units.hpp>

#include <fmt/color.h>
#include <fmt/format.h>

#include <tigris/planning/banks.hpp>

namespace onnx2hpp {
namespace {

using namespace tigris;
using namespace tigris::planning;

constexpr int bar_width = 24;

/// What a memory holds: `bytes` of `budget` (unlimited: none was given).
struct memory_use {
    std::string name;
    std::int64_t bytes = 0;
    std::uint64_t budget = unlimited;
    std::string what;
    bool is_planned = false;  // holds what planners put there
};

/// The color of a bar, of the 16 colors that every terminal has in the user's shades.
fmt::terminal_color color_of(std::int64_t bytes, std::int64_t budget) {
    if (bytes > budget) return fmt::terminal_color::red;
    return bytes > budget / 10 * 9 ? fmt::terminal_color::yellow : fmt::terminal_color::green;
}

std::string draw_use(const memory_use& use, bool colored) {
    const std::int64_t budget = signed_bytes(use.budget);
    const std::string bar = draw_bar(use.bytes, budget, bar_width);
    return colored ? fmt::format("{}", fmt::styled(bar, fmt::fg(color_of(use.bytes, budget))))
                   : bar;
}

bool has_budget(const memory_use& use) { return use.budget != unlimited && use.budget > 0; }

bool is_exceeded(const memory_use& use) {
    return has_budget(use) && use.bytes > signed_bytes(use.budget);
}

std::string spell_rest(const memory_use& use) { return use.what.empty() ? "" : "; " + use.what; }

std::string spell_verdict(const memory_use& use) {
    const std::int64_t lacking = use.bytes - signed_bytes(use.budget);
    return lacking > 0 ? "does NOT fit: " + spell_lacking(lacking) : "fits" + spell_rest(use);
}

std::string describe(const memory_use& use, std::size_t title_width, bool colored) {
    const std::string name = fmt::format("{:<{}}", shorten(use.name, title_width - 1), title_width);
    if (!has_budget(use)) return name + spell_bytes(use.bytes) + spell_rest(use);
    return fmt::format("{}{} {:>5}  {} of {}, {}", name, draw_use(use, colored),
                       spell_percent(double(use.bytes), double(use.budget)), spell_bytes(use.bytes),
                       spell_bytes(signed_bytes(use.budget)), spell_verdict(use));
}

std::string spell_callers_share(const analysis& a) {
    if (a.plan.caller_bytes == 0) return "";
    return spell_bytes(a.plan.caller_bytes) + " more for I/O" +
           (has_room_for_callers(a) ? "" : ": no room");
}

/// What --compress leaves out of flash.
std::string spell_saved(const analysis& a) {
    const std::int64_t saved = saved_bytes(a.model);
    return saved == 0 ? "" : fmt::format("; {} less by --compress", spell_bytes(saved));
}

/// The memories of the short form of a target.
std::vector<memory_use> uses_of_spaces(const analysis& a) {
    const target& t = a.target;
    std::vector<memory_use> uses{
        {"fast", a.plan.fast_peak_bytes, t.fast, spell_callers_share(a), true}};
    if (t.slow > 0 || a.plan.slow_peak_bytes > 0)
        uses.push_back({"slow", a.plan.slow_peak_bytes, t.slow, "", true});
    uses.push_back({"flash", a.plan.flash_bytes, t.flash,
                    "weights and tables, without code" + spell_saved(a)});
    return uses;
}

/// What -m, or else constants and states, leave of a board's fast memory, where that is less than
/// the board has.
void add_limit(const analysis& a, std::vector<memory_use>& uses) {
    if (a.target.fast < resolve({.memories = a.target.memories}, 1).fast)
        uses.push_back(
            {a.is_limited ? "-m" : "left", a.plan.fast_peak_bytes, a.target.fast, "", true});
}

/// The memories of a board that hold something. -f may say otherwise how much constants may take.
std::vector<memory_use> uses_of_regions(const analysis& a) {
    std::vector<memory_use> uses;
    for (int r = 0; r < a.target.memories->size(); ++r) {
        const memory_region& m = (*a.target.memories)[r];
        const lasting_bytes& lasting = a.lasting[std::size_t(r)];
        std::int64_t bytes = lasting.sum();
        if (m.holds_activations()) bytes += a.plan.region_bytes[std::size_t(r)];
        if (r == a.constants_region) bytes = std::max(bytes, a.plan.flash_bytes);
        if (bytes == 0) continue;
        const bool is_flash = r == a.constants_region && !m.holds_activations();
        uses.push_back({printable(m.name), bytes, is_flash ? a.target.flash : m.bytes,
                        r == a.constants_region ? "and " + spell_machine_code(a) + spell_saved(a)
                        : uses.empty()          ? spell_callers_share(a)
                                                : "",
                        m.holds_activations()});
    }
    add_limit(a, uses);
    return uses;
}

std::vector<memory_use> uses_of(const analysis& a) {
    return a.target.memories ? uses_of_regions(a) : uses_of_spaces(a);
}

std::string spell_use(const memory_use& use) {
    std::string bytes = fmt::format("{} {}", use.name, spell_bytes(use.bytes));
    if (!has_budget(use)) return bytes;
    return fmt::format("{} of {} ({})", bytes, spell_bytes(signed_bytes(use.budget)),
                       spell_percent(double(use.bytes), double(use.budget)));
}

}  // namespace

bool has_room_for_callers(const analysis& a) {
    if (!a.target.memories) return true;
    std::int64_t left = 0;
    for (int r = 0; r < a.target.memories->size(); ++r) {
        const memory_region& m = (*a.target.memories)[r];
        if (!m.is_writable) continue;
        left += std::int64_t(m.bytes) - a.lasting[std::size_t(r)].sum() -
                a.plan.region_bytes[std::size_t(r)];
    }
    return a.plan.caller_bytes <= left;
}

std::vector<std::string> describe_memories(const analysis& a, std::size_t title_width,
                                           bool colored) {
    std::vector<std::string> out;
    for (const memory_use& use : uses_of(a)) {
        out.push_back(describe(use, title_width, colored));
        if (a.may_shrink && use.is_planned && is_exceeded(use))
            out.push_back(std::string(title_width, ' ') + "by the smallest plan without a search");
    }
    return out;
}

std::string spell_memories(const analysis& a) {
    std::vector<std::string> out;
    for (const memory_use& use : uses_of(a)) out.push_back(spell_use(use));
    const bool lies_beside = a.model.state_count > 0 && !a.target.memories;
    if (lies_beside) out.push_back("state " + spell_bytes(a.plan.state_bytes));
    return fmt::format("{}", fmt::join(out, ", "));
}

}  // namespace onnx2hpp
