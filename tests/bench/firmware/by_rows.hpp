// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// A backend whose kernels are those of BENCH_KERNELS, called for BENCH_ROWS rows at a time: what a
// plan that streams them would do.

#include <tigris/core.hpp>

namespace bench {

using whole_tag = tigris::kernels::backend_tag<BENCH_KERNELS>::type;
struct by_rows_tag : whole_tag {};
constexpr const whole_tag& whole_base(const by_rows_tag& tag) { return tag; }
inline constexpr tigris::backend by_rows{0x726f7773};

/// The window of a call that begins `k` rows further down.
template <class T>
[[gnu::always_inline]] constexpr tigris::kernels::row_window<T> moved_down(
    tigris::kernels::row_window<T> in, int32_t k) {
    in.offset += k * in.row_elements;
    in.first = in.first > k ? in.first - k : 0;
    in.last = in.last > k ? in.last - k : 0;
    return in;
}

}  // namespace bench

template <>
struct tigris::kernels::backend_tag<bench::by_rows> {
    using type = bench::by_rows_tag;
};

namespace bench {

/// Layers with windows: their tensors lie whole, so that no window wraps.
template <tigris::kernels::geometry G, class Layer, class In, class Out>
[[gnu::always_inline]] inline void rows(by_rows_tag tag, const Layer& layer, Out* out,
                                        int32_t row_count,
                                        const tigris::kernels::row_window<In>& in) {
    const int32_t elements =
        layer.width_out * tigris::kernels::pixel_step(G, layer.channels_out) * BENCH_ROWS;
    for (int32_t y = 0; y < row_count; y += BENCH_ROWS, out += elements) {
        const int32_t rest = row_count - y;
        rows<G>(whole_base(tag), layer, out, rest < BENCH_ROWS ? rest : BENCH_ROWS,
                moved_down(in, y * G.stride_h));
    }
}

}  // namespace bench
