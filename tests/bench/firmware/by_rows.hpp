// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// A backend whose kernels are those of BENCH_KERNELS, called for BENCH_ROWS rows at a time: what a
// plan that streams the layer of BENCH_HEADER would do.

#include BENCH_HEADER

namespace bench {

using whole_tag = tigris::kernels::backend_tag<BENCH_KERNELS>::type;
struct by_rows_tag : whole_tag {};
inline constexpr tigris::backend by_rows{0x726f7773};

/// The layer as a step of a plan that streams it.
using streamed =
    tigris::execution::session<BENCH_MODEL::model_type{},
                               tigris::target{.backend = BENCH_KERNELS,
                                              .optimize = tigris::optimize::BENCH_OPTIMIZE}>;
constexpr bool is_prepared = BENCH_ROWS == 1 && streamed::facts(0).kernel.prepared_bytes > 0 &&
                             tigris::planning::may_take_flash(streamed::Target.optimize, 1, 1);

template <class Key>
constexpr Key streamed_key(Key key) {
    if constexpr (is_prepared) key.prepared = true;
    return key;
}
template <class Tag, int Step = 0>
constexpr Tag streamed_tag(Tag tag) {
    if constexpr (is_prepared) tag.prepared = &tigris::execution::prepared<streamed, Step>;
    return tag;
}

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
template <auto G, class Layer, class In, class Out>
[[gnu::always_inline]] inline void rows(by_rows_tag tag, const Layer& layer, Out* out,
                                        int32_t row_count,
                                        const tigris::kernels::row_window<In>& in) {
    const int32_t elements = layer.width_out *
                             tigris::kernels::pixel_step(G.out_pixel_stride, layer.channels_out) *
                             BENCH_ROWS;
    for (int32_t y = 0; y < row_count; y += BENCH_ROWS, out += elements) {
        const int32_t rest = row_count - y;
        rows<streamed_key(G)>(streamed_tag<whole_tag>(tag), layer, out,
                              rest < BENCH_ROWS ? rest : BENCH_ROWS,
                              moved_down(in, y * G.window.stride_h));
    }
}

}  // namespace bench
