// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/placement/parse_states.hpp>

#include <onnx2hpp/yaml/map.hpp>

namespace onnx2hpp {

std::vector<std::pair<std::string, std::string>> parse_states(const yaml_document& document) {
    const yaml_map keys(document.file, document.root, "a state file", {"states"});
    std::vector<std::pair<std::string, std::string>> made;
    for (const YAML::Node& node : keys.list("states")) {
        const yaml_map state(document.file, node, "a state", {"input", "output"});
        state.require({"input", "output"});
        made.emplace_back(state.value("input").text, state.value("output").text);
    }
    return made;
}

}  // namespace onnx2hpp
