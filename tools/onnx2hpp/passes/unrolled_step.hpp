// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Groups of nodes that compute the same of other values: steps of an unrolled layer.

#include <onnx2hpp/passes/rewrite.hpp>

#include <unordered_map>

namespace onnx2hpp {

/// The nodes between a state and the next one.
struct step_pattern {
    value_id h = absent, next_h = absent;  // the state, and the next one
    std::vector<int> nodes{};              // nodes in order
    /// Values that they read beside the state, constants and each other.
    std::vector<value_id> others{};
};

/// The nodes that make next_h of h. Nothing where next_h does not depend on h, or where more nodes
/// stand between than a step has.
std::optional<step_pattern> pattern_between(const rewriter& r, value_id h, value_id next_h);

/// What a step has in the place of the pattern's values and nodes.
struct step_copy {
    std::unordered_map<value_id, value_id> values{};
    std::vector<int> nodes{};
};

/// The step that begins with this state, or nothing.
std::optional<step_copy> copy_at(const rewriter& r, const step_pattern& pattern, value_id h);

/// Whether two nodes are the same operator with the same attributes and constant inputs.
bool are_alike(const rewriter& r, const node& a, const node& b);

}  // namespace onnx2hpp
