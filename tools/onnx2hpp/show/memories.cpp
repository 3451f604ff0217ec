// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/show/memories.hpp>

#include <onnx2hpp/printable.hpp>
#include <onnx2hpp/show/cost/spell_cost.hpp>
#include <onnx2hpp/show/table.hpp>
#include <onnx2hpp/show/units.hpp>

#include <fmt/color.h>
#include <fmt/format.h>

#include <tigris/planning/target/banks.hpp>

#include <algorithm>

namespace onnx2hpp {
namespace {

using namespace tigris;
using namespace tigris::planning;

constexpr int bar_width = 24;

/// What a memory holds.
struct memory_use {
    std::string name;
    std::int64_t bytes = 0;            // or, where it is too small, what it would have to hold
    std::uint64_t budget = unlimited;  // unlimited: none was given
    std::string rest{};                // what is to be said where the bytes fit
    bool is_planned = false;           // holds what planners put there
    lacking_memory memory{};           // which one it is
    int region = -1;                   // its number, where it is one of a board's
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

std::string spell_verdict(const memory_use& use) {
    const std::int64_t lacking = use.bytes - signed_bytes(use.budget);
    return lacking > 0 ? "does NOT fit: " + spell_lacking(lacking) : "fits" + use.rest;
}

std::string describe(const memory_use& use, bool colored) {
    if (!has_budget(use)) return spell_bytes(use.bytes) + use.rest;
    return fmt::format("{} {:>5}  {} of {}, {}", draw_use(use, colored),
                       spell_percent(double(use.bytes), double(use.budget)), spell_bytes(use.bytes),
                       spell_bytes(signed_bytes(use.budget)), spell_verdict(use));
}

std::string spell_callers_share(const analysis& a) {
    if (a.plan.caller_bytes == 0) return "";
    const std::string bytes = spell_bytes(a.plan.caller_bytes);
    const std::int64_t lacking = bytes_lacking_for_callers(a);
    if (lacking == 0) return fmt::format("; {} more for I/O", bytes);
    return fmt::format(", but NOT its I/O of {}: {}", bytes, spell_lacking(lacking));
}

/// What --compress leaves out of flash.
std::string spell_saved(const analysis& a) {
    const std::int64_t saved = saved_bytes(a.model);
    return saved == 0 ? "" : fmt::format("; {} less by --compress", spell_bytes(saved));
}

memory_use fast_use(const analysis& a, const char* name) {
    return {.name = name,
            .bytes = a.plan.fast_peak_bytes,
            .budget = a.target.fast,
            .is_planned = true,
            .memory = lacking_memory::fast};
}

memory_use slow_use(const analysis& a) {
    return {.name = "slow",
            .bytes = a.plan.slow_peak_bytes,
            .budget = a.target.slow,
            .is_planned = true,
            .memory = lacking_memory::slow};
}

/// The memories of the short form of a target.
std::vector<memory_use> uses_of_spaces(const analysis& a) {
    std::vector<memory_use> uses{fast_use(a, "fast")};
    uses.front().rest = spell_callers_share(a);
    if (a.target.slow > 0 || a.plan.slow_peak_bytes > 0) uses.push_back(slow_use(a));
    uses.push_back({.name = "flash",
                    .bytes = a.plan.flash_bytes,
                    .budget = a.target.flash,
                    .rest = "; weights and tables, without code" + spell_saved(a),
                    .memory = lacking_memory::flash});
    return uses;
}

/// What -m, or else constants and states, leave of a board's fast memory, where that is less than
/// the board has.
void add_limit(const analysis& a, std::vector<memory_use>& uses) {
    if (a.target.fast < resolve({.memories = a.target.memories}, 1).fast)
        uses.push_back(fast_use(a, a.is_limited ? "-m" : "left"));
}

/// What a board's memory holds: of the plan, and from run to run.
std::int64_t bytes_in(const analysis& a, int region) {
    std::int64_t bytes = a.lasting[std::size_t(region)].sum();
    if ((*a.target.memories)[region].holds_activations())
        bytes += a.plan.region_bytes[std::size_t(region)];
    return region == a.constants_region ? std::max(bytes, a.plan.flash_bytes) : bytes;
}

/// A board's memory. -f may say otherwise how much constants may take.
memory_use use_of_region(const analysis& a, int region) {
    const memory_region& m = (*a.target.memories)[region];
    const bool holds_constants = region == a.constants_region;
    const bool is_flash = holds_constants && !m.holds_activations();
    return {.name = printable(m.name),
            .bytes = bytes_in(a, region),
            .budget = is_flash ? a.target.flash : m.bytes,
            .rest = holds_constants ? "; and " + spell_machine_code(a) + spell_saved(a) : "",
            .is_planned = m.holds_activations(),
            .memory = holds_constants ? lacking_memory::flash : lacking_memory::region,
            .region = region};
}

/// The memories of a board that hold something.
std::vector<memory_use> uses_of_regions(const analysis& a) {
    std::vector<memory_use> uses;
    for (int r = 0; r < a.target.memories->size(); ++r)
        if (bytes_in(a, r) > 0) uses.push_back(use_of_region(a, r));
    const auto first = std::find_if(uses.begin(), uses.end(),
                                    [](const memory_use& use) { return use.is_planned; });
    if (first != uses.end()) first->rest += spell_callers_share(a);
    add_limit(a, uses);
    return uses;
}

/// The only memory of a board that holds blocks of the fast arena, or -1.
int only_fast_region(const analysis& a) {
    int found = -1, count = 0;
    for (int r = 0; a.target.memories && r < a.target.memories->size(); ++r)
        if (lies_in(*a.target.memories, (*a.target.memories)[r], fast_space)) found = r, ++count;
    return count == 1 ? found : -1;
}

bool is_line_of(const memory_lack& lack, const memory_use& use) {
    if (lack.memory == lacking_memory::region) return use.region == lack.region;
    return use.memory == lack.memory;
}

/// The line of the memory that is too small. Where a board's fast or slow memory is several, a line
/// is added.
memory_use& line_of_lack(const analysis& a, std::vector<memory_use>& uses) {
    const memory_lack& lack = *a.exceeded;
    const auto found = std::find_if(uses.begin(), uses.end(),
                                    [&](const memory_use& use) { return is_line_of(lack, use); });
    if (found != uses.end()) return *found;
    const int region = lack.memory == lacking_memory::fast ? only_fast_region(a) : -1;
    for (memory_use& use : uses)
        if (region >= 0 && use.region == region) return use;
    uses.push_back(lack.memory == lacking_memory::slow ? slow_use(a) : fast_use(a, "fast"));
    return uses.back();
}

/// What is lacking is what the sentence beside the exit code says. The smallest plan may take less
/// than the least budget for which planners make it, or more slow memory than another one.
void add_lack(const analysis& a, std::vector<memory_use>& uses) {
    if (!a.exceeded) return;
    memory_use& small = line_of_lack(a, uses);
    small.bytes = signed_bytes(small.budget) + a.exceeded->bytes;
}

std::vector<memory_use> uses_of(const analysis& a) {
    std::vector<memory_use> uses = a.target.memories ? uses_of_regions(a) : uses_of_spaces(a);
    add_lack(a, uses);
    return uses;
}

std::string spell_use(const memory_use& use) {
    std::string bytes = fmt::format("{} {}", use.name, spell_bytes(use.bytes));
    if (!has_budget(use)) return bytes;
    return fmt::format("{} of {} ({})", bytes, spell_bytes(signed_bytes(use.budget)),
                       spell_percent(double(use.bytes), double(use.budget)));
}

}  // namespace

std::int64_t bytes_lacking_for_callers(const analysis& a) {
    if (!a.target.memories) return 0;
    std::int64_t left = 0;
    for (int r = 0; r < a.target.memories->size(); ++r) {
        const memory_region& m = (*a.target.memories)[r];
        if (!m.is_writable) continue;
        left += std::int64_t(m.bytes) - a.lasting[std::size_t(r)].sum() -
                a.plan.region_bytes[std::size_t(r)];
    }
    return std::max<std::int64_t>(0, a.plan.caller_bytes - left);
}

std::vector<memory_line> describe_memories(const analysis& a, bool colored) {
    std::vector<memory_line> out;
    for (const memory_use& use : uses_of(a)) {
        const bool may_shrink = a.may_shrink && use.is_planned && is_exceeded(use);
        out.push_back({use.name, describe(use, colored),
                       may_shrink ? "by the smallest plan without a search" : ""});
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
