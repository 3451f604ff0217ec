// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Depthwise convolution of bytes with windows of 3x3 in calls that make one row: it widens only
// what that row needs (convolve_row_pairs.hpp: many rows).

#include <stdint.h>
#include <tigris/kernels/arm_dsp/depthwise_conv/panel_key.hpp>
#include <tigris/kernels/arm_dsp/depthwise_conv/single_row.hpp>
#include <tigris/kernels/arm_dsp/depthwise_conv/single_row_tables.hpp>
#include <tigris/kernels/arm_dsp/depthwise_conv/widen_single_row.hpp>
#include <tigris/kernels/contract/first_word.hpp>

namespace tigris::kernels::arm_dsp_kernels {

/// Weights of two taps, which are words of four channels.
template <class Place>
[[gnu::always_inline]] inline void pair_taps(uint32_t a, uint32_t b, single_channel* to,
                                             Place place) {
    const uint32_t low = low_halves(a, b), high = high_halves(a, b);
    place(to[0]) = sxtb16(low);
    place(to[1]) = sxtb16_ror8(low);
    place(to[2]) = sxtb16(high);
    place(to[3]) = sxtb16_ror8(high);
}

/// Rows of the window begin at three pointers, so that each load takes one instruction.
[[gnu::always_inline]] inline void pair_single_weights(single_channel* to, const int8_t* top,
                                                       int32_t outputs) {
    const int8_t* middle = top + 3 * outputs;
    const int8_t* bottom = middle + 3 * outputs;
    asm("" : "+r"(middle), "+r"(bottom));  // or compilers compute each address from the first
#pragma GCC unroll 3
    for (int32_t k = 0; k < 3; ++k)
        pair_taps(load_word(top + k * outputs), load_word(middle + k * outputs), to,
                  [k](single_channel& c) -> uint32_t& { return c.upper[k]; });
    const uint32_t left = load_word(bottom), center = load_word(bottom + outputs);
    const uint32_t right = load_word(bottom + 2 * outputs);
    pair_taps(left, center, to, [](single_channel& c) -> uint32_t& { return c.lower[0]; });
    pair_taps(center, right, to, [](single_channel& c) -> uint32_t& { return c.lower[1]; });
}

/// Where all scales of a model are short, they are read without a loop.
template <finish_key Key>
[[gnu::always_inline]] inline void set_short_scales(single_channel* to, epilogue<int8_t> e,
                                                    int32_t first) {
    static constexpr int32_t no_bias[panel_channels]{};
    e.bias = e.bias ? e.bias + first : no_bias;
    if (Key.per_channel) e.multipliers += first, e.shifts += first;
    const scale_reader<Key> scales(e, 9);
#pragma GCC unroll 4
    for (int32_t c = 0; c < panel_channels; ++c) set_scale(to[c], scales.of_bias(c, e.bias[c]));
}

/// Sets the table of channels [first, first + 4). Gives whether all scales are short.
template <finish_key Key>
[[gnu::noinline]] inline bool set_single_channels(single_channel* to,
                                                  const depthwise_conv_layer<int8_t>& layer,
                                                  int32_t first) {
    pair_single_weights(to, layer.weights.bytes + first, layer.channels_out);
    if constexpr (!Key.short_scales) return set_scales<Key>(to, layer.result, first);
    set_short_scales<Key>(to, layer.result, first);
    return true;
}

/// Four channels with any scales.
template <finish_key Key>
[[gnu::noinline]] inline void convolve_single_row_slowly(const result_codes& codes,
                                                         const single_row_job& job, int32_t width,
                                                         int32_t stride) {
    for (int32_t c = 0; c < panel_channels; ++c) {
        const single_channel& table = job.channel[c];
        const int8_t shift = int8_t(table.right + beyond_shifts);
        const epilogue<int8_t> e{.bias = &table.constant,
                                 .multipliers = &table.multiplier,
                                 .shifts = &shift,
                                 .codes = codes};
        for (int32_t x = 0; x < width; ++x)
            job.out[x * job.step + c] =
                finish<Key, int8_t>(e, 0, sum_single_row(table, job.pixels + c, x * stride));
    }
}

/// Twos [first, first + full) hold two columns of the image, or one and a padded column before it;
/// what follows may hold one and padding behind it.
struct twos_of_image {
    int32_t first = 0;
    int32_t full = 0;
    bool lacks_first = false;
    bool lacks_last = false;

    explicit twos_of_image(const inside_columns& inside) {
        if (inside.count <= 0) return;
        first = inside.left / 2;
        lacks_first = inside.left & 1;
        full = (inside.count + lacks_first) / 2;
        lacks_last = (inside.count + lacks_first) & 1;
    }
    int32_t end() const { return first + full + lacks_last; }
};

/// The channels and pixels of a call: where they are.
struct single_row_call {
    const depthwise_conv_layer<int8_t>& layer;
    single_channel* channels;
    column_twos* pixels;
    column_twos* pixels_end;
    inside_columns inside;
    twos_of_image places;

    single_row_call(const ops::window& window, const depthwise_conv_layer<int8_t>& l, void* scratch)
        : layer(l),
          channels(reinterpret_cast<single_channel*>(first_word<uint32_t>(scratch))),
          pixels(reinterpret_cast<column_twos*>(channels + panel_channels)),
          pixels_end(pixels + twos_of_row(window, l.width_out) * panel_channels),
          inside(columns_inside(window, l)),
          places(inside) {
        pad(pixels, pixels + places.first * panel_channels);
        pad(pixels + places.end() * panel_channels, pixels_end);
    }
    void pad(column_twos* begin, const column_twos* end) const {
        const uint32_t padding = padding_word(layer);
        for (; begin != end; ++begin) *begin = {{padding, padding}, padding};
    }
    /// Row 0 or 1 is padding: the lower or upper halves of words, where `mask` has bits.
    void pad_halves(uint32_t mask) const {
        const uint32_t padding = padding_word(layer) & mask;
        for (column_twos* at = pixels; at != pixels_end; ++at)
            for (uint32_t& word : at->upper) word = (word & ~mask) | padding;
    }
    /// Row 2 is.
    void pad_bottom() const {
        const uint32_t padding = padding_word(layer);
        for (column_twos* at = pixels; at != pixels_end; ++at) at->lower = padding;
    }
};

/// The three rows under a row of the output, of which some may be padding. What lies in no column
/// of the image is padding once for all channels.
class rows_under_single {
public:
    rows_under_single(const single_row_call& call, const row_window<int8_t>& in)
        : call_(call), rows_{in(0), in(1), in(2)} {
        const int8_t* const any = rows_[1] ? rows_[1] : rows_[0] ? rows_[0] : rows_[2];
        is_padded_ = !rows_[0] || !rows_[1] || !rows_[2];
        column_twos* const to = call.pixels + call.places.first * panel_channels;
        job_ = {.step = call.layer.channels_in,
                .end = to,
                .padding = (padding_word(call.layer) & 0xFF) * 0x01010101u,
                .to = to};
        if (any) begin_at(rows_[0] ? rows_[0] : any);
    }
    /// Four channels from `channel` on.
    [[gnu::always_inline]] void widen(int32_t channel) {
        if (origin_) job_.row = origin_ + channel;
        widen_twos(job_);
        if (is_padded_) pad();
    }

private:
    void begin_at(const int8_t* first) {
        if (rows_[1]) job_.middle = int32_t(rows_[1] - first);
        if (rows_[2]) job_.bottom = int32_t(rows_[2] - first);
        job_.end += call_.places.full * panel_channels;
        job_.lacks_first = call_.places.lacks_first;
        job_.lacks_last = call_.places.lacks_last;
        origin_ = first + call_.inside.first * job_.step;
    }
    [[gnu::noinline]] void pad() const {
        if (!rows_[0]) call_.pad_halves(0x0000FFFF);
        if (!rows_[1]) call_.pad_halves(0xFFFF0000);
        if (!rows_[2]) call_.pad_bottom();
    }

    const single_row_call& call_;
    const int8_t* rows_[3];
    bool is_padded_;
    const int8_t* origin_ = nullptr;
    twos_job job_;
};

/// The job's next four channels, from `first` on. Gives whether all scales are short.
template <panel_key G>
[[gnu::always_inline]] inline bool set_channels(single_row_job& job, const single_row_call& call,
                                                int32_t first) {
    if constexpr (!G.prepared)
        return set_single_channels<G.finish>(call.channels, call.layer, first);
    job.channel = job.channel_end;
    job.channel_end += panel_channels;
    return has_short_scale(*job.channel);
}

/// Makes all channels of a row; the last four overlap those before if channels are left over.
/// Tables are those in flash, or made four by four.
template <panel_key G>
[[gnu::always_inline]] inline void convolve_single_row(const depthwise_conv_layer<int8_t>& layer,
                                                       void* scratch,
                                                       const single_channel* prepared, int8_t* out,
                                                       int32_t step, const row_window<int8_t>& in) {
    const single_row_call call(window_of(G.window), layer, scratch);
    rows_under_single rows(call, in);
    const int32_t fours = outputs_in_fours(layer.width_out);
    single_row_job job{.channel = call.channels,
                       .out = nullptr,
                       .step = step,
                       .fours_end = call.pixels + (fours >> 1) * G.window.stride_w * panel_channels,
                       .row_out = nullptr,
                       .channel_end = G.prepared ? prepared : call.channels + panel_channels,
                       .pixels = call.pixels,
                       .first = fours > 0 ? 4 : layer.width_out,
                       .rest = layer.width_out - fours};
    const int32_t last = layer.channels_out - panel_channels;
    for (int32_t c = 0; c < last + panel_channels; c += panel_channels) {
        const int32_t first = c < last ? c : last;
        job.out = job.row_out = out + first;
        rows.widen(first);
        if (set_channels<G>(job, call, first) || G.finish.short_scales)
            run_single_row<short_rescaling_of(G.finish), G.window.stride_w>(job);
        else
            convolve_single_row_slowly<G.finish>(layer.result.codes, job, layer.width_out,
                                                 G.window.stride_w);
    }
}

}  // namespace tigris::kernels::arm_dsp_kernels
