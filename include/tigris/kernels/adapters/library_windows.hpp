// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Convolutions of both kinds by libraries of kernels: a call of the contract, as calls of theirs.

#include <tigris/kernels/adapters/channel_tables.hpp>
#include <tigris/kernels/adapters/image_calls.hpp>
#include <tigris/kernels/contract/key.hpp>
#include <tigris/kernels/portable/convolution.hpp>

namespace tigris::kernels {

/// What a call is compiled for, and yet shared.
struct window_call {
    ops::window window;
    int32_t groups;
    int32_t out_pixel_stride;
    bool skips_rows;
};
template <window_key Window, int32_t Groups, int32_t OutPixelStride, bool SkipsRows>
inline constexpr window_call window_call_of{plain_window(window_of(Window)), Groups, OutPixelStride,
                                            SkipsRows};

/// What all calls of the library for codes of T have in common.
template <class T>
struct window_job_of {
    const image_layer* layer;
    typename tables_of_channels<T>::type tables;
    const int8_t* weights;
    int8_t* buffer;
    result_codes codes;
    int32_t groups;
};

using window_job = window_job_of<int8_t>;

template <class T>
inline image_layer image_layer_of(const window_call& call, const convolution_layer<T>& l) {
    constexpr int32_t size = sizeof(T);
    return {.window = call.window,
            .width_in = l.width_in,
            .width_out = l.width_out,
            .channels_in = l.channels_in * size,
            .channels_out = l.channels_out * size,
            .pad_left = l.pad_left,
            .out_step = known_or(call.out_pixel_stride, l.channels_out) * size,
            .padding = int8_t(l.result.zero_point_in),
            .skips_rows = call.skips_rows};
}

/// Where a call keeps what it needs; all but the panel begins at words.
struct window_memory {
    int32_t* tables;
    int8_t* buffer;
    int8_t* panel;
};

/// Rows of a layer whose sums are of `products` products by calls of `function(job, image_call)`;
/// fails where a library's arithmetic does not do.
template <finish_key Key, class T, class Function>
[[gnu::noinline]] inline bool run_windows(const window_call& call, const window_memory& memory,
                                          const convolution_layer<T>& layer, int32_t products,
                                          T* out, int32_t row_count, const row_window<T>& in,
                                          Function function) {
    const image_layer images = image_layer_of(call, layer);
    window_job_of<T> job{&images,    {}, layer.weights.bytes, memory.buffer, layer.result.codes,
                         call.groups};
    if (!make_channel_tables<Key>(job.tables, memory.tables, layer.result, layer.channels_out,
                                  products))
        return false;
    call_images(images, as_bytes(in), as_bytes(out), row_count, memory.panel,
                [&](const image_call& c) { function(job, c); });
    return true;
}

}  // namespace tigris::kernels
