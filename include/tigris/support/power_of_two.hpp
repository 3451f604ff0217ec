// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Which numbers may be alignments.

#include <stdint.h>

namespace tigris {

constexpr bool is_power_of_two(uint32_t n) { return n > 0 && (n & (n - 1)) == 0; }

}  // namespace tigris
