// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Codes of floats, sixteen at once.

#include <tigris/kernels/portable/convert.hpp>
#include <tigris/kernels/simd/lane_codes.hpp>

namespace tigris::kernels {
namespace simd_kernels {

/// quantize_real() of kernels/arithmetic/result_codes.hpp. Quotients are limited before they are
/// rounded, to what is far outside of any byte; NaN becomes the least.
template <class Out>
class quantization_of_lanes {
    using reals = lanes<float, 8>;
    static constexpr float most = 1 << 16;

public:
    quantization_of_lanes(float scale, const result_codes& codes)
        : scale_(all<reals>(scale)), encode_(codes) {}

    [[gnu::always_inline]] lanes<Out, 16> operator()(const float* x) const {
        return encode_(units(load<reals>(x)), units(load<reals>(x + 8)));
    }

private:
    [[gnu::always_inline]] lanes<int32_t, 8> units(reals x) const {
        return nearest(smaller(larger(x / scale_, all<reals>(-most)), all<reals>(most)));
    }

    reals scale_;
    lane_codes<Out> encode_;
};

}  // namespace simd_kernels

template <convert_key G, class Out>
    requires(quantizes_to_bytes(G))
[[gnu::noinline]] inline void rows(simd_tag, const convert_layer<float>& layer, Out* out,
                                   int32_t row_count, const row_window<float>& in) {
    const simd_kernels::quantization_of_lanes<Out> quantize(layer.scale, layer.codes.codes);
    const auto [span, step] = spans_of_row(G.out_pixel_stride, layer.row_elements, layer.channels);
    for (int32_t y = 0; y < row_count; ++y) {
        const float* x = in(y);
        for (const float* end = x + layer.row_elements; x < end; x += span, out += step) {
            int32_t i = 0;
            for (; i + 16 <= span; i += 16) simd_kernels::store(out + i, quantize(x + i));
            for (; i < span; ++i) out[i] = convert_element<G, Out>(x[i], layer);
        }
    }
}

}  // namespace tigris::kernels
