// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Nodes that take one place of an axis, such as a step of a sequence.

#include <onnx2hpp/passes/rewrite.hpp>

namespace onnx2hpp {

struct taken_place {
    std::size_t axis = 0;
    std::int64_t place = 0;  // counted from the front
};

/// What a Slice or a Gather with constant operands takes of its input 0; nothing where it takes
/// something else than one place of one axis. Gather may leave out the axis.
std::optional<taken_place> taken_place_of(const rewriter& r, const node& n);

/// The axis that a Slice reverses, where it does nothing else.
std::optional<std::size_t> reversed_axis_of(const rewriter& r, const node& n);

}  // namespace onnx2hpp
