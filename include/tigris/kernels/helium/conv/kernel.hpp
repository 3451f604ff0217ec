// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// 2-D convolution of bytes as a matrix product: some windows at a time are gathered, or read where
// they lie, and multiplied with four outputs' weights after the other.

#include <tigris/kernels/contract/key.hpp>
#include <tigris/kernels/helium/conv/multiply_pairs.hpp>
#include <tigris/kernels/helium/conv/shape.hpp>
#include <tigris/kernels/portable/conv.hpp>
#include <tigris/kernels/walks/pixels_inside.hpp>
#include <tigris/kernels/walks/rows_in_place.hpp>

namespace tigris::kernels {
namespace helium_kernels {

/// A layer's weights as the product reads them; `elements` of each output. `are_ready`: in fours,
/// and all scales are short.
template <products_key Key>
struct weight_walk {
    const int8_t* weights;
    const window_shape& shape;
    int32_t elements;
    int8_t* packed;
    bool are_ready;

    /// Weights of outputs [first, first + count), at most four. In a packed copy, the last stands
    /// for missing outputs.
    [[gnu::always_inline]] const int8_t* four(int32_t first, int32_t count) const {
        if constexpr (Key.weights == weight_order::helium_fours)
            return weights + first * shape.depth();
        pack_four(weights + first * elements, count);
        return packed;
    }
    [[gnu::noinline]] void pack_four(const int8_t* from, int32_t count) const {
        for (int32_t o = 0; o < 4; ++o) {
            const int8_t* at = from + (o < count ? o : count - 1) * elements;
            int8_t* to = packed + 16 * o;
            for (int32_t rest = elements; rest > 0; rest -= 16, at += 16, to += 64)
                store(to, load_first(at, rest));
        }
    }
};

/// Whole fours of a layer that is ready.
template <products_key Key>
[[gnu::noinline]] inline void multiply_fours(const epilogue<int8_t>& e,
                                             const weight_walk<Key>& weights, int32_t fours,
                                             const window_span& span) {
    own_scales own;
    pair_job job;
    job.zero_point = e.codes.zero_point;
    job.fours = fours;
    job.scales = walk_scales<Key.finish>(e, 0, own);
    run_windows<Key.finish.rounds, true>(job, weights.weights, weights.shape.vectors, span);
}

/// Outputs [first, first + count), at most four, whatever their weights and scales.
template <products_key Key>
[[gnu::noinline]] inline void multiply_few(const epilogue<int8_t>& e,
                                           const weight_walk<Key>& weights, int32_t first,
                                           int32_t count, const window_span& span) {
    const lane_scales scales = scales_of<Key.finish>(e, first, count);
    const int8_t* const at = weights.four(first, count);
    const int32_t vectors = weights.shape.vectors;
    if (!are_short<Key.finish>(scales)) {
        for (int32_t n = 0; n < span.count; ++n)
            finish_slowly<Key.finish>(e, first, count,
                                      multiply_window(span.windows + n * span.apart, at, vectors),
                                      span.out + n * span.step);
        return;
    }
    own_scales own;
    store(own.bias, scales.bias);
    store(own.multipliers, scales.multipliers);
    store_lowest(own.shifts, scales.shifts - shifts_of_product<Key.finish.rounds>);
    pair_job job;
    job.count = count;
    job.zero_point = e.codes.zero_point;
    job.fours = 1;
    job.scales = {own.bias, own.multipliers, own.shifts};
    if (count == 4)
        run_windows<Key.finish.rounds, true>(job, at, vectors, span);
    else
        run_windows<Key.finish.rounds, false>(job, at, vectors, span);
}

/// Makes all outputs of some windows.
template <products_key Key>
[[gnu::noinline]] inline void multiply_windows(const conv_layer<int8_t>& layer,
                                               const weight_walk<Key>& weights,
                                               const window_span& span) {
    const epilogue<int8_t>& e = layer.result;
    const int32_t outputs = layer.channels_out, ready = weights.are_ready ? outputs & ~3 : 0;
    if (ready) multiply_fours(e, weights, ready / 4, span);
    for (int32_t o = ready; o < outputs; o += 4) {
        window_span some = span;
        some.out += o;
        multiply_few(e, weights, o, outputs - o < 4 ? outputs - o : 4, some);
    }
    if (is_limited(e.codes)) limit_codes(e.codes, span.out, outputs, span.count, span.step);
}

/// Where windows and their sums lie, as window_span has it for codes.
struct sum_span {
    const int8_t* windows;
    int32_t apart;
    int32_t count;
    int32_t* out;
    int32_t step;
};
template <class Out>
using span_for = typename type_list<window_span, sum_span>::template at<is_same<Out, int32_t>>;

inline void store_sums(int32_t* out, words sums, int32_t count) {
    if (count == 4) return store(out, sums);
    for (int32_t i = 0; i < count; ++i) out[i] = sums[i];
}

/// Makes all outputs of some windows, two windows at a time, as sums.
template <products_key Key>
[[gnu::noinline]] inline void multiply_windows(const conv_layer<int8_t>& layer,
                                               const weight_walk<Key>& weights,
                                               const sum_span& span) {
    const int32_t outputs = layer.channels_out, vectors = weights.shape.vectors;
    for (int32_t o = 0; o < outputs; o += 4) {
        const int32_t count = outputs - o < 4 ? outputs - o : 4;
        const int8_t *const four = weights.four(o, count), *window = span.windows;
        int32_t *out = span.out + o, rest = span.count;
        for (; rest >= 2; rest -= 2, out += 2 * span.step, window += 2 * span.apart) {
            const two_sums sums = multiply_two_windows(window, span.apart, four, vectors);
            store_sums(out, sums.first, count);
            store_sums(out + span.step, sums.second, count);
        }
        if (rest) store_sums(out, multiply_window(window, four, vectors), count);
    }
}

/// The windows of a call, one pixel after the other.
template <conv_key G>
struct window_walk {
    const conv_layer<int8_t>& layer;
    const row_window<int8_t>& in;
    int32_t channels;
    int32_t depth;
    pixel_range inside{};
    int32_t row = 0;
    int32_t x = 0;

    int32_t span() const {
        return known_or(G.window.kernel_w * G.channels_in, G.window.kernel_w * channels);
    }
    bytes padding() const { return all_bytes(layer.result.zero_point_in); }

    /// Copies one row of the kernel over a row of the image; null is padding.
    [[gnu::noinline]] void put_together(int8_t* to, const int8_t* pixels, int32_t column) const {
        fill_bytes(to, padding(), span());
        if (!pixels) return;
        const tap_range taps =
            taps_inside(column, layer.width_in, G.window.kernel_w, G.window.dilation_w);
        const int8_t* from = pixels + (column + taps.first * G.window.dilation_w) * channels;
        to += taps.first * channels;
        if (G.window.dilation_w == 1) return copy_bytes(to, from, taps.count() * channels);
        for (int32_t k = taps.count(); k > 0; --k, to += channels) {
            copy_bytes(to, from, channels);
            from += G.window.dilation_w * channels;
        }
    }
    void gather_edge(int8_t* to) const {
        for (int32_t i = 0; i < G.window.kernel_h; ++i, to += span())
            put_together(to, in(row + i * G.window.dilation_h),
                         x * G.window.stride_w - layer.pad_left);
    }
    [[gnu::always_inline]] void copy_span(int8_t* to, const int8_t* from) const {
        constexpr int32_t known = G.window.kernel_w * G.channels_in, vectors = known / 16;
        if constexpr (known > 0 && known < 16) {
            copy_few(to, from, known);
        } else if constexpr (known == 0 || known % 16 != 0 || vectors > 4) {
            copy_bytes(to, from, span());
        } else {
            bytes v[vectors];
            for (int32_t i = 0; i < vectors; ++i) v[i] = load<bytes>(from + 16 * i);
            for (int32_t i = 0; i < vectors; ++i) store(to + 16 * i, v[i]);
        }
    }
    /// Copies one row of the kernel, for `count` pixels inside.
    [[gnu::always_inline]] void copy_spans(int8_t* to, const int8_t* from, int32_t count) const {
        for (const int32_t apart = G.window.stride_w * channels; count > 0; --count, to += depth) {
            copy_span(to, from);
            from += apart;
        }
    }
    void gather_inside(int8_t* to, int32_t count) const {
        const int32_t place = (x * G.window.stride_w - layer.pad_left) * channels;
        for (int32_t i = 0; i < G.window.kernel_h; ++i, to += span()) {
            const int8_t* pixels = in(row + i * G.window.dilation_h);
            if (pixels)
                copy_spans(to, pixels + place, count);
            else
                for (int32_t n = 0; n < count; ++n) fill_bytes(to + n * depth, padding(), span());
        }
    }
    /// Gathers some of the next `count` pixels. Returns how many.
    int32_t gather_some(int8_t* to, int32_t count) const {
        if (!inside.holds(x)) {
            gather_edge(to);
            return 1;
        }
        const int32_t rest = inside.behind - x, taken = rest < count ? rest : count;
        gather_inside(to, taken);
        return taken;
    }
    [[gnu::noinline]] void gather(int8_t* to, int32_t count) {
        while (count > 0) {
            const int32_t taken = gather_some(to, count);
            to += taken * depth, count -= taken, x += taken;
            if (x >= layer.width_out) x = 0, row += G.window.stride_h;
        }
    }
};

/// Windows gathered some at a time.
template <conv_key G, class Out>
[[gnu::noinline]] inline void convolve_gathered(const conv_layer<int8_t>& layer,
                                                const weight_walk<products_key_of(G)>& weights,
                                                int8_t* gathered, Out* out, int32_t step,
                                                int32_t row_count, const row_window<int8_t>& in) {
    const window_shape& shape = weights.shape;
    window_walk<G> walk{layer, in, known_or(G.channels_in, layer.channels_in), shape.depth()};
    if (G.window.dilation_w == 1) walk.inside = pixels_inside<G.window>(layer);
    for (int32_t rest = row_count * layer.width_out; rest > 0;) {
        const int32_t count = rest < shape.pixels ? rest : shape.pixels;
        walk.gather(gathered, count);
        multiply_windows(layer, weights, span_for<Out>{gathered, shape.depth(), count, out, step});
        out += count * step;
        rest -= count;
    }
}

/// Multiplies windows where they lie; only of images without padding.
template <conv_key G, class Out>
[[gnu::noinline]] inline void convolve_in_place(const conv_layer<int8_t>& layer,
                                                const weight_walk<products_key_of(G)>& weights,
                                                Out* out, int32_t step, int32_t row_count,
                                                const row_window<int8_t>& in) {
    const int32_t width = layer.width_out, place = -layer.pad_left * layer.channels_in;
    const int32_t depth = weights.shape.depth();
    for (int32_t y = 0; y < row_count;) {
        const int32_t count = rows_in_span<G.window>(layer, in, y, row_count);
        multiply_windows(
            layer, weights,
            span_for<Out>{in(y * G.window.stride_h) + place, depth, count * width, out, step});
        out += count * width * step;
        y += count;
    }
}

}  // namespace helium_kernels

template <conv_key G, class Out>
    requires(helium_kernels::multiplies_windows(G.in, G.out, G.groups))
[[gnu::always_inline]] inline void rows(helium_tag tag, const conv_layer<int8_t>& layer, Out* out,
                                        int32_t row_count, const row_window<int8_t>& in) {
    const int32_t channels = known_or(G.channels_in, layer.channels_in);
    const int32_t step = pixel_step(G.out_pixel_stride, layer.channels_out);
    const int32_t elements = G.window.taps() * channels;
    const helium_kernels::window_shape shape = helium_kernels::window_shape_of(elements, G.weights);
    int8_t* const scratch = static_cast<int8_t*>(tag.scratch);
    const bool are_ready =
        G.weights == weight_order::helium_fours && G.out == dtype::i8 &&
        helium_kernels::are_all_short<G.finish>(layer.result, 0, layer.channels_out);
    const helium_kernels::weight_walk<products_key_of(G)> weights{layer.weights.bytes, shape,
                                                                  elements, scratch, are_ready};
    if (helium_kernels::lie_in_image(G.window.kernel_h, G.window.kernel_w, G.window.stride_w,
                                     channels) &&
        is_without_padding<G.window>(layer, in, row_count))
        helium_kernels::convolve_in_place<G>(layer, weights, out, step, row_count, in);
    else
        helium_kernels::convolve_gathered<G>(layer, weights, scratch + weight_bytes(shape), out,
                                             step, row_count, in);
}

}  // namespace tigris::kernels
