// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Heap sort, as a constant expression in every compiler. Unlike std::sort, it is cheap to evaluate.

#include <tigris/support/view.hpp>

namespace tigris {

template <class T, class Before>
constexpr bool is_sorted(view<T> items, const Before& before) {
    for (int i = 1; i < items.size; ++i)
        if (before(items.data[i], items.data[i - 1])) return false;
    return true;
}

/// Sorts in place: before(b, a) is false for neighbors a, b afterwards. Not stable: `before` should
/// break ties. O(n log n) comparisons, n if the items are in order already. No recursion.
template <class T, class Before>
constexpr void sort(view<T> items, Before before) {
    if (is_sorted(items, before)) return;
    T* const of = items.data;
    for (int heap = items.size / 2, end = items.size; end > 1;) {
        T moved{};
        if (heap > 0) {
            moved = of[--heap];
        } else {
            moved = of[--end];
            of[end] = of[0];
        }
        int hole = heap;
        for (int child = 2 * hole + 1; child < end; child = 2 * hole + 1) {
            if (child + 1 < end && before(of[child], of[child + 1])) ++child;
            if (!before(moved, of[child])) break;
            of[hole] = of[child];
            hole = child;
        }
        of[hole] = moved;
    }
}

}  // namespace tigris
