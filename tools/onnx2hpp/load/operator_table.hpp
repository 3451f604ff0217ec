// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// The table of ONNX operators: which versions take which inputs, outputs and attributes.

#include <onnx2hpp/load/operators.hpp>

#include <limits>
#include <span>
#include <vector>

namespace onnx2hpp {

struct attribute_rule {
    std::string_view name;
    attribute_kind kind;
    bool required = false;
};

/// Versions of an operator that take the same. `op_type` begins with the domain where that is not
/// ai.onnx. A version that is missing between two that are known never existed.
struct signature {
    std::string_view op_type;
    std::vector<int> versions;
    std::size_t min_inputs;
    std::size_t max_inputs;
    std::size_t max_outputs;
    std::vector<attribute_rule> attributes;
};

/// As many inputs or outputs as there are.
inline constexpr std::size_t any_number = std::numeric_limits<std::size_t>::max();

/// All that is known, versions ascending within an operator. Source: ONNX, docs/Changelog.md up to
/// opset 28; ONNX Runtime, docs/ContribOperators.md.
std::span<const signature> signatures();

}  // namespace onnx2hpp
