// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Rows of 3x3 depthwise windows of sixteen channels at a time.

#include <tigris/kernels/contract/first_word.hpp>
#include <tigris/kernels/helium/depthwise_conv/convolve_sixteens.hpp>
#include <tigris/kernels/helium/depthwise_conv/depthwise_key.hpp>
#include <tigris/kernels/helium/depthwise_conv/weights_of_sixteen.hpp>
#include <tigris/kernels/portable/depthwise_conv.hpp>
#include <tigris/kernels/walks/pixels_inside.hpp>

namespace tigris::kernels::helium_kernels {

/// What channels are rescaled by, sixteen after sixteen, to words_of_block words for each. Pointers
/// are held by themselves: compilers would read the epilogue's again after each store.
template <finish_key Key>
[[gnu::always_inline]] inline void store_scales(const epilogue<int8_t>& e, int32_t channels,
                                                int32_t* to) {
    static constexpr int32_t zeros[16]{};
    constexpr int32_t product = shifts_of_product<Key.rounds>;
    const int32_t* bias = e.bias ? e.bias : zeros;
    const int32_t* multipliers = e.multipliers;
    const int8_t* shifts = e.shifts;
    const int32_t bias_step = e.bias ? 16 : 0;
    const words multiplier = all_words(multipliers[0]), shift = all_words(shifts[0] + product);
    for (; channels > 0; channels -= 16, bias += bias_step, to += words_of_block) {
        store_by_fours(to, bias);
        if (Key.per_channel) {
            const bytes codes = load<bytes>(shifts);
            const halves even = even_halves(codes), odd = odd_halves(codes);
            store_by_fours(to + 4, multipliers);
            store_fours(to + 8, even_words(even) + product, odd_words(even) + product,
                        even_words(odd) + product, odd_words(odd) + product);
            multipliers += 16, shifts += 16;
        } else {
            store_fours(to + 4, multiplier, multiplier, multiplier, multiplier);
            store_fours(to + 8, shift, shift, shift, shift);
        }
    }
}

/// What is the same for all pixels of a call: it lies in working memory, or scales in flash.
template <depthwise_key G>
struct sixteens_memory {
    const int32_t* scales;
    bool are_short;
    int8_t* padding;

    sixteens_memory(const depthwise_conv_layer<int8_t>& layer, void* scratch,
                    const int32_t* prepared) {
        const int32_t channels = layer.channels_out;
        int32_t* const room = first_word<int32_t>(scratch);
        if (G.prepared) {
            scales = prepared + 1;
            are_short = prepared[0];
        } else {
            scales = room;
            are_short = are_all_short<G.finish>(layer.result, 0, channels);
            store_scales<G.finish>(layer.result, channels, room);
        }
        padding = reinterpret_cast<int8_t*>(room + words_of_scale * channels);
        fill_bytes(padding, all_bytes(layer.result.zero_point_in), channels);
    }
};

/// Taps of a window over one row, null where that is padding: the first lies `place` bytes behind
/// its beginning, neighbors `apart` bytes apart.
[[gnu::always_inline]] inline void set_taps(const int8_t** taps, const int8_t* padding,
                                            const int8_t* row, int32_t place, int32_t apart) {
    const int8_t* const first = row ? row + place : padding;
    const int32_t step = row ? apart : 0;
    taps[0] = first;
    taps[1] = first + step;
    taps[2] = first + 2 * step;
}

/// Replaces taps left or right of the image by padding, for column `column` and its two neighbors.
template <depthwise_key G>
[[gnu::always_inline]] inline void pad_taps(sixteens_job& job, const int8_t* padding,
                                            int32_t column, int32_t width) {
    for (int32_t k = 0; k < 3; ++k, column += G.window.dilation_w)
        if (uint32_t(column) >= uint32_t(width))
            job.taps[k] = job.taps[3 + k] = job.taps[6 + k] = padding;
}

/// Makes the pixels of a job, with any scales.
template <depthwise_key G>
[[gnu::noinline]] inline void run_pixels_slowly(const sixteens_job& job,
                                                const result_codes& codes) {
    for_each_sum(job, [&](int32_t c, int32_t sum, int8_t* out) {
        const int32_t* const scales = job.scales + place_of_scale(c);
        const int8_t shift = int8_t(scales[8] - shifts_of_product<G.finish.rounds>);
        const epilogue<int8_t> e{
            .bias = scales, .multipliers = scales + 4, .shifts = &shift, .codes = codes};
        *out = finish<G.finish, int8_t>(e, 0, sum);
    });
}

/// Rows of the output, whose pixels lie `step` bytes apart.
template <depthwise_key G>
[[gnu::noinline]] inline void convolve_sixteens(const depthwise_conv_layer<int8_t>& layer,
                                                void* scratch, const void* prepared, int8_t* out,
                                                int32_t step, int32_t row_count,
                                                const row_window<int8_t>& in) {
    const epilogue<int8_t>& e = layer.result;
    const int32_t channels = layer.channels_out;
    const sixteens_memory<G> memory(layer, scratch, static_cast<const int32_t*>(prepared));
    const pixel_range inside = pixels_inside<G.window>(layer);
    sixteens_job job;
    job.weights = layer.weights.bytes;
    job.scales = memory.scales;
    job.blocks = channels / 16;
    job.gap = step - channels;
    store(job.zero_points, all_halves(e.codes.zero_point));
    job.out = out;
    for (int32_t y = 0; y < row_count; ++y) {
        const int8_t* rows[3];
        for (int32_t i = 0; i < 3; ++i) {
            rows[i] = in(y * G.window.stride_h + i * G.window.dilation_h);
            job.steps[i] = rows[i] ? (G.window.stride_w - 1) * channels : -channels;
        }
        for (int32_t x = 0, count = 0; x < layer.width_out; x += count, job.out += count * step) {
            const int32_t column = x * G.window.stride_w - layer.pad_left;
            count = inside.holds(x) ? inside.behind - x : 1;
            job.pixels = count;
            const int32_t place = column * channels, apart = G.window.dilation_w * channels;
            set_taps(job.taps, memory.padding, rows[0], place, apart);
            set_taps(job.taps + 3, memory.padding, rows[1], place, apart);
            set_taps(job.taps + 6, memory.padding, rows[2], place, apart);
            if (!inside.holds(x)) pad_taps<G>(job, memory.padding, column, layer.width_in);
            if (G.finish.short_scales || memory.are_short)
                run_pixels<G.finish.rounds>(job);
            else
                run_pixels_slowly<G>(job, e.codes);
        }
    }
    if (is_limited(e.codes)) limit_codes(e.codes, out, channels, row_count * layer.width_out, step);
}

}  // namespace tigris::kernels::helium_kernels
