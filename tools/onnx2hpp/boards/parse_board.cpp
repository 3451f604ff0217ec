// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/boards/parse_board.hpp>

#include <onnx2hpp/backends.hpp>
#include <onnx2hpp/boards/core.hpp>
#include <onnx2hpp/boards/units.hpp>
#include <onnx2hpp/diagnostic.hpp>
#include <onnx2hpp/option_values.hpp>
#include <onnx2hpp/options.hpp>
#include <onnx2hpp/yaml/map.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace onnx2hpp {
namespace {

/// A name of a memory, board, core or section. Files have it without quotes, so it may have
/// letters, digits and `marks` only.
std::string word_of(const yaml_value& given, const char* what, std::string_view marks) {
    const auto may_stand = [marks](char c) {
        const bool is_letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
        return is_letter || (c >= '0' && c <= '9') || marks.find(c) != std::string_view::npos;
    };
    constexpr std::size_t most = 64;
    if (given.text.size() > most || !std::all_of(given.text.begin(), given.text.end(), may_stand))
        given.fail(
            fmt::format("{} {} has other characters than letters, digits and {}, or more "
                        "than {}",
                        what, in_quotes(given.text), marks, most));
    return given.text;
}

std::string core_of(const yaml_value& given) {
    const std::string name = word_of(given, "core", "-_+.");
    if (const auto mistake = mistake_in_core(name)) given.fail(*mistake);
    return name;
}

tigris::backend backend_for(const std::string& core, const yaml_value& given) {
    std::string names;
    for (const named_backend& b : backends) {
        if (given.text == b.name) {
            if (const auto mistake = mistake_in_backend(core, b.value)) given.fail(*mistake);
            return b.value;
        }
        names += (names.empty() ? "" : ", ") + std::string(b.name);
    }
    given.fail(
        fmt::format("there is no backend {}; the backends are {}", in_quotes(given.text), names));
}

std::uint32_t parse_alignment_of_tensors(std::string_view text) {
    return parse_power_of_two(text, smallest_alignment);
}

board_memory parse_memory(const std::string& file, const YAML::Node& node) {
    const yaml_map keys(file, node, "a memory",
                        {"name", "address", "size", "alignment", "read", "write", "writable",
                         "addressable", "section"});
    if (keys.flag("writable", true))
        keys.require({"name", "size", "read", "write"});
    else
        keys.require({"name", "size", "read"});
    board_memory made{.name = word_of(keys.value("name"), "the name", "_"),
                      .bytes = keys.value("size").as(parse_size),
                      .read_cost = keys.value("read").as(parse_cycles),
                      .is_writable = keys.flag("writable", true),
                      .is_addressable = keys.flag("addressable", true)};
    if (made.is_writable) made.write_cost = keys.value("write").as(parse_cycles);
    if (const auto given = keys.value_if_given("write"); given && !made.is_writable)
        given->fail("what is not writable has no cost to write");
    if (const auto given = keys.value_if_given("address")) made.address = given->as(parse_address);
    if (const auto given = keys.value_if_given("alignment"))
        made.alignment =
            given->as([](std::string_view text) { return parse_power_of_two(text, 1); });
    if (const auto given = keys.value_if_given("section"))
        made.section = word_of(*given, "section", "_.");
    return made;
}

std::uint64_t last_address(const board_memory& m) {
    const std::uint64_t first = *m.address;
    return m.bytes - 1 > UINT64_MAX - first ? UINT64_MAX : first + (m.bytes - 1);
}

/// Memories behind a bus have addresses of their own.
bool overlap(const board_memory& a, const board_memory& b) {
    if (!a.address || !b.address || !a.is_addressable || !b.is_addressable) return false;
    return *a.address <= last_address(b) && *b.address <= last_address(a);
}

std::string spell_range(const board_memory& m) {
    return fmt::format("{} ({:#x} to {:#x})", in_quotes(m.name), *m.address, last_address(m));
}

/// Why `next` cannot be in a board that has `other`, or nothing.
std::string conflict_between(const board_memory& other, const board_memory& next) {
    if (other.name == next.name)
        return fmt::format("two memories have the name {}", in_quotes(next.name));
    if (overlap(other, next))
        return fmt::format(
            "the memories {} and {} overlap; correct an address or a size, or leave out one",
            spell_range(other), spell_range(next));
    return {};
}

std::vector<board_memory> parse_memories(const yaml_document& document, const yaml_map& keys) {
    std::vector<board_memory> made;
    for (const YAML::Node& node : keys.list("memories")) {
        if (made.size() == std::size_t(tigris::memory_map::capacity))
            fail_at(document.file, node.Mark(),
                    fmt::format("a board has at most {} memories", tigris::memory_map::capacity));
        board_memory next = parse_memory(document.file, node);
        for (const board_memory& other : made)
            if (const std::string conflict = conflict_between(other, next); !conflict.empty())
                fail_at(document.file, node.Mark(), conflict);
        made.push_back(std::move(next));
    }
    return made;
}

bool holds_activations(const board_memory& m) { return m.is_writable && m.is_addressable; }

int number_of_constants(const yaml_value& given, const std::vector<board_memory>& memories) {
    for (std::size_t i = 0; i < memories.size(); ++i) {
        if (memories[i].name != given.text) continue;
        if (!memories[i].is_addressable)
            given.fail(fmt::format("constants are read in place, but {} is not addressable",
                                   in_quotes(given.text)));
        return int(i);
    }
    given.fail(fmt::format("no memory has the name {}", in_quotes(given.text)));
}

/// A byte of constants costs what one of their memory costs, and slow memory's is found when the
/// target is resolved.
tigris::plan_costs parse_costs(const yaml_map& keys, const board& described) {
    tigris::plan_costs costs{};
    if (described.constants >= 0)
        costs.flash_byte = described.memories[std::size_t(described.constants)].read_cost;
    const auto given = keys.map_if_given("costs", "'costs'", {"mac", "recompute"});
    if (!given) return costs;
    if (const auto mac = given->value_if_given("mac")) costs.mac = mac->as(parse_cycles);
    if (const auto percent = given->value_if_given("recompute"))
        costs.recompute_percent = percent->as(parse_percent);
    return costs;
}

}  // namespace

board parse_board(const yaml_document& document) {
    const yaml_map keys(
        document.file, document.root, "a board",
        {"name", "core", "clock", "backend", "alignment", "constants", "costs", "memories"});
    keys.require({"name", "core", "clock", "backend", "alignment", "memories"});
    const std::string core = core_of(keys.value("core"));
    board made{.name = word_of(keys.value("name"), "the name", "_"),
               .core = core,
               .clock_hz = keys.value("clock").as(parse_clock),
               .backend = backend_for(core, keys.value("backend")),
               .alignment = keys.value("alignment").as(parse_alignment_of_tensors),
               .memories = parse_memories(document, keys)};
    if (std::none_of(made.memories.begin(), made.memories.end(), holds_activations))
        keys.fail("no memory is writable and addressable, so activations have no place");
    if (const auto given = keys.value_if_given("constants"))
        made.constants = number_of_constants(*given, made.memories);
    made.costs = parse_costs(keys, made);
    return made;
}

}  // namespace onnx2hpp
