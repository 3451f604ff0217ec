// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/emit/constants.hpp>

#include <onnx2hpp/emit/constant_arrays.hpp>
#include <onnx2hpp/emit/constants_in_object.hpp>
#include <onnx2hpp/emit/literal.hpp>
#include <onnx2hpp/plan/constant_blocks.hpp>
#include <tigris/execution/memory/lz4.hpp>

#include <fmt/format.h>

namespace onnx2hpp {
namespace {

using namespace tigris;

std::string spell_section(const constant_section& section) {
    return section.name.empty() ? "" : fmt::format("[[gnu::section({})]] ", quote(section.name));
}

std::string define(const std::string& name, const tensor_data& c, const constant_section& section) {
    const spelled_array array = spell_array(c);
    return fmt::format("{}{}inline {} {} {}[{}]{}{};\n", spell_section(section),
                       is_words(c) ? "" : "alignas(16) ",
                       section.is_loaded ? "constinit" : "constexpr", array.type, name,
                       array.extent, is_string(c) ? " =\n    " : "", array.initializer);
}

std::string define_block(const lowered_model& model, const std::vector<std::string>& names,
                         const constant_block& block, const options& o) {
    const std::string name = name_of_block(block, o);
    std::string out = define_type_of_block(model, names, block, o, false) +
                      fmt::format("{}inline constexpr {} {}{{\n",
                                  spell_section(section_of(model, block.constants.front(), o)),
                                  type_of_block(name), name);
    for (const std::size_t i : block.constants)
        out += "    " + spell_array(model.constants[i]).initializer + ",\n";
    return out + "};\n";
}

template <class Block>
void add_places(const Block& block, int number, block_places& out) {
    for (std::size_t k = 0; k < block.constants.size(); ++k) {
        out.blocks[block.constants[k]] = number;
        out.offsets[block.constants[k]] = block.offsets[k];
    }
}

}  // namespace

block_places places_of(const lowered_model& model, const std::vector<constant_block>& blocks) {
    block_places places{std::vector<int>(model.constants.size(), -1),
                        std::vector<std::int64_t>(model.constants.size())};
    for (std::size_t b = 0; b < blocks.size(); ++b) add_places(blocks[b], int(b), places);
    return places;
}

namespace {

/// Places of constants that are copied, and then those of packed groups, whose numbers follow.
block_places all_places_of(const lowered_model& model, const std::vector<constant_block>& blocks) {
    block_places places = places_of(model, blocks);
    int number = int(blocks.size());
    for (const packed_group& g : model.packed) add_places(g, number++, places);
    return places;
}

std::string name_of_group(std::size_t number) { return fmt::format("packed_{}", number); }

std::string define_group(const lowered_model& model, std::size_t number) {
    const std::vector<std::byte>& block = model.packed[number].block;
    return fmt::format("alignas(16) inline constexpr int8_t {}[{} + 1] =\n    \"{}\";\n",
                       name_of_group(number), block.size(), escape(block));
}

}  // namespace

std::string spell_places(const block_places& places) {
    std::string out = fmt::format(
        "    // of constants: the number of their block, -1 for those that are read in place, and "
        "their\n    // offset there\n"
        "    static constexpr tigris::sized_array<tigris::constant_place, {}> "
        "constant_places{{{{\n",
        places.blocks.size());
    for (std::size_t i = 0; i < places.blocks.size(); ++i)
        out += fmt::format("        {{{}, {}}},\n", places.blocks[i], places.offsets[i]);
    return out + "    }};\n";
}

namespace {

std::string spell_blocks(const lowered_model& model, const std::vector<constant_block>& blocks,
                         const options& o) {
    std::string checks,
        out = fmt::format(
            "    static constexpr tigris::sized_array<tigris::staged_constants, {}> staged{{{{\n",
            blocks.size());
    for (const constant_block& block : blocks) {
        const std::string name = name_of_block(block, o);
        const bool object = o.weights == weight_form::object;
        out += fmt::format("        {{{}, {}, &{}, {}}},\n",
                           quote(block.memory < 0 ? "" : (*o.memories)[block.memory].name),
                           quote((*o.memories)[block.destination].name),
                           object ? symbol_of(model, name) : name, block.bytes);
        checks +=
            fmt::format("    static_assert(sizeof({}) == {});\n", type_of_block(name), block.bytes);
    }
    return out + "    }};\n" + checks;
}

std::string spell_groups(const lowered_model& model) {
    std::string out = fmt::format(
        "    // bytes of the block, and of what it is decoded to, where that lies, checksum\n"
        "    static constexpr tigris::sized_array<tigris::packed_constants, {}> packed{{{{\n",
        model.packed.size());
    for (std::size_t g = 0; g < model.packed.size(); ++g) {
        const packed_group& group = model.packed[g];
        out += fmt::format("        {{{}, {}, {}, {}, {}u}},\n", name_of_group(g),
                           group.block.size(), group.bytes, group.offset,
                           execution::checksum_of(group.block.data(), int(group.block.size())));
    }
    return out + fmt::format("    }}}};\n    static constexpr int64_t prefix_bytes = {};\n",
                             model.prefix_bytes);
}

/// What constants take of memories for activations, if anything.
std::string spell_cold(const lowered_model& model, const options& o) {
    const std::map<int, std::int64_t> cold = cold_bytes(model, o);
    if (cold.empty()) return {};
    std::string out = fmt::format(
        "    // bytes of constants in memories that runs write, too\n"
        "    static constexpr tigris::sized_array<tigris::cold_constants, {}> cold{{{{\n",
        cold.size());
    for (const auto& [region, bytes] : cold)
        out += fmt::format("        {{{}, {}}},\n", quote((*o.memories)[region].name), bytes);
    return out + "    }};\n";
}

}  // namespace

std::string define_constants(const lowered_model& model, const options& o) {
    const std::vector<std::string> names = constant_names(model);
    const std::vector<constant_block> blocks = find_constant_blocks(model, o);
    const block_places places = places_of(model, blocks);
    std::string out;
    for (std::size_t i = 0; i < names.size(); ++i)
        if (places.blocks[i] < 0)
            out += define(names[i], model.constants[i], section_of(model, i, o));
    for (const constant_block& block : blocks) out += define_block(model, names, block, o);
    for (std::size_t g = 0; g < model.packed.size(); ++g) out += define_group(model, g);
    return out;
}

std::string spell_constants(const lowered_model& model, const options& o) {
    const bool object = o.weights == weight_form::object;
    const std::vector<std::string> names = constant_names(model);
    const std::vector<constant_block> blocks = find_constant_blocks(model, o);
    const block_places places = places_of(model, blocks);
    const auto defined = [&](const std::string& name) {
        return object ? symbol_of(model, name) : name;
    };
    std::string out = fmt::format(
        "    static constexpr tigris::sized_array<tigris::constant, {}> constants{{{{\n",
        names.size());
    for (std::size_t i = 0; i < names.size(); ++i) {
        const int block = places.blocks[i];
        out += fmt::format(
            "        {{.{} = {}}},\n", is_words(model.constants[i]) ? "words" : "bytes",
            block < 0 ? defined(names[i])
                      : defined(name_of_block(blocks[std::size_t(block)], o)) + '.' + names[i]);
    }
    out += "    }};\n" + spell_cold(model, o);
    if (blocks.empty() && model.packed.empty()) return out;
    out += spell_places(all_places_of(model, blocks));
    if (!blocks.empty()) out += spell_blocks(model, blocks, o);
    return model.packed.empty() ? out : out + spell_groups(model);
}

}  // namespace onnx2hpp
