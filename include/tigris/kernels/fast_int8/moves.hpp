// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Operators that move bytes or look them up, by code of the tag's backend, which declares it:
//   copy_of(tag)        a type: bytes(to, from, count) moves neighboring bytes, first to last
//   look_up_of(tag)     a type: bytes(to, from, count, table) looks neighboring bytes up
//   rescale_spans(tag)  a function that gives spans of codes another quantization

#include <tigris/kernels/fast_int8/byte_spans.hpp>
#include <tigris/kernels/fast_int8/looked_up_bytes.hpp>
#include <tigris/kernels/fast_int8/moved_pixels.hpp>
#include <tigris/kernels/portable/concat.hpp>
#include <tigris/kernels/portable/convert.hpp>
#include <tigris/kernels/portable/slice.hpp>

namespace tigris::kernels {

template <class Own, class T>
[[gnu::always_inline]] inline void copy_spans(cortex_m_tag<Own>, T* out, int32_t step_out,
                                              const T* in, int32_t step_in, int32_t count,
                                              int32_t spans) {
    copy_spans_by<decltype(copy_of(Own{}))>(out, step_out, in, step_in, count, spans);
}

template <concat_key G, class Own, class T, class Out, class... Windows>
[[gnu::always_inline]] inline void rows(cortex_m_tag<Own> tag, const concat_layer<T>& layer,
                                        Out* out, int32_t row_count, const Windows&... windows) {
    join_rows<G>(tag, layer, out, row_count, windows...);
}

template <concat_key G, class Own, class T, class Out, class... In>
[[gnu::always_inline]] inline void whole(cortex_m_tag<Own> tag, const concat_layer<T>& layer,
                                         Out* out, In... in) {
    join_all<G>(tag, layer, out, in...);
}

template <convert_key G, class Own>
    requires(rescales_bytes(G))
[[gnu::always_inline]] inline void rows(cortex_m_tag<Own>, const convert_layer<int8_t>& layer,
                                        int8_t* out, int32_t row_count,
                                        const row_window<int8_t>& in) {
    convert_in_spans<G>(Own{}, layer, out, row_count, in);
}

/// `in` is a row_window<T>, or constant_rows<T>.
template <slice_key G, class Own, class T, class Rows>
[[gnu::always_inline]] inline void rows(cortex_m_tag<Own> tag, const slice_layer<T>& layer, T* out,
                                        int32_t row_count, const Rows& in) {
    slice_in_spans<G>(tag, layer, out, row_count, in);
}

template <resize_key G, class Own, class T>
    requires(moves_pixels(G))
[[gnu::always_inline]] inline void numbered_rows(cortex_m_tag<Own>, const resize_layer<T>& layer,
                                                 T* out, int32_t first_row, int32_t row_count,
                                                 const row_window<T>& in) {
    move_pixels<G, decltype(copy_of(Own{}))>(layer, out, first_row, row_count, in);
}

template <unary_key G, class Own, class In, class Out>
    requires(reads_table(G))
[[gnu::always_inline]] inline void rows(cortex_m_tag<Own>, const unary_layer<In>& layer, Out* out,
                                        int32_t row_count, const row_window<In>& in) {
    look_up_by<G, decltype(look_up_of(Own{}))>(layer, out, row_count, in);
}

}  // namespace tigris::kernels
