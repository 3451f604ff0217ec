// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// From the elements of one tensor to those of another: other scale, other zero point, clamped.

#include <tigris/kernels/arithmetic/result_codes.hpp>
#include <tigris/model/graph.hpp>
#include <tigris/support/type_list.hpp>

namespace tigris::kernels {

/// How codes of an input become codes of an output.
struct rescaling {
    fixed_multiplier multiplier{1 << 30, 1};
    int16_t zero_point_in = 0;
    result_codes codes{};

    /// Whether input and output have one scale and one zero point.
    constexpr bool is_identity() const {
        return is_one(multiplier) && zero_point_in == codes.zero_point;
    }
};

/// The rescaling from one tensor's codes to another's. Between tensors without quantization it only
/// clamps.
constexpr rescaling rescaling_of(const ops::clamp& c, const tensor& from, const tensor& to,
                                 rounding rounds) {
    if (!is_quantized(from) || !is_quantized(to))
        return {.codes = {0, int16_t(lowest_of(to.type)), int16_t(highest_of(to.type))}};
    return {.multiplier = quantized_multiplier(double(from.quant.scale) / double(to.quant.scale)),
            .zero_point_in = int16_t(from.quant.zero_point),
            .codes = codes_of(c, to, rounds)};
}

template <rounding Rounds, class Out>
constexpr Out rescale(int32_t code, const rescaling& r) {
    return encode<Out>(requantize<Rounds>(code - r.zero_point_in, r.multiplier), r.codes);
}

/// How results of T are made from what a window holds: rescaled codes, or clamped floats.
template <class T>
struct element_rescaling {
    using type = rescaling;
};
template <>
struct element_rescaling<float> {
    using type = ops::clamp;
};
template <class T>
using rescaling_t = typename element_rescaling<T>::type;

template <class T>
constexpr rescaling_t<T> rescaling_of(const ops::clamp& c, const operands& t, rounding rounds) {
    if constexpr (is_same<T, float>)
        return c;
    else
        return rescaling_of(c, t.input(0), t.output(), rounds);
}

}  // namespace tigris::kernels
