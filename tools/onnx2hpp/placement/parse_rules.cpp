// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/placement/parse_rules.hpp>

#include <onnx2hpp/diagnostic.hpp>
#include <onnx2hpp/option_values.hpp>
#include <onnx2hpp/printable.hpp>
#include <onnx2hpp/yaml/map.hpp>

#include <fmt/format.h>

#include <optional>

namespace onnx2hpp {
namespace {

using tigris::placed;

std::optional<placed> find_kind(const std::string& word) {
    for (const placed kind : {placed::all, placed::scratch, placed::persistent, placed::constant})
        if (word == spell(kind)) return kind;
    return {};
}

std::string unknown_kind(const std::string& word) {
    return fmt::format("there is no kind {}; the kinds are SCRATCH, PERSISTENT, CONSTANT and *",
                       in_quotes(word));
}

std::string place_of(const std::string& file, const YAML::Mark& mark) {
    return fmt::format("{}:{}", printable_name(file), mark.line + 1);
}

placed kind_of(const yaml_value& given) {
    const auto found = find_kind(given.text);
    if (!found) given.fail(unknown_kind(given.text));
    return *found;
}

/// The ids of a rule: one id, a list of them, or null.
std::vector<std::string> ids_of(const std::string& file, const YAML::Node& node) {
    if (!node || node.IsNull()) return {};
    std::vector<std::string> ids;
    const auto add = [&](const YAML::Node& item) {
        if (!item.IsScalar() || item.Scalar().empty())
            fail_at(file, item.Mark(), "'id' is the name of a tensor, a list of names, or null");
        ids.push_back(item.Scalar());
    };
    if (!node.IsSequence()) {
        add(node);
        return ids;
    }
    if (node.size() == 0) fail_at(file, node.Mark(), "'id' lists no tensor; write null for all");
    for (const YAML::Node& item : node) add(item);
    return ids;
}

named_memory memory_of(const yaml_map& attributes, const char* key) {
    const auto given = attributes.value_if_given(key);
    if (!given) return {};
    return {given->text, place_of(*given->file, given->mark)};
}

void read_attributes(const yaml_map& keys, tensor_rule& to) {
    constexpr const char *memory = "memory", *destination = "constant_destination_memory";
    const auto attributes = keys.map_if_given("attributes", "'attributes'", {memory, destination});
    if (!attributes) keys.fail("a rule lacks the key 'attributes'");
    to.memory = memory_of(*attributes, memory);
    to.destination = memory_of(*attributes, destination);
    if (!to.memory.is_given() && !to.destination.is_given())
        keys.fail(fmt::format("'attributes' has neither '{}' nor '{}'", memory, destination));
}

tensor_rule parse_rule(const std::string& file, const YAML::Node& node) {
    const yaml_map keys(file, node, "a rule", {"type", "id", "attributes"});
    tensor_rule made{.where = place_of(file, node.Mark())};
    if (const auto given = keys.value_if_given("type")) made.kind = kind_of(*given);
    made.ids = ids_of(file, node["id"]);
    read_attributes(keys, made);
    return made;
}

/// What stands before and after a mark; nothing after where there is no mark.
struct halves {
    std::string before;
    std::optional<std::string> behind;
};

halves split_at(const std::string& text, std::size_t at) {
    if (at == std::string::npos) return {text, {}};
    return {text.substr(0, at), text.substr(at + 1)};
}

/// Reads which tensors a rule is for: [KIND][:ID[,ID]...].
void read_tensors(const std::string& text, tensor_rule& to) {
    const auto [kind, ids] = split_at(text, text.find(':'));
    if (!kind.empty()) {
        const auto found = find_kind(kind);
        if (!found) fail_in(to.where, unknown_kind(kind));
        to.kind = *found;
    }
    if (ids)
        for (const std::string_view id : split_at_commas(*ids)) to.ids.emplace_back(id);
    for (const std::string& id : to.ids)
        if (id.empty()) fail_in(to.where, "an id is empty; write names with commas between them");
}

/// Reads the memories of a rule: MEMORY[:DESTINATION].
void read_memories(const std::string& text, tensor_rule& to) {
    const auto [memory, destination] = split_at(text, text.find(':'));
    if (memory.empty() && !destination) fail_in(to.where, "the memory is missing behind '='");
    if (destination && destination->empty())
        fail_in(to.where, "the destination is missing behind ':'");
    to.memory = {memory, to.where};
    to.destination = {destination.value_or(""), to.where};
}

}  // namespace

std::vector<tensor_rule> parse_rules(const yaml_document& document) {
    const yaml_map keys(document.file, document.root, "a placement file", {"tensors"});
    std::vector<tensor_rule> made;
    for (const YAML::Node& node : keys.list("tensors"))
        made.push_back(parse_rule(document.file, node));
    return made;
}

tensor_rule parse_place(const std::string& text) {
    tensor_rule made{.where = "--place " + in_quotes(text)};
    const auto [tensors, memories] = split_at(text, text.rfind('='));
    if (!memories)
        fail_in(made.where,
                "a rule is written as [KIND][:ID[,ID]...]=MEMORY[:DESTINATION], such as "
                "SCRATCH=SRAM or :conv1_weight=MRAM:DTCM");
    read_tensors(tensors, made);
    read_memories(*memories, made);
    return made;
}

}  // namespace onnx2hpp
