// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Sums and differences of two tensors of bytes and one shape, sixteen elements at once.

#include <tigris/kernels/fast_int8/sums_of_bytes.hpp>
#include <tigris/kernels/simd/lane_codes.hpp>
#include <tigris/kernels/simd/lane_scales.hpp>

namespace tigris::kernels {
namespace simd_kernels {

/// combine_units() of kernels/portable/binary.hpp, of eight pairs.
template <binary_key G, class T>
class addition {
    using numbers = lanes<int32_t, 8>;

public:
    explicit addition(const binary_layer<T>& layer) : layer_(layer) {
        for (int i = 0; i < 3; ++i) {
            scales_[i].multipliers = all<numbers>(layer.multipliers[i]);
            scales_[i].right = all<numbers>(-layer.shifts[i]);
        }
    }
    /// Whether no shift is to the left.
    static bool applies(const binary_layer<T>& layer) {
        const int8_t* shifts = layer.shifts;
        if (G.rounds == rounding::nearest) return shifts[0] <= 0 && shifts[0] >= -31;
        for (int i = 0; i < 3; ++i)
            if (shifts[i] > 0 || shifts[i] < -31) return false;
        return true;
    }

    [[gnu::always_inline]] numbers operator()(numbers a, numbers b) const {
        return units(a - all<numbers>(layer_.zero_point_a), b - all<numbers>(layer_.zero_point_b));
    }

private:
    [[gnu::always_inline]] numbers units(numbers a, numbers b) const {
        if constexpr (G.rounds == rounding::nearest)
            return shift_rounded(
                multiply_wide(a, scales_[0].multipliers) + multiply_wide(b, scales_[1].multipliers),
                scales_[0].right);
        else
            return scales_[2].tflite(scales_[0].tflite(a << 20) + scales_[1].tflite(b << 20));
    }

    const binary_layer<T>& layer_;
    lane_scales scales_[3]{};
};

template <binary_key G, class T, class Out>
[[gnu::always_inline]] inline void add_span(const binary_layer<T>& layer, const addition<G, T>& add,
                                            const T* a, const T* b, int32_t count, Out* out) {
    const lane_codes<Out> encode(layer.codes);
    int32_t i = 0;
    for (; i + 16 <= count; i += 16)
        store(out + i, encode(add(widen_8(a + i), widen_8(b + i)),
                              add(widen_8(a + i + 8), widen_8(b + i + 8))));
    for (; i < count; ++i) out[i] = combine<G, Out>(layer, a[i], b[i]);
}

}  // namespace simd_kernels

template <binary_key G, class T, class Out>
    requires(adds_codes(G) && has_full_rows(G))
[[gnu::noinline]] inline void rows(simd_tag, const binary_layer<T>& layer, Out* out,
                                   int32_t row_count, const row_window<T>& window_a,
                                   const row_window<T>& window_b) {
    if (!simd_kernels::addition<G, T>::applies(layer))
        return rows<G>(portable_tag{}, layer, out, row_count, window_a, window_b);
    const simd_kernels::addition<G, T> add(layer);
    const int32_t count = layer.width * layer.channels;
    for (int32_t y = 0; y < row_count; ++y, out += count)
        simd_kernels::add_span<G>(layer, add, window_a(is_fixed(G.broadcast, 0) ? 0 : y),
                                  window_b(is_fixed(G.broadcast, 1) ? 0 : y), count, out);
}

}  // namespace tigris::kernels
