// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// The windows of a convolution's call, widened to 16 bits as the columns of a matrix product.

#include <stddef.h>
#include <stdint.h>
#include <tigris/kernels/arm_dsp/conv/shape.hpp>
#include <tigris/kernels/arm_dsp/conv/widen_windows.hpp>
#include <tigris/kernels/contract/row_window.hpp>
#include <tigris/kernels/portable/conv.hpp>
#include <tigris/kernels/walks/pixels_inside.hpp>
#include <tigris/kernels/walks/taps.hpp>

namespace tigris::kernels::arm_dsp_kernels {

/// The windows of a call, one pixel after the other.
class patch_walk {
public:
    patch_walk(const conv_layer<int8_t>& layer, const row_window<int8_t>& in, int32_t row_count,
               const ops::window& window, const patch_shape& shape, int8_t* border)
        : layer_(layer), in_(in), window_(window), shape_(shape), border_(border) {
        if (is_one_span(row_count)) width_in_ = width_out_ = row_count * layer.width_out;
        inside_ = inside_of_image();
    }
    /// The next windows, four side by side, the last ones one behind the other.
    void widen_pixels(uint32_t* to, int32_t count) {
        while (count >= most) {
            const int32_t blocks = blocks_inside(count / most);
            const int32_t now = blocks ? blocks : 1;
            to = blocks || is_even() ? widen_even(to, now, blocks) : widen_next(to, most);
            count -= most * now;
        }
        for (; count > 0; --count) to = widen_next(to, 1);
    }

private:
    static constexpr int32_t most = 4;

    /// Whether all rows are one: single pixels without padding, rows behind each other.
    bool is_one_span(int32_t row_count) const {
        const bool is_pixel = shape_.rows == 1 && shape_.span == layer_.channels_in &&
                              window_.stride_h == 1 && window_.stride_w == 1 &&
                              layer_.pad_left == 0 && layer_.width_in == layer_.width_out;
        return is_pixel && in_.row_elements == layer_.width_in * layer_.channels_in &&
               in_.first <= 0 && in_.last >= row_count && in_.wrap >= row_count;
    }
    int32_t column() const { return x_ * window_.stride_w - layer_.pad_left; }
    void advance(int32_t count) {
        x_ += count;
        if (x_ >= width_out_) x_ = 0, row_ += window_.stride_h;
    }
    /// Pixels whose windows end neither left nor right of the image; none whose taps lie apart.
    pixel_range inside_of_image() const {
        const int32_t stride = window_.stride_w;
        const int32_t room = width_in_ - window_.kernel_w + layer_.pad_left;
        if (window_.dilation_w != 1 || room < 0) return {};
        const int32_t behind = room / stride + 1;
        return {(layer_.pad_left + stride - 1) / stride, behind < width_out_ ? behind : width_out_};
    }
    /// How many of the next `blocks` lie there, each with all its pixels.
    int32_t blocks_inside(int32_t blocks) const {
        const int32_t fit = (inside_.behind - x_) / most;
        if (x_ < inside_.first || fit < 0) return 0;
        return fit < blocks ? fit : blocks;
    }
    /// Whether the next four are neighbors whose windows leave no gaps.
    bool is_even() const {
        return window_.dilation_w == 1 && window_.stride_w <= window_.kernel_w &&
               x_ + most <= width_out_;
    }
    /// Blocks of four neighbors, inside of the image unless they are none: then one.
    uint32_t* widen_even(uint32_t* to, int32_t blocks, bool are_inside) {
        to = widen_windows(to, blocks, are_inside);
        advance(most * blocks);
        return to;
    }
    /// Where a row of the next four windows begins: in the image, or put together in the border.
    [[gnu::always_inline]] even_spans spans_of_four(const int8_t* row, bool are_inside,
                                                    int32_t i) const {
        const int32_t apart = window_.stride_w * layer_.channels_in;
        if (row && are_inside) return {row + column() * layer_.channels_in, apart};
        const int32_t more = row ? (most - 1) * window_.stride_w : 0;
        return {put_together(row, column(), window_.kernel_w + more, i), row ? apart : 0};
    }
    [[gnu::noinline]] uint32_t* widen_windows(uint32_t* to, int32_t blocks, bool are_inside) const {
        const patch_shape shape = shape_;
        return widen_even_windows(
            to, shape, blocks, [&](int32_t i) __attribute__((always_inline)) {
                return spans_of_four(in_(row_ + i * window_.dilation_h), are_inside, i);
            });
    }
    /// The windows of the next pixels, four or one, wherever they lie.
    uint32_t* widen_next(uint32_t* to, int32_t count) {
        for (int32_t n = 0; n < count; ++n, advance(1)) widen_window(to + n, count);
        return to + count * shape_.depth / 2;
    }
    /// Widens the next window to words that lie `apart` words apart.
    [[gnu::noinline]] void widen_window(uint32_t* to, int32_t apart) const {
        const row_window<int8_t> in = in_;
        const patch_shape shape = shape_;
        const int32_t row = row_, first = column() * layer_.channels_in, down = window_.dilation_h;
        const bool is_inside = inside_.holds(x_);
        widen_one_window(
            to, apart, shape, [&](int32_t i) __attribute__((always_inline)) {
                const int8_t* pixels = in(row + i * down);
                return pixels && is_inside ? pixels + first
                                           : put_together(pixels, column(), window_.kernel_w, i);
            });
    }
    /// The pixels under `taps` taps from `column` on, those of row `i` of a window.
    [[gnu::noinline]] const int8_t* put_together(const int8_t* pixels, int32_t column, int32_t taps,
                                                 int32_t i) const {
        const int32_t channels = layer_.channels_in, dilation = window_.dilation_w;
        int8_t* const at = border_ + (shape_.rest && i & 1 ? most * shape_.span : 0);
        __builtin_memset(at, layer_.result.zero_point_in, size_t(taps * channels));
        if (!pixels) return at;
        const tap_range inside = taps_inside(column, width_in_, taps, dilation);
        const int32_t together = dilation == 1 ? inside.count() : 1;
        for (int32_t k = inside.first; k < inside.last; k += together)
            __builtin_memcpy(at + k * channels, pixels + (column + k * dilation) * channels,
                             size_t(together * channels));
        return at;
    }

    const conv_layer<int8_t>& layer_;
    const row_window<int8_t>& in_;
    const ops::window& window_;
    const patch_shape& shape_;
    int8_t* border_;
    int32_t width_in_ = layer_.width_in;
    int32_t width_out_ = layer_.width_out;
    pixel_range inside_;
    int32_t row_ = 0;
    int32_t x_ = 0;
};

}  // namespace tigris::kernels::arm_dsp_kernels
