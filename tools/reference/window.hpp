// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// The window that convolutions and pools move over the spatial axes of [N, C, ...].

#include <reference/call.hpp>

namespace reference {

/// One number for each spatial axis. `first` are the pads before, `last` those after.
struct window {
    shape input;
    shape kernel;
    shape strides;
    shape dilations;
    shape first;
    shape last;
    shape output;

    /// Where element k of the window lies for output o; may be outside of the input.
    shape place(const shape& o, const shape& k) const;
    bool is_in_input(const shape& place) const { return is_inside(place, input); }
    /// Whether it lies in the input or in the padding that the model states.
    bool is_in_padded(const shape& place) const;
};

/// Strides and dilations of a node; no pads and no output yet.
window unpadded_window(const call& c, const shape& input, const shape& kernel);

/// From kernel_shape, strides, dilations, pads, auto_pad and ceil_mode.
window window_of(const call& c, const shape& input, const shape& kernel);

/// The axes after the first two.
shape spatial(const shape& dims);
/// [first, second, rest...]
shape joined(std::int64_t first, std::int64_t second, const shape& rest);

}  // namespace reference
