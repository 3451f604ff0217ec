// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// What of a layer panels are compiled for, so that layers with other numbers of channels share
// them.

#include <tigris/kernels/portable/depthwise_conv.hpp>

namespace tigris::kernels::arm_dsp_kernels {

/// The window comes first: clang 14 reads a member that lies behind padding elsewhere.
struct panel_key {
    window_key window{};
    finish_key finish{};    // how sums of products become results
    bool compact = false;   // few bytes of machine code, even if they take more time
    bool prepared = false;  // tables of one-row calls are in flash
    bool sums = false;      // results are sums, not bytes

    friend constexpr bool operator==(const panel_key&, const panel_key&) = default;
};

/// The key of panels of several rows, whose tables are made in each call.
constexpr panel_key panel_key_of(const depthwise_conv_key& key) {
    return {.window = key.window,
            .finish = key.finish,
            .compact = key.compact,
            .sums = key.out == dtype::i32};
}
constexpr panel_key single_row_key_of(const depthwise_conv_key& key) {
    panel_key result = panel_key_of(key);
    result.prepared = key.prepared;
    return result;
}

}  // namespace tigris::kernels::arm_dsp_kernels
