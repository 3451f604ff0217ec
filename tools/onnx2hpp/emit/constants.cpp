// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/emit/constants.hpp>

#include <onnx2hpp/emit/literal.hpp>

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

std::string define_words(const std::string& name, const tensor_data& c) {
    const std::vector<std::int32_t> words = words_of(c);
    return fmt::format("inline constexpr int32_t {}[{}]{{\n{}}};\n", name, words.size(),
                       spell_list(words, 4));
}

/// Elements of 4 bits as flash has them: two to a byte, the first in its low half.
std::vector<std::byte> packed_by_two(const std::vector<std::byte>& elements) {
    std::vector<std::byte> pairs((elements.size() + 1) / 2);
    for (std::size_t i = 0; i < elements.size(); ++i)
        pairs[i / 2] |= (elements[i] & std::byte{15}) << (i % 2 * 4);
    return pairs;
}

/// A constant's elements as flash has them.
std::vector<std::byte> flash_bytes(const tensor_data& c) {
    return bits_of(c.type) == 4 ? packed_by_two(c.bytes) : c.bytes;
}

/// Compilers read strings faster than lists, but a string ends with a zero: few bytes are a list.
std::string spell_bytes(const std::string& name, const std::vector<std::byte>& bytes) {
    constexpr std::size_t few = 1024;
    if (bytes.empty() || bytes.size() > few)
        return fmt::format("{}[{} + 1] =\n    \"{}\";\n", name, bytes.size(), escape(bytes));
    std::vector<std::int32_t> numbers;
    for (const std::byte b : bytes) numbers.push_back(static_cast<std::int8_t>(b));
    return fmt::format("{}[{}]{{\n{}}};\n", name, bytes.size(), spell_list(numbers, 4));
}

std::string define_bytes(const std::string& name, const tensor_data& c) {
    return "alignas(16) inline constexpr int8_t " + spell_bytes(name, flash_bytes(c));
}

std::size_t padded(std::size_t bytes) { return (bytes + 15) / 16 * 16; }

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

std::string define_constants(const lowered_model& model) {
    const std::vector<std::string> names = constant_names(model);
    std::string out;
    for (std::size_t i = 0; i < names.size(); ++i) {
        const tensor_data& c = model.constants[i];
        out += is_words(c) ? define_words(names[i], c) : define_bytes(names[i], c);
    }
    return out;
}

std::string symbol_of(const lowered_model& model, const std::string& constant) {
    return "tigris_" + model.name + '_' + constant;
}

std::string declare_constants(const lowered_model& model) {
    const std::vector<std::string> names = constant_names(model);
    std::string out = "extern \"C\" {\n";
    for (std::size_t i = 0; i < names.size(); ++i) {
        const tensor_data& c = model.constants[i];
        out += fmt::format("extern const {} {}[{}];\n", is_words(c) ? "int32_t" : "int8_t",
                           symbol_of(model, names[i]),
                           is_words(c) ? c.bytes.size() / 4 : flash_bytes(c).size());
    }
    return out + "}\n";
}

std::string assemble_constants(const lowered_model& model, const std::string& binary_name) {
    const std::vector<std::string> names = constant_names(model);
    std::string out =
        fmt::format("// Weights of {}. Generated by onnx2hpp; do not edit.\n", model.name);
    std::size_t offset = 0;
    for (std::size_t i = 0; i < names.size(); ++i) {
        const std::size_t bytes = flash_bytes(model.constants[i]).size();
        const std::string symbol = symbol_of(model, names[i]);
        out += fmt::format(
            "    .section .rodata.{0},\"a\",%progbits\n    .balign 16\n    .global {0}\n"
            "    .type {0}, %object\n{0}:\n    .incbin {1}, {2}, {3}\n"
            "    .size {0}, {3}\n",
            symbol, quote(binary_name), offset, bytes);
        offset += padded(bytes);
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
