// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// What in a loop's body counts and decides, what takes parts of sequences, and what computes.

#include <onnx2hpp/expand/repeated.hpp>

#include <optional>
#include <set>

namespace onnx2hpp {

/// A node that takes, at each iteration, one part of a value of the graph around.
struct taken_part {
    value_id from = absent;
    value_id place = absent;  // of the body
    value_id made = absent;   // of the body
    std::int64_t axis = 0;
};

/// Carried values by their number, nodes of the body by theirs. Counting: known at conversion, in
/// each iteration. Kept: the same in all iterations.
struct loop_roles {
    std::set<std::size_t> counting{}, kept{};
    std::vector<taken_part> parts{};
    subgraph counts{};  // makes the condition, what counts, and the place of each part
    subgraph cell{};    // reads all that is carried, then parts; makes all but the condition
};

loop_roles roles_of(const expansion& e, const repeated& loop);

/// What counting comes to: how often the body runs, the places of each part, last values.
struct loop_counts {
    std::int64_t iterations = 0;
    std::vector<extents> places{};
    std::vector<shared_tensor> last{};
};

/// Counts the iterations of a loop at conversion. Nothing where they are not known then. Leaves the
/// model as it is.
std::optional<loop_counts> counts_of(expansion& e, const repeated& loop, const loop_roles& roles);

}  // namespace onnx2hpp
