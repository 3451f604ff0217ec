// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// 2-D convolution as a matrix product: windows are multiplied where they lie in rows of the image,
// a area of them at a time with all weights.

#include <tigris/kernels/contract/first_word.hpp>
#include <tigris/kernels/contract/key.hpp>
#include <tigris/kernels/portable/conv.hpp>
#include <tigris/kernels/simd/conv/area.hpp>
#include <tigris/kernels/simd/conv/finished_sums.hpp>
#include <tigris/kernels/simd/conv/pack_weights.hpp>
#include <tigris/kernels/walks/rows_in_place.hpp>

namespace tigris::kernels {
namespace simd_kernels {

/// Blocks of packed weights, each behind what a change of the elements' sign adds to sums.
template <class T>
struct packed_layer {
    const int8_t* begin;
    int32_t block_bytes;
    int32_t starts_bytes;

    const typename products<T>::packed_weight* weights(int32_t block) const {
        return reinterpret_cast<const typename products<T>::packed_weight*>(
            begin + block * block_bytes + starts_bytes);
    }
    accumulator_t<T> start(int32_t block, int32_t output) const {
        if constexpr (is_moved<T>)
            return reinterpret_cast<const int32_t*>(begin + block * block_bytes)[output];
        return 0;
    }
};

template <class T>
constexpr element_form form_of() {
    return {sizeof(typename products<T>::element), products<T>::step, is_moved<T>};
}

/// Writes what sums start from. Where elements are moved, a window of zeros must come to 0.
template <class T>
void write_starts(const int8_t* weights, int32_t depth, int32_t* starts) {
    using p = products<T>;
    typename p::element zeros[p::step];
    for (auto& zero : zeros) zero = p::stored(0);
    typename p::sums sums[2]{};
    for (int32_t k = 0; k < depth; k += p::step)
        for (int e = 0; e < 2; ++e, weights += 8 * p::step)
            sums[e] = p::add(sums[e], p::weights(weights), p::broadcast(zeros));
    for (int e = 0; e < 2; ++e) store(starts + e * 8, typename p::sums{} - sums[e]);
}

/// Packs all weights.
template <class T>
[[gnu::noinline]] packed_layer<T> pack_layer(const conv_layer<T>& layer, const window_shape& s,
                                             int32_t outputs, int8_t* to) {
    pack_weights<products<T>::step * sizeof(weight_t<T>)>(layer.weights.bytes, s, outputs, to);
    if constexpr (is_moved<T>)
        for (int32_t o = 0; o < outputs; o += block_outputs) {
            int8_t* block = to + o / block_outputs * bytes_of_block(s);
            write_starts<T>(block + bytes_of_starts(s), s.depth(),
                            reinterpret_cast<int32_t*>(block));
        }
    return {to, bytes_of_block(s), bytes_of_starts(s)};
}

/// Weights as they lie in the header, or packed.
template <conv_key G, class T>
packed_layer<T> packed_layer_of(const conv_layer<T>& layer, const window_shape& s, int32_t outputs,
                                int8_t* memory) {
    if constexpr (G.weights == weight_order::simd_sixteens)
        return {layer.weights.bytes, bytes_of_block(s), 0};
    else
        return pack_layer(layer, s, outputs, memory);
}

/// Windows, their number, and where their pixels of the result lie.
template <class T, class Out>
struct area_product {
    window_spans<T> windows;
    int32_t pixels;
    pixels_of<Out> out;
};

/// Weights of the `count` outputs of a block, which begins at `first`, and where its sums begin.
template <class T>
struct block_weights {
    const typename products<T>::packed_weight* weights;
    int32_t first;
    int32_t count;
    accumulator_t<T> starts[block_outputs];

    block_weights(const packed_layer<T>& packed, int32_t begin, int32_t outputs)
        : weights(packed.weights(begin / block_outputs)), first(begin), count(outputs) {}

    template <class Out>
    pixels_of<Out> pixels_in(const area_product<T, Out>& area) const {
        return {area.out.first + first, area.out.offsets};
    }
    template <class Out, class Sums>
    void multiply(const area_product<T, Out>& area, const Sums& sums) const {
        multiply_windows<T>(area.windows, area.pixels, {starts, weights}, count, sums);
    }
};

/// Multiplies windows with a block of outputs that begins at `first`.
template <finish_key Key, class T, class Out>
class block_product {
public:
    block_product(const epilogue<T>& result, const packed_layer<T>& packed, int32_t first,
                  int32_t count, int32_t depth)
        : block_(packed, first, count),
          finish_(result, first, count, depth),
          encode_(result.codes) {
        for (int32_t i = 0; i < block_outputs; ++i) {
            const uint32_t bias = finish_.is_quick() ? uint32_t(finish_.biases()[i]) : 0;
            block_.starts[i] = int32_t(bias + uint32_t(packed.start(first / block_outputs, i)));
        }
    }
    void operator()(const area_product<T, Out>& area) const {
        const pixels_of<Out> out = block_.pixels_in(area);
        const int32_t count = block_.count;
        if (finish_.is_quick())
            return block_.multiply(area, finished_sums<Key, T, Out>{finish_, encode_, out, count});
        int32_t sums[area_pixels * block_outputs];
        block_.multiply(area, kept_sums<T>{sums});
        for (int32_t n = 0; n < area.pixels; ++n) finish_(sums + n * block_outputs, count, out[n]);
    }

private:
    block_weights<T> block_;
    finisher<Key, T, Out> finish_;
    lane_codes<Out> encode_;
};

template <finish_key Key>
class block_product<Key, float, float> {
public:
    block_product(const epilogue<float>& result, const packed_layer<float>& packed, int32_t first,
                  int32_t count, int32_t)
        : block_(packed, first, count), clamp_(result.clamp) {
        for (int32_t i = 0; i < block_outputs; ++i)
            block_.starts[i] = result.bias.bytes && i < count ? result.bias[first + i] : 0;
    }
    void operator()(const area_product<float, float>& area) const {
        using reals = lanes<float, 8>;
        block_.multiply(area, clamped_sums{all<reals>(clamp_.low), all<reals>(clamp_.high),
                                           block_.pixels_in(area), block_.count});
    }

private:
    block_weights<float> block_;
    ops::clamp clamp_;
};

template <finish_key Key, class T>
class block_product<Key, T, int32_t> {
public:
    block_product(const epilogue<T>&, const packed_layer<T>& packed, int32_t first, int32_t count,
                  int32_t)
        : block_(packed, first, count) {
        for (int32_t i = 0; i < block_outputs; ++i)
            block_.starts[i] = packed.start(first / block_outputs, i);
    }
    void operator()(const area_product<T, int32_t>& area) const {
        block_.multiply(area, plain_sums{block_.pixels_in(area), block_.count});
    }

private:
    block_weights<T> block_;
};

/// A call's constants, and the rows' memory.
template <class T>
struct conv_call {
    const epilogue<T>& result;
    const window_shape& shape;
    packed_layer<T> packed;
    typename products<T>::element* memory;
    int32_t outputs;
    int32_t step;
};

/// A area of a result that is `width` wide.
template <conv_key G, class T, class Out>
[[gnu::noinline]] void convolve_area(const conv_call<T>& call, const area_source<T>& from,
                                     const area_place& at, int32_t width, Out* out) {
    const area_windows<G, T> windows(call.shape, from, call.memory, at);
    int32_t offsets[area_pixels];
    for (int32_t y = 0, n = 0; y < at.rows; ++y)
        for (int32_t x = 0; x < at.columns; ++x, ++n) offsets[n] = (y * width + x) * call.step;
    const area_product<T, Out> area{windows.spans(call.shape),
                                    at.rows * at.columns,
                                    {out + (at.row * width + at.column) * call.step, offsets}};
    for (int32_t o = 0; o < call.outputs; o += block_outputs) {
        const int32_t rest = call.outputs - o, count = rest < block_outputs ? rest : block_outputs;
        const block_product<G.finish, T, Out> multiply(call.result, call.packed, o, count,
                                                       call.shape.depth());
        multiply(area);
    }
}

/// `row_count` rows, `width` pixels each.
template <conv_key G, class T, class Out>
void convolve(const conv_call<T>& call, const area_source<T>& from, int32_t row_count,
              int32_t width, Out* out) {
    const window_shape& s = call.shape;
    for (int32_t y = 0; y < row_count; y += s.rows)
        for (int32_t x = 0; x < width; x += s.columns) {
            const int32_t rows = row_count - y < s.rows ? row_count - y : s.rows;
            const int32_t columns = width - x < s.columns ? width - x : s.columns;
            convolve_area<G>(call, from, {y, rows, x, columns}, width, out);
        }
}

/// Rows of the result that lie behind each other as those of the image do are one row.
template <conv_key G, class T, class Out>
void convolve_pixels(const conv_call<T>& call, const conv_layer<T>& layer, Out* out,
                     int32_t row_count, const row_window<T>& in, const area_source<T>& constants) {
    const int32_t width = layer.width_out, channels = constants.channels;
    for (int32_t y = 0; y < row_count;) {
        const T* row = in(y * G.window.stride_h);
        const int32_t rows = row ? rows_in_span<G.window>(layer, in, y, row_count) : 1;
        const int32_t pixels = rows * width;
        const row_window<T> span{
            .base = row, .row_elements = pixels * channels, .first = 0, .last = row ? 1 : 0};
        convolve<G>(call, area_source<T>{span, pixels, channels, constants.padding}, 1, pixels,
                    out);
        out += pixels * call.step;
        y += rows;
    }
}

}  // namespace simd_kernels

template <conv_key G, class In, class Out>
    requires(simd_kernels::multiplies(G.in, G.out) && G.groups == 1)
[[gnu::noinline]] inline void rows(simd_tag tag, const conv_layer<In>& layer, Out* out,
                                   int32_t row_count, const row_window<In>& in) {
    const int32_t channels = known_or(G.channels_in, layer.channels_in);
    const int32_t outputs = known_or(G.channels_out, layer.channels_out);
    ops::window window = window_of(G.window);
    window.pad_left = int16_t(layer.pad_left);
    const simd_kernels::window_shape shape = simd_kernels::window_shape_of(
        window, G.in, simd_kernels::form_of<In>(), channels, layer.width_in, layer.width_out);
    auto* memory = first_word<typename simd_kernels::products<In>::element>(tag.scratch);
    int8_t* weights = reinterpret_cast<int8_t*>(memory) + simd_kernels::bytes_of_rows(shape);
    const simd_kernels::conv_call<In> call{
        layer.result, shape,   simd_kernels::packed_layer_of<G>(layer, shape, outputs, weights),
        memory,       outputs, pixel_step(G.out_pixel_stride, outputs)};
    const simd_kernels::area_source<In> from{
        in, layer.width_in, channels, simd_kernels::products<In>::stored(padding_of(layer.result))};
    if constexpr (G.window.kernel_h == 1 && G.window.kernel_w == 1 && G.window.stride_w == 1)
        if (simd_kernels::is_pixel_by_pixel(window, layer.width_in, layer.width_out))
            return simd_kernels::convolve_pixels<G>(call, layer, out, row_count, in, from);
    simd_kernels::convolve<G>(call, from, row_count, layer.width_out, out);
}

}  // namespace tigris::kernels
