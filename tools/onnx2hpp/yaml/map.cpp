// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/yaml/map.hpp>

#include <onnx2hpp/diagnostic.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>

namespace onnx2hpp {

yaml_map::yaml_map(const std::string& file, const YAML::Node& node, std::string what,
                   std::initializer_list<const char*> keys)
    : file_(&file), node_(node), what_(std::move(what)) {
    if (!node_.IsMap())
        fail(fmt::format("{} is written as keys and values: {}", what_, fmt::join(keys, ", ")));
    std::set<std::string> seen;
    for (const auto& pair : node_) {
        check_key(pair.first, keys);
        if (!seen.insert(pair.first.Scalar()).second)
            fail_at(file, pair.first.Mark(),
                    fmt::format("{} has the key {} twice", what_, in_quotes(pair.first.Scalar())));
    }
}

void yaml_map::fail(const std::string& sentence) const { fail_at(*file_, node_.Mark(), sentence); }

void yaml_map::check_key(const YAML::Node& key, std::initializer_list<const char*> keys) const {
    if (!key.IsScalar()) fail_at(*file_, key.Mark(), "a key is a word");
    if (std::find(keys.begin(), keys.end(), key.Scalar()) == keys.end())
        fail_at(*file_, key.Mark(),
                fmt::format("{} has no key {}; the keys are {}", what_, in_quotes(key.Scalar()),
                            fmt::join(keys, ", ")));
}

void yaml_map::require(std::initializer_list<const char*> keys) const {
    std::vector<std::string> missing;
    for (const char* key : keys)
        if (!node_[key]) missing.push_back(fmt::format("'{}'", key));
    if (missing.empty()) return;
    fail(fmt::format("{} lacks the {} {}", what_, missing.size() == 1 ? "key" : "keys",
                     fmt::join(missing, ", ")));
}

YAML::Node yaml_map::required(const char* key) const {
    require({key});
    return node_[key];
}

yaml_value yaml_map::value(const char* key) const {
    const YAML::Node found = required(key);
    if (!found.IsScalar() || found.Scalar().empty())
        fail_at(*file_, found.Mark(), fmt::format("'{}' needs one value", key));
    return {file_, found.Mark(), found.Scalar()};
}

std::optional<yaml_value> yaml_map::value_if_given(const char* key) const {
    if (!node_[key]) return {};
    return value(key);
}

bool yaml_map::flag(const char* key, bool otherwise) const {
    const auto given = value_if_given(key);
    if (!given) return otherwise;
    if (given->text != "true" && given->text != "false")
        given->fail(fmt::format("'{}' is true or false, not {}", key, in_quotes(given->text)));
    return given->text == "true";
}

std::vector<YAML::Node> yaml_map::list(const char* key) const {
    const YAML::Node found = required(key);
    if (!found.IsSequence() || found.size() == 0)
        fail_at(*file_, found.Mark(), fmt::format("'{}' needs a list", key));
    return {found.begin(), found.end()};
}

std::optional<yaml_map> yaml_map::map_if_given(const char* key, std::string what,
                                               std::initializer_list<const char*> keys) const {
    const YAML::Node found = node_[key];
    if (!found) return {};
    return yaml_map(*file_, found, std::move(what), keys);
}

}  // namespace onnx2hpp
