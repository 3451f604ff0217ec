// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/emit/board.hpp>

#include <onnx2hpp/emit/header_plan.hpp>
#include <onnx2hpp/emit/literal.hpp>
#include <onnx2hpp/enumerators.hpp>
#include <onnx2hpp/identifier.hpp>
#include <onnx2hpp/placement/place_tensors.hpp>
#include <onnx2hpp/plan/constant_blocks.hpp>
#include <onnx2hpp/plan/memories_left.hpp>
#include <tigris/planning/layout/arena_kind.hpp>

#include <fmt/format.h>

#include <set>

namespace onnx2hpp {
namespace {

using namespace tigris;
using planning::number_of_arena;

/// The members that are not what they are by default.
std::string spell_region(const memory_region& r) {
    const memory_region defaults{};
    std::string out = fmt::format(".name = {}, .bytes = {}", quote(r.name), r.bytes);
    const auto add = [&out](const char* member, auto value, auto otherwise) {
        if (value != otherwise) out += fmt::format(", .{} = {}", member, value);
    };
    add("alignment", r.alignment, defaults.alignment);
    add("read_cost", r.read_cost, defaults.read_cost);
    add("write_cost", r.write_cost, defaults.write_cost);
    add("is_writable", r.is_writable, defaults.is_writable);
    add("is_addressable", r.is_addressable, defaults.is_addressable);
    if (r.section[0] != '\0') out += fmt::format(", .section = {}", quote(r.section));
    return '{' + out + '}';
}

/// Names of arenas: the kind, and the memory as an identifier.
class arena_names {
public:
    explicit arena_names(const options& o) : map_(*o.memories) {}

    void add(arena_kind kind, int region) {
        const std::string name =
            identifier_from(fmt::format("{}_{}", name_of(kind), map_[region].name));
        if (given_.insert(name).second)
            entries_ += fmt::format("        {} = {},\n", name,
                                    number_of_arena({.memories = &map_}, kind, region));
    }
    const std::string& entries() const { return entries_; }

private:
    const memory_map& map_;
    std::set<std::string> given_;
    std::string entries_;
};

std::string spell_arena_numbers(const lowered_model& model, const options& o) {
    arena_names names(o);
    for (int r = 0; r < o.memories->size(); ++r)
        if ((*o.memories)[r].holds_activations()) names.add(arena_kind::scratch, r);
    if (model.state_count > 0) names.add(arena_kind::persistent, region_for_states(model, o));
    for (const constant_block& block : find_constant_blocks(model, o))
        names.add(arena_kind::constant, block.destination);
    return "    /// Arenas by number, for a workspace whose arenas are the caller's.\n"
           "    enum arena : int {\n" +
           names.entries() + "    };\n";
}

}  // namespace

std::string note_board(const options& o) {
    if (!o.board) return {};
    const board& b = o.board->described;
    return fmt::format("// For the board {} ({}, {} Hz).\n", b.name, b.core, b.clock_hz);
}

std::string spell_memories(const lowered_model& model, const options& o) {
    if (!o.memories) return {};
    std::string regions;
    for (int r = 0; r < o.memories->size(); ++r)
        regions += fmt::format("        {},\n", spell_region((*o.memories)[r]));
    return "    static constexpr tigris::memory_map memories{{\n" + regions + "    }};\n" +
           spell_arena_numbers(model, o);
}

std::string spell_arenas(const lowered_model& model, const options& o,
                         const std::vector<owned_hint>& hints) {
    if (!o.memories) return {};
    const header_plan plan = plan_of_header(model, o, hints);
    std::string out;
    const auto define = [&](int region, arena_kind kind) {
        const memory_region& memory = (*o.memories)[region];
        if (memory.section[0] == '\0') return;
        out += fmt::format("TIGRIS_ARENA({0}::model, {0}::model.default_target, {1}, {2});\n",
                           model.name, number_of_arena({.memories = o.memories}, kind, region),
                           quote(memory.section));
    };
    for (int r = 0; r < o.memories->size(); ++r)
        if (plan.region_bytes[std::size_t(r)] > 0) define(r, arena_kind::scratch);
    if (const int states = region_of_states(model); states >= 0)
        define(states, arena_kind::persistent);
    for (const constant_block& block : find_constant_blocks(model, o))
        define(block.destination, arena_kind::constant);
    return out.empty()
               ? out
               : "\n// The library's arenas, where the board's linker script has them.\n" + out;
}

}  // namespace onnx2hpp
