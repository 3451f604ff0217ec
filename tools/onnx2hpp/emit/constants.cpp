// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/emit/constants.hpp>

#include <onnx2hpp/emit/file_head.hpp>
#include <onnx2hpp/emit/literal.hpp>
#include <onnx2hpp/plan/constant_blocks.hpp>
#include <tigris/execution/lz4.hpp>

#include <fmt/format.h>

#include <cstring>

namespace onnx2hpp {
namespace {

using namespace tigris;

/// A step's name as the beginning of another: C++ reserves what has two underscores in a row.
std::string beginning_of(std::string name) {
    if (name.ends_with('_')) name.pop_back();
    return name + '_';
}

std::string role_of(const any_op& op, std::size_t input, dtype type) {
    const bool weighted =
        std::holds_alternative<ops::conv>(op) || std::holds_alternative<ops::conv_nd>(op) ||
        std::holds_alternative<ops::conv_transpose>(op) ||
        std::holds_alternative<ops::depthwise_conv>(op) || std::holds_alternative<ops::gemm>(op);
    constexpr const char* roles[]{"input", "weights", "bias", "multiplier", "shift"};
    constexpr const char* tables[]{"input", "nodes", "thresholds", "roots", "weights"};
    if (std::holds_alternative<ops::tree_ensemble>(op) && input < std::size(tables))
        return tables[input];
    if (weighted && input == 3 && type == dtype::f32) return "scales";
    if (weighted && input < std::size(roles)) return roles[input];
    if (input > 1) return fmt::format("input_{}", input);
    return input == 0 ? "left" : "right";
}

std::vector<std::int32_t> words_of(const tensor_data& c) {
    std::vector<std::int32_t> words(c.bytes.size() / sizeof(std::int32_t));
    std::memcpy(words.data(), c.bytes.data(), c.bytes.size());
    return words;
}

/// Elements of 4 bits as flash has them: two to a byte, the first in its low half.
std::vector<std::byte> packed_by_two(const std::vector<std::byte>& elements) {
    std::vector<std::byte> pairs((elements.size() + 1) / 2);
    for (std::size_t i = 0; i < elements.size(); ++i)
        pairs[i / 2] |= (elements[i] & std::byte{15}) << (i % 2 * 4);
    return pairs;
}

}  // namespace

std::vector<std::byte> flash_bytes(const tensor_data& c) {
    return bits_of(c.type) == 4 ? packed_by_two(c.bytes) : c.bytes;
}

namespace {

bool is_string(const tensor_data& c) {
    return is_written_as_string(c.type, std::int64_t(flash_bytes(c).size()));
}

/// An array's element type, its extent, and what begins it.
struct spelled_array {
    std::string type;
    std::string extent;
    std::string initializer;
};

spelled_array spell_array(const tensor_data& c) {
    if (is_words(c)) {
        const std::vector<std::int32_t> words = words_of(c);
        return {"int32_t", fmt::format("{}", words.size()), "{\n" + spell_list(words, 4) + '}'};
    }
    const std::vector<std::byte> bytes = flash_bytes(c);
    if (is_string(c))
        return {"int8_t", fmt::format("{} + 1", bytes.size()), '"' + escape(bytes) + '"'};
    std::vector<std::int32_t> numbers;
    for (const std::byte b : bytes) numbers.push_back(static_cast<std::int8_t>(b));
    return {"int8_t", fmt::format("{}", bytes.size()), "{\n" + spell_list(numbers, 4) + '}'};
}

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

std::string type_of_block(const std::string& name) { return name + "_type"; }

/// What a block is called, in the header and as a symbol behind the model's name.
std::string name_of(const constant_block& block, const options& o) {
    return fmt::format("constants_for_{}", (*o.memories)[block.destination].name);
}

/// A struct, because the elements of a constant have types that bytes of one array do not have.
std::string define_type(const lowered_model& model, const std::vector<std::string>& names,
                        const constant_block& block, const options& o, bool object) {
    const std::string name = name_of(block, o);
    std::string out = fmt::format("/// What is copied to {} before a run.\nstruct {} {{\n",
                                  (*o.memories)[block.destination].name, type_of_block(name));
    for (const std::size_t i : block.constants) {
        const tensor_data& c = model.constants[i];
        const spelled_array array = spell_array(c);
        out += fmt::format(
            "    alignas(16) {} {}[{}];\n", array.type, names[i],
            object && !is_words(c) ? fmt::format("{}", flash_bytes(c).size()) : array.extent);
    }
    return out + "};\n";
}

std::string define_block(const lowered_model& model, const std::vector<std::string>& names,
                         const constant_block& block, const options& o) {
    const std::string name = name_of(block, o);
    std::string out = define_type(model, names, block, o, false) +
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

/// The same with packed groups, whose numbers follow.
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

/// The symbol of a constant or a block in an object file.
std::string symbol_of(const lowered_model& model, const std::string& name) {
    return "tigris_" + model.name + '_' + name;
}

std::size_t padded(std::size_t bytes) { return (bytes + 15) / 16 * 16; }

/// Where constants begin in the file that the assembler includes.
std::vector<std::size_t> offsets_in_file(const lowered_model& model) {
    std::vector<std::size_t> offsets;
    std::size_t offset = 0;
    for (const tensor_data& c : model.constants) {
        offsets.push_back(offset);
        offset += padded(flash_bytes(c).size());
    }
    return offsets;
}

std::string begin_symbol(const std::string& symbol, const constant_section& section) {
    return fmt::format(
        "    .section {1},\"{2}\",%progbits\n    .balign 16\n    .global {0}\n"
        "    .type {0}, %object\n{0}:\n",
        symbol, section.name.empty() ? ".rodata." + symbol : section.name,
        section.is_loaded ? "aw" : "a");
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
        const std::string name = name_of(block, o);
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

std::vector<std::string> constant_names(const lowered_model& model) {
    std::vector<std::string> names(model.constants.size());
    for (const lowered_node& node : model.nodes)
        for (std::size_t i = 0; i < node.inputs.size(); ++i) {
            const int t = node.inputs[i];
            if (t < 0 || model.tensors[std::size_t(t)].kind != tensor_kind::constant) continue;
            const tensor& info = model.tensors[std::size_t(t)];
            std::string& name = names[std::size_t(info.index)];
            if (name.empty()) name = beginning_of(node.name) + role_of(node.op, i, info.type);
        }
    return names;
}

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

std::string declare_constants(const lowered_model& model, const options& o) {
    const std::vector<std::string> names = constant_names(model);
    const std::vector<constant_block> blocks = find_constant_blocks(model, o);
    const block_places places = places_of(model, blocks);
    std::string types, out = "extern \"C\" {\n";
    for (std::size_t i = 0; i < names.size(); ++i) {
        if (places.blocks[i] >= 0) continue;
        const tensor_data& c = model.constants[i];
        out += fmt::format("extern const {} {}[{}];\n", is_words(c) ? "int32_t" : "int8_t",
                           symbol_of(model, names[i]),
                           is_words(c) ? c.bytes.size() / 4 : flash_bytes(c).size());
    }
    for (const constant_block& block : blocks) {
        const std::string name = name_of(block, o);
        types += define_type(model, names, block, o, true);
        out += fmt::format("extern const {}::{} {};\n", model.name, type_of_block(name),
                           symbol_of(model, name));
    }
    if (!types.empty())
        types = fmt::format("namespace {0} {{\n\n{1}\n}}  // namespace {0}\n", model.name, types);
    return types + out + "}\n";
}

std::string assemble_constants(const lowered_model& model, const options& o,
                               const std::string& binary_name) {
    const std::vector<std::string> names = constant_names(model);
    const std::vector<constant_block> blocks = find_constant_blocks(model, o);
    const block_places places = places_of(model, blocks);
    std::string out = file_head(model.sha256) + fmt::format("// Weights of {}.\n", model.name);
    const std::vector<std::size_t> offsets = offsets_in_file(model);
    const auto include = [&](std::size_t i) {
        return fmt::format("    .incbin {}, {}, {}\n", quote(binary_name), offsets[i],
                           flash_bytes(model.constants[i]).size());
    };
    for (std::size_t i = 0; i < names.size(); ++i) {
        if (places.blocks[i] >= 0) continue;
        const std::string symbol = symbol_of(model, names[i]);
        out += begin_symbol(symbol, section_of(model, i, o)) + include(i) +
               fmt::format("    .size {}, {}\n", symbol, flash_bytes(model.constants[i]).size());
    }
    for (const constant_block& block : blocks) {
        const std::string symbol = symbol_of(model, name_of(block, o));
        out += begin_symbol(symbol, section_of(model, block.constants.front(), o));
        for (const std::size_t i : block.constants) out += include(i) + "    .balign 16\n";
        out += fmt::format("    .size {}, {}\n", symbol, block.bytes);
    }
    return out + "    .section .note.GNU-stack,\"\",%progbits\n";
}

std::string binary_constants(const lowered_model& model) {
    std::string out;
    for (const tensor_data& c : model.constants) {
        const std::vector<std::byte> bytes = flash_bytes(c);
        out.append(reinterpret_cast<const char*>(bytes.data()), bytes.size());
        out.resize(padded(out.size()));
    }
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
                      : defined(name_of(blocks[std::size_t(block)], o)) + '.' + names[i]);
    }
    out += "    }};\n" + spell_cold(model, o);
    if (blocks.empty() && model.packed.empty()) return out;
    out += spell_places(all_places_of(model, blocks));
    if (!blocks.empty()) out += spell_blocks(model, blocks, o);
    return model.packed.empty() ? out : out + spell_groups(model);
}

}  // namespace onnx2hpp
