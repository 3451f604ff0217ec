// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Values that normalizations are expanded to.

#include <onnx2hpp/expand/expansion.hpp>

namespace onnx2hpp {

std::int64_t checked_axis(const expansion& e, std::int64_t axis);

/// Axes [first, rank) of the input.
extents axes_from(const expansion& e, std::int64_t first);

value_id normalized(expansion& e, value_id x, const char* function, const extents& axes,
                    float epsilon);

/// y * scale + bias, each if it is there.
value_id scaled(expansion& e, value_id y, value_id scale, value_id bias);

/// A vector along axis `axis` of tensors with `rank` axes.
value_id along(expansion& e, value_id vector, std::size_t axis, std::size_t rank);

void require_channels(const expansion& e, std::size_t slot, std::int64_t channels);

void require_single_precision(const expansion& e);

}  // namespace onnx2hpp
