// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// What a backend may make of a layer: the portable kernel's integers, and nearly its floats, which
// may have been added in another order.

#include <helpers/row_runs.hpp>
#include <helpers/weighted_case.hpp>

namespace tigris::test {

template <class T>
bool close(const T* a, const T* b, int count) {
    if constexpr (!is_float<T>) return equal(a, b, count);
    for (int i = 0; i < count; ++i)
        if (!(a[i] - b[i] < T(1e-4) && b[i] - a[i] < T(1e-4))) return false;
    return true;
}

}  // namespace tigris::test
