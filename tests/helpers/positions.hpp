// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Elements of tensors by their positions on all axes.

#include <tigris/model/shape.hpp>

namespace tigris::test {

/// A place on each axis.
struct position {
    int at[max_rank]{};
};

constexpr position position_of(const shape& dims, int element) {
    position result;
    for (int axis = dims.rank - 1; axis >= 0; --axis) {
        result.at[axis] = element % dims[axis];
        element /= dims[axis];
    }
    return result;
}

constexpr int element_at(const shape& dims, const position& place) {
    int element = 0;
    for (int axis = 0; axis < dims.rank; ++axis) element = element * dims[axis] + place.at[axis];
    return element;
}

}  // namespace tigris::test
