// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/emit/hints.hpp>

#include <onnx2hpp/emit/literal.hpp>
#include <onnx2hpp/enumerators.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace onnx2hpp {
namespace {

using namespace tigris;

/// One mode for all, or as many as differ from the last.
std::string spell_modes(const io_modes& modes) {
    int count = io_modes::capacity;
    while (count > 1 && modes[count - 2] == modes[io_modes::capacity - 1]) --count;
    std::string out = qualified_name(modes[0]);
    for (int i = 1; i < count; ++i) out += std::string(", ") + qualified_name(modes[i]);
    return count == 1 ? out : '{' + out + '}';
}

std::string spell_fast(std::uint64_t bytes) {
    return bytes == unlimited ? "tigris::unlimited" : std::to_string(bytes);
}

std::string spell_key(const target& t) {
    std::string out = fmt::format(".fast = {}, .slow = {}", spell_fast(t.fast), t.slow);
    if (t.backend != portable) out += fmt::format(", .backend = {{{}}}", t.backend.id);
    if (t.input != io_modes(io::caller)) out += ", .input = " + spell_modes(t.input);
    if (t.output != io_modes(io::caller)) out += ", .output = " + spell_modes(t.output);
    out += fmt::format(", .alignment = {}", t.alignment);
    if (t.workers > 1) out += fmt::format(", .workers = {}", t.workers);
    return t.memories ? out + ", .memories = &memories" : out;
}

std::vector<std::string> spell_members(const segment_hint& s) {
    const auto spell_one = [](auto member) { return fmt::format("{}", member); };
    return {spell_one(s.end),   spell_one(s.whole), spell_one(s.spills), spell_one(s.strips),
            spell_one(s.parts), spell_one(s.again), spell_one(s.keeps)};
}

/// The members until the last that is not what it is by default.
std::string spell(const segment_hint& s) {
    std::vector<std::string> members = spell_members(s);
    const std::vector<std::string> defaults = spell_members({});
    while (members.size() > 1 && members.back() == defaults[members.size() - 1]) members.pop_back();
    return fmt::format("{{{}}}", fmt::join(members, ", "));
}

/// Items separated by commas, in lines of at most 100 columns.
std::string wrap(const std::vector<std::string>& items) {
    std::string out, line = "       ";
    for (const std::string& item : items) {
        if (line.size() + item.size() > 97) out += line + '\n', line = "       ";
        line += ' ' + item + ',';
    }
    line.pop_back();
    return out + line;
}

std::string spell_segments(const owned_hint& hint, std::size_t number) {
    std::vector<std::string> items;
    for (const segment_hint& s : hint.segments) items.push_back(spell(s));
    return fmt::format("    static constexpr tigris::segment_hint hint_{}_segments[]{{\n{}}};\n",
                       number, wrap(items));
}

std::string array_name(std::size_t number, const char* member) {
    return fmt::format("hint_{}_{}", number, member);
}

std::string spell_array(const std::vector<std::int32_t>& numbers, std::size_t number,
                        const char* member) {
    if (numbers.empty()) return {};
    std::vector<std::string> items;
    for (const std::int32_t n : numbers) items.push_back(std::to_string(n));
    return fmt::format("    static constexpr int32_t {}[]{{\n{}}};\n", array_name(number, member),
                       wrap(items));
}

std::string spell_view(bool exists, std::size_t number, const char* member) {
    if (!exists) return {};
    return fmt::format(",\n         .{} = tigris::view_of({})", member, array_name(number, member));
}

std::string spell_arrays(const owned_hint& hint, std::size_t number) {
    return spell_segments(hint, number) + spell_array(hint.tiles, number, "tiles") +
           spell_array(hint.fast_offsets, number, "fast_offsets") +
           spell_array(hint.slow_offsets, number, "slow_offsets");
}

/// The member for scratch; empty where kernels may take what they want.
std::string spell_scratch(std::uint64_t most) {
    return most == unlimited ? "" : fmt::format(",\n         .scratch = {}", most);
}

std::string spell_set(const owned_hint& hint, std::size_t number) {
    return fmt::format("        {{.graph = {:#x}u,\n         .target = {{{}}}{}{}{}{}{}}},\n",
                       hint.graph, spell_key(hint.target), spell_scratch(hint.scratch),
                       spell_view(true, number, "segments"),
                       spell_view(!hint.tiles.empty(), number, "tiles"),
                       spell_view(!hint.fast_offsets.empty(), number, "fast_offsets"),
                       spell_view(!hint.slow_offsets.empty(), number, "slow_offsets"));
}

}  // namespace

std::string spell_hints(const std::vector<owned_hint>& hints) {
    if (hints.empty()) return {};
    std::string
        arrays = "    // plans that a search found, for the targets named; checked when compiled\n",
        sets;
    for (std::size_t i = 0; i < hints.size(); ++i) {
        arrays += spell_arrays(hints[i], i);
        sets += spell_set(hints[i], i);
    }
    return arrays + fmt::format(
                        "    static constexpr tigris::sized_array<tigris::plan_hint, {}> "
                        "hints{{{{\n{}    }}}};\n",
                        hints.size(), sets);
}

}  // namespace onnx2hpp
