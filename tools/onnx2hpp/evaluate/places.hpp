// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Which element of a tensor another one's element is made of.

#include <onnx2hpp/constants.hpp>

#include <vector>

namespace onnx2hpp {

/// For each element of a result, in order, the number of an element of an operand.
using element_places = std::vector<std::int64_t>;

/// The element of `own` that broadcasting pairs with each element of `dims`. Requires that it
/// broadcasts to it.
element_places broadcast_places(const extents& own, const extents& dims);

/// How many elements further the next place along each axis is.
extents strides_of(const extents& dims);

/// Counts through the places of `dims`, the last axis fastest, and calls visit(position) for each.
template <class Visit>
void for_each_position(const extents& dims, Visit&& visit) {
    const std::int64_t count = element_count(dims);
    extents position(dims.size(), 0);
    for (std::int64_t i = 0; i < count; ++i) {
        visit(static_cast<const extents&>(position));
        for (std::size_t axis = dims.size(); axis-- > 0;) {
            if (++position[axis] < dims[axis]) break;
            position[axis] = 0;
        }
    }
}

/// The elements of `t` at `places`, under extents `dims`; place -1 gives zero.
shared_tensor picked(const tensor_data& t, const extents& dims, const element_places& places);

}  // namespace onnx2hpp
