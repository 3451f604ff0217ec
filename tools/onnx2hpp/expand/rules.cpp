// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/expand/rules.hpp>
#include <onnx2hpp/load/operators.hpp>

#include <unordered_map>

namespace onnx2hpp {
namespace {

/// By qualified name (load/operators.hpp).
const std::unordered_map<std::string_view, expansion_rule> rules{
    {"Dropout", expand_dropout},
};

}  // namespace

expansion_rule expansion_of(const node& n) {
    const auto found = rules.find(qualified_name(n));
    return found == rules.end() ? nullptr : found->second;
}

}  // namespace onnx2hpp
