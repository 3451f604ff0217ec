// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// What planners know of convolutions whose weights lie by fours of outputs.

#include <tigris/kernels/fast_float/shape.hpp>

namespace tigris::kernels::fast_float_kernels {

/// Facts of a convolution of floats whose windows are read where they lie. Each call finds the
/// windows, and sets up four outputs at a time.
constexpr kernel_facts facts_of_fours(const ops::conv&, const operands& t, backend own) {
    return {.call_cycles = 100 + 10 * t.input(1).dims[0], .backend = own};
}

}  // namespace tigris::kernels::fast_float_kernels
