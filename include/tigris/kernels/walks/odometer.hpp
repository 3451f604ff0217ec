// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Walks over tensors of any rank without recursion.

#include <tigris/model/shape.hpp>

namespace tigris::kernels {

/// A place in a tensor. advance() goes to the next place, the last axis fastest. It returns false
/// after the last place.
struct odometer {
    int32_t at[max_rank]{};

    constexpr bool advance(const int32_t* extents, int axes) {
        for (int axis = axes - 1; axis >= 0; --axis) {
            if (++at[axis] < extents[axis]) return true;
            at[axis] = 0;
        }
        return false;
    }

    constexpr int32_t offset(const int32_t* strides, int axes) const {
        int32_t sum = 0;
        for (int axis = 0; axis < axes; ++axis) sum += at[axis] * strides[axis];
        return sum;
    }
};

}  // namespace tigris::kernels
