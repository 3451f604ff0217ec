// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/emit/constants_in_object.hpp>

#include <onnx2hpp/emit/constant_arrays.hpp>
#include <onnx2hpp/emit/constants.hpp>
#include <onnx2hpp/emit/file_head.hpp>
#include <onnx2hpp/emit/literal.hpp>

#include <fmt/format.h>

namespace onnx2hpp {
namespace {

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

std::string symbol_of(const lowered_model& model, const std::string& name) {
    return "tigris_" + model.name + '_' + name;
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
        const std::string name = name_of_block(block, o);
        types += define_type_of_block(model, names, block, o, true);
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
        const std::string symbol = symbol_of(model, name_of_block(block, o));
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

}  // namespace onnx2hpp
