// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/plan/constant_blocks.hpp>

#include <onnx2hpp/diagnostic.hpp>
#include <tigris/model/constant_place.hpp>
#include <tigris/planning/layout/alignment.hpp>

#include <fmt/format.h>

namespace onnx2hpp {
namespace {

using namespace tigris;

/// Removes copies of constants to the memory where they are.
void tidy_places(std::vector<constant_place>& places, const options& o) {
    for (constant_place& place : places) {
        if (place.memory < 0 && o.board) place.memory = o.board->described.constants;
        if (place.memory == place.destination) place.destination = -1;
    }
}

const memory_region& region_of(const options& o, int region) { return (*o.memories)[region]; }

std::size_t tensor_of(const lowered_model& model, std::size_t constant) {
    std::size_t i = 0;
    while (model.tensors[i].kind != tensor_kind::constant ||
           model.tensors[i].index != int(constant))
        ++i;
    return i;
}

std::string name_of(const lowered_model& model, std::size_t constant) {
    return in_quotes(model.tensor_names[tensor_of(model, constant)]);
}

/// Names the line of the rule that places a constant, where there is one.
[[noreturn]] void fail_at_rule(const lowered_model& model, std::size_t constant,
                               const std::string& sentence) {
    const std::string& rule = model.constant_places[constant].rule;
    fail_bad_input(rule.empty() ? sentence : fmt::format("{}: {}", rule, sentence));
}

void check_destination(const lowered_model& model, std::size_t constant, int destination,
                       const options& o) {
    const memory_region& to = region_of(o, destination);
    if (!to.is_writable)
        fail_at_rule(model, constant,
                     fmt::format("{} is to be copied to {}, which is not writable; name a "
                                 "writable memory",
                                 name_of(model, constant), to.name));
    if (!to.is_addressable)
        fail_at_rule(model, constant,
                     fmt::format("{} is to be copied to {}, where no kernel can read it; name "
                                 "an addressable memory",
                                 name_of(model, constant), to.name));
}

std::string name_of_memory(const options& o, int memory) {
    return memory < 0 ? "the program's constants" : region_of(o, memory).name;
}

void check_source(const lowered_model& model, const constant_block& block, std::size_t constant,
                  int memory, const options& o) {
    if (memory != block.memory)
        fail_at_rule(model, constant,
                     fmt::format("{} and {} are both copied to {}, but come from {} and from {}; "
                                 "one memory must have "
                                 "all constants that are copied to another",
                                 name_of(model, block.constants.front()), name_of(model, constant),
                                 region_of(o, block.destination).name,
                                 name_of_memory(o, block.memory), name_of_memory(o, memory)));
    if (memory >= 0 && region_of(o, memory).is_writable)
        fail_at_rule(model, constant,
                     fmt::format("{} is to be copied from {}, which is writable; give it a "
                                 "memory that keeps constants",
                                 name_of(model, constant), region_of(o, memory).name));
}

/// A blob lies where firmware binds it.
void check_blob_source(const lowered_model& model, std::size_t constant, int memory,
                       const options& o) {
    const bool is_usual = memory < 0 || (o.board && o.board->described.constants == memory);
    if (o.weights != weight_form::blob || is_usual) return;
    fail_at_rule(
        model, constant,
        fmt::format("{} is to lie in {}, but --weights blob puts it where the firmware binds the "
                    "blob; leave out that memory, or --weights blob",
                    name_of(model, constant), region_of(o, memory).name));
}

/// Bytes of a constant, of which a string is one more.
std::int64_t written_bytes(const tensor& t, weight_form form) {
    const std::int64_t bytes = bytes_of(t);
    const bool has_zero = form == weight_form::literal && is_written_as_string(t.type, bytes);
    return bytes + (has_zero ? 1 : 0);
}

void append(const lowered_model& model, std::size_t constant, const options& o,
            constant_block& to) {
    to.constants.push_back(constant);
    to.offsets.push_back(to.bytes);
    to.bytes += written_bytes(model.tensors[tensor_of(model, constant)], o.weights);
    to.bytes = planning::align_up(to.bytes, constant_alignment);
}

/// What startup code loads lies beside what it clears: .data.dtcm beside .bss.dtcm.
std::string loaded_section(const std::string& section) {
    constexpr std::string_view cleared = ".bss";
    if (section.empty()) return ".data";
    return section.starts_with(cleared) ? ".data" + section.substr(cleared.size()) : section;
}

}  // namespace

bool is_written_as_string(tigris::dtype type, std::int64_t bytes) {
    constexpr std::int64_t few = 1024;
    return type != dtype::i32 && (bytes == 0 || bytes > few);
}

std::vector<constant_block> find_constant_blocks(const lowered_model& model, const options& o) {
    std::map<int, constant_block> blocks;
    for (std::size_t i = 0; i < model.constant_places.size(); ++i) {
        const constant_place& place = model.constant_places[i];
        check_blob_source(model, i, place.memory, o);
        if (place.destination < 0) continue;
        check_destination(model, i, place.destination, o);
        constant_block& block = blocks[place.destination];
        if (block.constants.empty()) block.memory = place.memory;
        block.destination = place.destination;
        check_source(model, block, i, place.memory, o);
        append(model, i, o, block);
    }
    std::vector<constant_block> all;
    for (auto& [destination, block] : blocks) all.push_back(std::move(block));
    return all;
}

constant_section section_of(const lowered_model& model, std::size_t constant, const options& o) {
    if (model.constant_places.empty() || model.constant_places[constant].memory < 0) return {};
    const constant_place& place = model.constant_places[constant];
    const memory_region& memory = region_of(o, place.memory);
    if (memory.is_writable) return {loaded_section(memory.section), true};
    const bool is_usual = o.board && o.board->described.constants == place.memory;
    if (memory.section[0] == '\0' && !is_usual)
        fail_at_rule(model, constant,
                     fmt::format("{} is to lie in {}, but the board names no section there; add "
                                 "'section' to that memory in the board's file",
                                 name_of(model, constant), memory.name));
    if (!memory.is_addressable && place.destination < 0)
        fail_at_rule(model, constant,
                     fmt::format("{} is to lie in {}, which is not addressable; give it a "
                                 "constant_destination_memory to be copied to",
                                 name_of(model, constant), memory.name));
    return {memory.section, false};
}

lowered_model with_tidy_places(lowered_model model, const options& o) {
    tidy_places(model.constant_places, o);
    for (std::size_t i = 0; i < model.constant_places.size(); ++i) section_of(model, i, o);
    return model;
}

std::map<int, std::int64_t> cold_bytes(const lowered_model& model, const options& o) {
    std::map<int, std::int64_t> bytes;
    if (o.weights == weight_form::blob) return bytes;
    for (std::size_t i = 0; i < model.constant_places.size(); ++i) {
        const constant_place& place = model.constant_places[i];
        if (place.memory < 0 || place.destination >= 0) continue;
        if (!region_of(o, place.memory).is_writable) continue;
        const std::int64_t own = written_bytes(model.tensors[tensor_of(model, i)], o.weights);
        bytes[place.memory] += planning::align_up(own, constant_alignment);
    }
    return bytes;
}

}  // namespace onnx2hpp
