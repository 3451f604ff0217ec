// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// What of a layer its kernels are compiled for, so that layers with other numbers of channels share
// them.

#include <tigris/kernels/portable/depthwise_conv.hpp>

namespace tigris::kernels::helium_kernels {

struct depthwise_key {
    window_key window{};    // extents and steps, in pixels; no padding
    finish_key finish{};    // how sums of products become results
    bool prepared = false;  // scales of sixteen channels are in flash

    friend constexpr bool operator==(const depthwise_key&, const depthwise_key&) = default;
};

/// The key of panels and planes, whose scales are read in each call.
constexpr depthwise_key depthwise_key_of(const depthwise_conv_key& key) {
    return {.window = key.window, .finish = key.finish};
}
constexpr depthwise_key sixteens_key_of(const depthwise_conv_key& key) {
    return {.window = key.window, .finish = key.finish, .prepared = key.prepared};
}

}  // namespace tigris::kernels::helium_kernels
