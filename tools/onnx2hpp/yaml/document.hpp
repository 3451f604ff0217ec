// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// YAML files of the user, read with limits. Every complaint names the file and the line.

#include <yaml-cpp/yaml.h>

#include <string>
#include <string_view>

namespace onnx2hpp {

/// A file and the root of what stands in it.
struct yaml_document {
    std::string file;
    YAML::Node root;
};

/// A text that was in `file`. Throws failure(bad_input) if it is not YAML, is empty, has anchors or
/// aliases, or is nested too deeply.
yaml_document parse_yaml(std::string file, const std::string& text);

/// Whether a word of an option names a file in YAML.
inline bool is_yaml_file(std::string_view word) {
    return word.ends_with(".yaml") || word.ends_with(".yml");
}

/// The document in a regular file of at most 64 KB. `what` it is ("board file") begins the
/// complaints.
yaml_document read_yaml(const std::string& what, const std::string& file);

/// Throws failure(bad_input): `file:line: sentence`.
[[noreturn]] void fail_at(const std::string& file, const YAML::Mark& mark,
                          const std::string& sentence);

}  // namespace onnx2hpp
