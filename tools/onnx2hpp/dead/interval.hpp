// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Integers between two bounds.

#include <algorithm>
#include <cstdint>

namespace onnx2hpp {

/// All integers from `low` to `high`, both included.
struct interval {
    std::int64_t low = 0;
    std::int64_t high = 0;

    bool is_constant() const { return low == high; }
    bool contains(std::int64_t x) const { return low <= x && x <= high; }
    friend auto operator<=>(const interval&, const interval&) = default;
};

/// The least interval that holds both.
inline interval hull(interval a, interval b) {
    return {std::min(a.low, b.low), std::max(a.high, b.high)};
}

inline interval operator+(interval a, interval b) { return {a.low + b.low, a.high + b.high}; }

/// The interval of all products of `w` and a number of `a`.
inline interval operator*(std::int64_t w, interval a) {
    return w < 0 ? interval{w * a.high, w * a.low} : interval{w * a.low, w * a.high};
}

}  // namespace onnx2hpp
