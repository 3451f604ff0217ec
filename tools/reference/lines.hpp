// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// A tensor seen along one axis: lines of elements that differ in this index only.

#include <reference/tensor.hpp>

namespace reference {

/// Element k of line i is at start + k * stride.
struct lines {
    std::int64_t count;
    std::int64_t length;
    std::int64_t stride;

    lines(const shape& dims, std::size_t axis)
        : count(volume(dims, 0, axis) * volume(dims, axis + 1, dims.size())),
          length(dims.at(axis)),
          stride(volume(dims, axis + 1, dims.size())) {}

    std::int64_t at(std::int64_t line, std::int64_t k) const {
        return (line / stride * length + k) * stride + line % stride;
    }
};

}  // namespace reference
