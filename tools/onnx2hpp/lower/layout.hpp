// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// In which order the axes of a tensor lie in memory.

#include <onnx2hpp/onnx_model.hpp>

#include <optional>
#include <vector>

namespace onnx2hpp {

/// order[k] is the ONNX axis that lies at place k in memory, the innermost last.
using axis_order = std::vector<int>;

axis_order onnx_order(std::size_t rank);

/// Batch, spatial axes, channels: what windows want. Requires rank >= 2.
axis_order channels_last(std::size_t rank);

/// `axis` innermost, the others as they are.
axis_order with_innermost(axis_order order, int axis);

/// The place in memory of each ONNX axis.
axis_order places_of(const axis_order& order);

/// Extents in memory order.
extents memory_dims(const extents& dims, const axis_order& order);

/// Whether both orders put every element of a tensor of `dims` at the same place: axes of extent 1
/// do not matter.
bool is_same_memory(const extents& dims, const axis_order& a, const axis_order& b);

/// The order of a Transpose's output that leaves memory as it is: output axis k is input axis
/// perm[k].
axis_order transposed_order(const axis_order& order, const extents& perm);

/// The order of a reshaped tensor that leaves memory as it is, or nothing if there is none.
std::optional<axis_order> reshaped_order(const extents& from, const axis_order& order,
                                         const extents& to);

/// Where a reshaped tensor is in ONNX order but for its innermost axis, whose elements are
/// permuted: columns[p] is the ONNX index of what lies at p. Nothing otherwise.
std::optional<std::vector<int>> permuted_columns(const extents& from, const axis_order& order,
                                                 const extents& to);

}  // namespace onnx2hpp
