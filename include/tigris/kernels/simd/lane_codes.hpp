// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Codes of sixteen results, side by side: encode() of kernels/arithmetic/result_codes.hpp.

#include <tigris/kernels/arithmetic/result_codes.hpp>
#include <tigris/kernels/simd/instructions.hpp>

namespace tigris::kernels::simd_kernels {

template <class Out>
struct lane_codes {
    using numbers = lanes<int32_t, 8>;

    lanes<int16_t, 16> zero_point{};
    lanes<Out, 16> least{}, most{};

    explicit lane_codes(const result_codes& codes)
        : zero_point(all<lanes<int16_t, 16>>(codes.zero_point)),
          least(all<lanes<Out, 16>>(Out(codes.low))),
          most(all<lanes<Out, 16>>(Out(codes.high))) {}

    /// Codes of units above the zero point. What is saturated on the way is saturated in the end.
    [[gnu::always_inline]] lanes<Out, 16> operator()(numbers low, numbers high) const {
        const auto codes = narrow<Out>(add_saturated(narrow_16(low, high), zero_point));
        return smaller(larger(codes, least), most);
    }
};

}  // namespace tigris::kernels::simd_kernels
