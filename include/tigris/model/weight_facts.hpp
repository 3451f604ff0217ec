// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Facts about a layer's weights on which a kernel may rely. The tool computes them, because
// compilers would take too long.

#include <stdint.h>

namespace tigris {

/// Smallest and largest weight, and the largest sum of |w| over one output. All 0 for constants
/// that are not 8-bit weights.
struct weight_facts {
    int16_t lowest = 0;
    int16_t highest = 0;
    int32_t largest_sum = 0;
};

}  // namespace tigris
