// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// The windows of a convolution's call as patch_walk leaves them, each widened alone, in a fifth of
// the code.

#include <stdint.h>
#include <tigris/kernels/arm_dsp/conv/shape.hpp>
#include <tigris/kernels/arm_dsp/instructions.hpp>
#include <tigris/kernels/contract/row_window.hpp>
#include <tigris/kernels/portable/conv.hpp>

namespace tigris::kernels::arm_dsp_kernels {

/// The windows of a call, one pixel after the other. What weights of 0 are multiplied with is left
/// as it is.
class compact_patch_walk {
public:
    compact_patch_walk(const conv_layer<int8_t>& layer, const row_window<int8_t>& in,
                       const ops::window& window, const patch_shape& shape, int8_t* border)
        : layer_(layer), in_(in), window_(window), shape_(shape), border_(border) {}

    /// The next windows, four side by side, the last ones one behind the other.
    [[gnu::noinline]] void widen_pixels(uint32_t* to, int32_t count) {
        while (count > 0) {
            const int32_t apart = count >= 4 ? 4 : 1;
            for (int32_t n = 0; n < apart; ++n) widen_window(to + n, apart);
            to += apart * int32_t(uint32_t(shape_.depth) / 2), count -= apart;
        }
    }

private:
    /// Widens the next window to words that lie `apart` words apart.
    [[gnu::always_inline]] void widen_window(uint32_t* to, int32_t apart) {
        const patch_shape s = shape_;
        const int32_t fours = int32_t(uint32_t(s.span - s.rest + 3) / 4);
        for (int32_t i = 0; i < s.rows; ++i) {
            const int8_t* from = span(i, 4 * fours);
            for (int32_t n = fours; n > 0; --n, from += 4, to += 2 * apart) {
                to[0] = sxtb16(load_word(from));
                to[apart] = sxtb16_ror8(load_word(from));
            }
            const bool is_lower = i & 1, has_lower = !is_lower && i + 1 < s.rows;
            uint32_t* at = has_lower ? to + 2 * fours * apart : to;
            for (int32_t k = s.rest; k > 0; --k, at += apart) set_half(at, is_lower, *from++);
            if (is_lower) to = at;
        }
        if (++x_ == layer_.width_out) x_ = 0, row_ += window_.stride_h;
    }
    static void set_half(uint32_t* word, bool is_lower, int16_t element) {
        __builtin_memcpy(reinterpret_cast<char*>(word) + 2 * is_lower, &element, sizeof element);
    }
    /// What row `i` of the window has, of which `elements` may be read: in the image, or put
    /// together in the border, with padding.
    [[gnu::noinline]] const int8_t* span(int32_t i, int32_t elements) const {
        const int32_t channels = layer_.channels_in, width = layer_.width_in;
        const int32_t dilation = window_.dilation_w, taps = window_.kernel_w;
        const int32_t column = x_ * window_.stride_w - layer_.pad_left;
        const int8_t* const row = in_(row_ + i * window_.dilation_h);
        if (row && column >= 0 && column + taps <= width && dilation == 1 &&
            elements <= shape_.span)
            return row + column * channels;
        const int8_t zero_point = int8_t(layer_.result.zero_point_in);
        int8_t* to = border_;
        for (int32_t k = 0; k < taps; ++k) {
            const int32_t x = column + k * dilation;
            const bool exists = row && uint32_t(x) < uint32_t(width);
            const int8_t* from = exists ? row + x * channels : nullptr;
            for (int32_t c = 0; c < channels; ++c) *to++ = exists ? *from++ : zero_point;
        }
        return border_;
    }

    const conv_layer<int8_t>& layer_;
    const row_window<int8_t>& in_;
    const ops::window& window_;
    const patch_shape& shape_;
    int8_t* border_;
    int32_t row_ = 0;
    int32_t x_ = 0;
};

}  // namespace tigris::kernels::arm_dsp_kernels
