// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// The user's ESP-NN (docs/how_to/adapters.md), and how calls are described to it.

// A missing file ends the compilation, as in support/language.hpp.
#if !__has_include(<esp_nn.h>)
#define TIGRIS_ESP_NN_FAULT \
    "tigris: the backend esp_nn needs ESP-NN on the include path: docs/how_to/adapters.md"
#elif defined(SKIP_NUDGE) || defined(CONFIG_NN_SKIP_NUDGE)
#define TIGRIS_ESP_NN_FAULT \
    "tigris: ESP-NN was compiled with SKIP_NUDGE, which changes outputs; compile without it"
#endif
#ifdef TIGRIS_ESP_NN_FAULT
#include TIGRIS_ESP_NN_FAULT
#endif

#include <esp_nn.h>
#include <tigris/kernels/adapters/library_windows.hpp>
#include <tigris/kernels/contract/first_word.hpp>
#include <tigris/kernels/esp_nn/memory.hpp>

namespace tigris::kernels::esp_nn_kernels {

constexpr act_params_t range_of(const result_codes& codes) { return {codes.low, codes.high}; }

constexpr data_dims_t input_of(const image_call& c, int32_t channels) {
    return {c.width, c.rows, channels, 1};
}
constexpr data_dims_t output_of(const image_call& c, int32_t channels) {
    return {c.width_out, c.rows_out, channels, 1};
}
constexpr data_2d_t stride_of(const ops::window& w) { return {w.stride_w, w.stride_h}; }

inline quant_data_t scales_of(const channel_tables& t) { return {t.shifts, t.multipliers}; }

template <auto G>
inline window_memory memory_at(void* scratch, const convolution_layer<int8_t>& l) {
    int8_t* words = first_word<int8_t>(scratch);
    const int32_t tables = channel_table_bytes(l.channels_out, G.finish.per_channel);
    const int32_t before = bytes_before_buffer(plain_window(window_of(G.window)), l.width_out,
                                               l.channels_in, l.channels_out, G.finish.per_channel);
    return {first_word<int32_t>(scratch), words + before, words + tables};
}

}  // namespace tigris::kernels::esp_nn_kernels
