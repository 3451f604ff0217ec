// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/emit/constant_arrays.hpp>

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

/// Elements of 4 bits as flash has them: two to a byte, the first in its low half.
std::vector<std::byte> packed_by_two(const std::vector<std::byte>& elements) {
    std::vector<std::byte> pairs((elements.size() + 1) / 2);
    for (std::size_t i = 0; i < elements.size(); ++i)
        pairs[i / 2] |= (elements[i] & std::byte{15}) << (i % 2 * 4);
    return pairs;
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

std::vector<std::byte> flash_bytes(const tensor_data& c) {
    return bits_of(c.type) == 4 ? packed_by_two(c.bytes) : c.bytes;
}

bool is_string(const tensor_data& c) {
    return is_written_as_string(c.type, std::int64_t(flash_bytes(c).size()));
}

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

std::string name_of_block(const constant_block& block, const options& o) {
    return fmt::format("constants_for_{}", (*o.memories)[block.destination].name);
}

/// A struct, because the elements of a constant have types that bytes of one array do not have.
std::string define_type_of_block(const lowered_model& model, const std::vector<std::string>& names,
                                 const constant_block& block, const options& o, bool object) {
    const std::string name = name_of_block(block, o);
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

}  // namespace onnx2hpp
