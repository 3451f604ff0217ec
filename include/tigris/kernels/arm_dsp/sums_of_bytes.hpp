// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// To which binary operators the kernel for sums and differences of bytes applies.

#include <tigris/kernels/portable/binary.hpp>

namespace tigris::kernels::dsp {

constexpr bool adds_bytes(const geometry& g) {
    return g.quantized && g.in == dtype::i8 && g.in2 == dtype::i8 && g.out == dtype::i8 &&
           is_sum(function_of(g));
}

}  // namespace tigris::kernels::dsp
