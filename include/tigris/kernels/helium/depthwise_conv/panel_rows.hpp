// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Rows of 3x3 depthwise windows: eight channels of the three rows under one row of the output are
// laid out as a panel at a time.

#include <tigris/kernels/contract/first_word.hpp>
#include <tigris/kernels/helium/depthwise_conv/convolve_panels.hpp>
#include <tigris/kernels/helium/depthwise_conv/depthwise_key.hpp>
#include <tigris/kernels/helium/depthwise_conv/laid_columns.hpp>
#include <tigris/kernels/helium/depthwise_conv/lay_columns.hpp>
#include <tigris/kernels/portable/depthwise_conv.hpp>

namespace tigris::kernels::helium_kernels {

/// Working memory of a call.
struct panel_memory {
    int32_t* scales;
    int8_t* columns;

    explicit panel_memory(void* scratch)
        : scales(first_word<int32_t>(scratch)),
          columns(reinterpret_cast<int8_t*>(scales + 8 * words_of_panel_scale)) {}
    int8_t* pixels() const { return columns + columns_of_weights * column_bytes; }
};

[[gnu::always_inline]] inline void fill_columns(int8_t* to, bytes x, int32_t count) {
    for (; count > 0; --count, to += column_bytes) {
        store(to, x);
        store(to + 16, x);
    }
}

/// Columns beside the image, and no taps beside the weights.
[[gnu::always_inline]] inline void pad_panel(const panel_memory& memory, const laid_columns& c,
                                             bytes padding) {
    const int32_t behind = c.left + c.inside;
    fill_columns(memory.columns, bytes{}, 1);
    fill_columns(memory.columns + 4 * column_bytes, bytes{}, 1);
    fill_columns(memory.pixels(), padding, c.left);
    fill_columns(memory.pixels() + behind * column_bytes, padding, c.count - behind);
}

/// What channels [first, first + count) are rescaled by, and whether all their scales are
/// short.
template <finish_key Key>
[[gnu::noinline]] inline bool store_few_scales(const epilogue<int8_t>& e, int32_t first,
                                               int32_t count, int32_t* to) {
    bool are_all = true;
    for (int32_t c = 0; c < count; c += 4, to += 16) {
        const lane_scales s = scales_of_few<Key>(e, first + c, count - c < 4 ? count - c : 4);
        store_by_lanes(to, s.bias, s.multipliers, s.shifts, words{0, 4, 8, 12} + 4 * c);
        are_all = are_all && are_short<Key>(s);
    }
    return are_all;
}
template <finish_key Key>
[[gnu::always_inline]] inline bool store_panel_scales(const epilogue<int8_t>& e, int32_t first,
                                                      int32_t count, int32_t* to) {
    if (!Key.per_channel || !e.bias || count < 8) return store_few_scales<Key>(e, first, count, to);
    return store_eight_by_lanes(to, e.bias + first, e.multipliers + first, e.shifts + first,
                                shifts_of_product<Key.rounds>) < 0;
}

/// Under a row of the output, up to eight channels of the rows that it needs.
[[gnu::always_inline]] inline column_rows rows_under(const row_window<int8_t>& in, int32_t y,
                                                     int32_t dilation, int32_t place, int32_t apart,
                                                     const int8_t* padding) {
    column_rows rows;
    for (int32_t i = 0; i < 3; ++i) {
        const int8_t* row = in(y + i * dilation);
        rows.at[i] = row ? row + place : padding;
        rows.apart[i] = row ? apart : 0;
    }
    return rows;
}

/// What is the same for all rows and channels.
inline panel_job panel_job_of(const panel_memory& memory, int32_t width, int32_t step,
                              const result_codes& codes) {
    panel_job job;
    job.at =
        words{0, 1, 2, 3} * column_bytes + int32_t(reinterpret_cast<uintptr_t>(memory.columns));
    job.places = eight_places(step);
    job.scales = memory.scales;
    job.zero_point = codes.zero_point;
    job.step = 8 * step;
    job.eights = int32_t(uint32_t(width) / 8);
    job.rest = int32_t(uint32_t(width) % 8);
    job.columns = memory.columns;
    return job;
}

/// A row of channels from `first` on.
template <depthwise_key G>
[[gnu::always_inline]] inline void run_panel_row(const panel_job& job, const epilogue<int8_t>& e,
                                                 int32_t first, bool are_short) {
    if (G.finish.short_scales || are_short)
        return run_panel<G.finish.rounds, G.window.stride_w>(job);
    for_each_window<G.window.stride_w>(job, [&](int32_t c, int32_t sum, int8_t* out) {
        *out = finish<G.finish, int8_t>(e, first + c, sum);
    });
}

/// Rows of the output, whose pixels lie `step` bytes apart: eight channels after the other.
template <depthwise_key G>
[[gnu::noinline]] inline void convolve_panels(const depthwise_conv_layer<int8_t>& layer,
                                              void* scratch, int8_t* out, int32_t step,
                                              int32_t row_count, const row_window<int8_t>& in) {
    const epilogue<int8_t>& e = layer.result;
    const int32_t channels = layer.channels_out;
    const laid_columns columns = laid_columns_of<G.window>(layer);
    const panel_memory memory(scratch);
    const bytes padding = all_bytes(e.zero_point_in);
    pad_panel(memory, columns, padding);
    panel_job job = panel_job_of(memory, layer.width_out, step, e.codes);
    for (int32_t first = 0; first < channels; first += 8) {
        const int32_t rest = channels - first, count = rest < 8 ? rest : 8;
        const int8_t* const weights = layer.weights.bytes + first;
        const bool are_short = store_panel_scales<G.finish>(e, first, count, memory.scales);
        lay_taps(weights, channels, memory.columns + column_bytes, count);
        job.behind = memory.scales + words_of_panel_scale * count;
        job.out = out + first;
        for (int32_t y = 0; y < row_count; ++y, job.out += layer.width_out * step) {
            const column_rows rows = rows_under(in, y * G.window.stride_h, G.window.dilation_h,
                                                columns.skipped * channels + first, channels,
                                                reinterpret_cast<const int8_t*>(&padding));
            lay_columns(rows, memory.pixels() + columns.left * column_bytes, columns.inside, count);
            run_panel_row<G>(job, e, first, are_short);
        }
    }
    if (is_limited(e.codes)) limit_codes(e.codes, out, channels, row_count * layer.width_out, step);
}

}  // namespace tigris::kernels::helium_kernels
