// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// A map of a YAML file, whose keys and values are checked.

#include <onnx2hpp/yaml/document.hpp>

#include <initializer_list>
#include <optional>
#include <string>
#include <vector>

namespace onnx2hpp {

/// A word or number of a file, and where it stands.
struct yaml_value {
    const std::string* file;
    YAML::Mark mark;
    std::string text;

    [[noreturn]] void fail(const std::string& sentence) const { fail_at(*file, mark, sentence); }

    /// What `parse` makes of the text; its failures get the line.
    template <class Parse>
    auto as(const Parse& parse) const {
        try {
            return parse(text);
        } catch (const std::exception& error) {
            fail(error.what());
        }
    }
};

/// `what` it describes ("a memory") is in the complaints. Throws failure(bad_input) where the node
/// is no map, or has a key twice, or one that is not among `keys`.
class yaml_map {
public:
    yaml_map(const std::string& file, const YAML::Node& node, std::string what,
             std::initializer_list<const char*> keys);

    /// Throws failure(bad_input) that names all of these keys that are missing.
    void require(std::initializer_list<const char*> keys) const;

    /// Throws failure(bad_input) where the key or its value is missing, or is no word or number.
    yaml_value value(const char* key) const;
    std::optional<yaml_value> value_if_given(const char* key) const;

    /// `true` or `false`.
    bool flag(const char* key, bool otherwise) const;

    /// The items of a list that is not empty.
    std::vector<YAML::Node> list(const char* key) const;

    /// The map below a key, or nothing.
    std::optional<yaml_map> map_if_given(const char* key, std::string what,
                                         std::initializer_list<const char*> keys) const;

    [[noreturn]] void fail(const std::string& sentence) const;

private:
    YAML::Node required(const char* key) const;
    void check_key(const YAML::Node& key, std::initializer_list<const char*> keys) const;

    const std::string* file_;
    YAML::Node node_;
    std::string what_;
};

}  // namespace onnx2hpp
