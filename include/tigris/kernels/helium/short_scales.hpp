// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Which scales Helium's kernels rescale fastest by.

#include <tigris/kernels/arithmetic/epilogue.hpp>
#include <tigris/kernels/portable/facts.hpp>

namespace tigris::kernels {
namespace helium_kernels {

/// What is left to shift when a product's high word is taken.
constexpr int32_t left_by_product(rounding rounds) { return rounds == rounding::nearest ? 1 : 0; }

}  // namespace helium_kernels

/// Whether all scales of a layer of signed bytes are short: shifts are to the right, or all sums
/// become 0. Other layers have no scales.
template <adds_products Op>
constexpr bool has_short_scales(helium_tag, const Op& op, const operands& t,
                                view<const constant> constants, rounding rounds) {
    if (t.input(0).type != dtype::i8 || t.output().type != dtype::i8) return true;
    const epilogue<int8_t> e = epilogue_of<int8_t>(op.clamp, t, constants, rounds);
    const int64_t scales = element_count(t.input(4));
    for (int64_t i = 0; i < scales; ++i)
        if (e.multipliers[i] != 0 && e.shifts[i] + helium_kernels::left_by_product(rounds) >= 0)
            return false;
    return true;
}

}  // namespace tigris::kernels
