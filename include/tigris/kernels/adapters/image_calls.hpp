// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Windows over rows that lie anywhere, as calls of libraries that take images in one block.

#include <stddef.h>
#include <tigris/kernels/adapters/image_panel.hpp>
#include <tigris/kernels/contract/row_window.hpp>
#include <tigris/kernels/walks/taps.hpp>

namespace tigris::kernels {

/// One call: `rows_out` rows of `width_out` pixels, dense at `out`, from `rows` rows of `width`
/// pixels, dense at `pixels`. Of the first window, `pad_top` rows and `pad_left` columns lie
/// outside of the image.
struct image_call {
    const int8_t* pixels = nullptr;
    int32_t rows = 0;
    int32_t width = 0;
    int32_t pad_top = 0;
    int32_t pad_left = 0;
    int32_t dilation_h = 1;
    int8_t* out = nullptr;
    int32_t rows_out = 0;
    int32_t width_out = 0;
};

/// A layer of windows; the window's own pads are not read. `out_step`: elements from one pixel of
/// the output to the next. `leaves_padding_out`: the library knows padding that counts nothing;
/// otherwise it gets images without, and `padding` is what is written for it. `skips_rows`: it
/// knows dilation; otherwise it gets copies of the rows under the taps. Channels and steps are
/// bytes, `padding` one of them.
struct image_layer {
    ops::window window{};
    int32_t width_in = 0;
    int32_t width_out = 0;
    int32_t channels_in = 0;
    int32_t channels_out = 0;
    int32_t pad_left = 0;
    int32_t out_step = 0;
    int8_t padding = 0;
    bool leaves_padding_out = false;
    bool skips_rows = false;
};

/// Dilation where there is but one tap is none: libraries ask.
constexpr ops::window plain_window(ops::window w) {
    if (w.kernel_h == 1) w.dilation_h = 1;
    if (w.kernel_w == 1) w.dilation_w = 1;
    return w;
}

/// Rows `in`, with every extent counted in bytes. Images of 16-bit codes are copied as such bytes.
template <class T>
inline row_window<int8_t> as_bytes(const row_window<T>& in) {
    constexpr int32_t size = sizeof(T);
    return {reinterpret_cast<const int8_t*>(in.base),
            in.offset * size,
            in.row_elements * size,
            in.ring_elements * size,
            in.first,
            in.last,
            in.wrap};
}
template <class T>
inline int8_t* as_bytes(T* out) {
    return reinterpret_cast<int8_t*>(out);
}

/// The rows of a call from row `begin` on.
constexpr row_window<int8_t> rows_from(row_window<int8_t> in, int32_t begin) {
    in.offset += begin * in.row_elements;
    in.first -= begin;
    in.last -= begin;
    if (begin >= in.wrap) {
        in.offset -= in.ring_elements;
        in.wrap = INT32_MAX;
    } else if (in.wrap != INT32_MAX) {
        in.wrap -= begin;
    }
    return in;
}

/// Rows [first, last) under the windows of a call that exist.
constexpr tap_range rows_inside(const row_window<int8_t>& in, int32_t span) {
    const int32_t last = in.last < span ? in.last : span;
    const int32_t first = in.first > 0 ? in.first : 0;
    return {first, last > first ? last : first};
}

constexpr int32_t columns_of_row(const image_layer& l) {
    return columns_under(l.window, l.width_out);
}

/// Whether `rows_out` rows of the output can be made where the input lies. A window of one row gets
/// no columns that it does not read: libraries take them for padding.
constexpr bool are_contiguous(const image_layer& l, const row_window<int8_t>& in,
                              int32_t rows_out) {
    const int32_t span = rows_under(l.window, rows_out), columns = columns_of_row(l);
    const tap_range inside = rows_inside(in, span);
    const bool is_dense = l.out_step == l.channels_out &&
                          in.row_elements == l.width_in * l.channels_in &&
                          (inside.last <= in.wrap || inside.first >= in.wrap);
    if (!is_dense || inside.count() == 0 || l.pad_left < 0) return false;
    if (l.window.dilation_h > 1 && !l.skips_rows) return false;
    if (l.leaves_padding_out) return true;
    return inside.count() == span && l.pad_left == 0 && columns <= l.width_in &&
           (columns == l.width_in || l.window.kernel_h > 1);
}

constexpr image_call call_in_place(const image_layer& l, const row_window<int8_t>& in,
                                   int32_t rows_out, int8_t* out) {
    const tap_range inside = rows_inside(in, rows_under(l.window, rows_out));
    return {.pixels = in(inside.first),
            .rows = inside.count(),
            .width = l.width_in,
            .pad_top = inside.first,
            .pad_left = l.pad_left,
            .dilation_h = l.window.dilation_h,
            .out = out,
            .rows_out = rows_out,
            .width_out = l.width_out};
}

/// Whether the output overlaps rows that a call reads: libraries do not say which they read when.
inline bool overlaps_input(const image_layer& l, const row_window<int8_t>& in, const int8_t* out,
                           int32_t rows_out) {
    const tap_range inside = rows_inside(in, rows_under(l.window, rows_out));
    const int8_t* begin = in(inside.first);
    const int8_t* end = begin + inside.count() * in.row_elements;
    const int8_t* out_end = out + rows_out * l.width_out * l.out_step;
    return uintptr_t(begin) < uintptr_t(out_end) && uintptr_t(out) < uintptr_t(end);
}

/// `count` elements of `Bytes` bytes from `from` (which stays, for padding) to `to`.
template <int32_t Bytes, bool Stays>
[[gnu::always_inline]] inline void copy_blocks(int8_t*& to, const int8_t*& from, int32_t count) {
    for (; count > 0; --count, to += Bytes, from += Stays ? 0 : Bytes) {
        __builtin_memcpy(to, from, size_t(Bytes));
        asm volatile("" : "+r"(to));  // Compilers make a call of memcpy of it, see below.
    }
}

/// memcpy and memset in blocks: in small C libraries these go byte by byte. Not copy_by_words(),
/// which is inline code, and whose words may overlap. This is one call for all layers and every
/// core, and memories are apart.
[[gnu::noinline]] inline void copy_bytes(int8_t* to, const int8_t* from, int32_t count) {
    copy_blocks<16, false>(to, from, count / 16);
    copy_blocks<4, false>(to, from, count % 16 / 4);
    copy_blocks<1, false>(to, from, count % 4);
}
[[gnu::noinline]] inline void fill_bytes(int8_t* to, int8_t byte, int32_t count) {
    const int8_t four[]{byte, byte, byte, byte};
    const int8_t* from = four;
    copy_blocks<4, true>(to, from, count / 4);
    copy_blocks<1, true>(to, from, count % 4);
}

/// Columns [first, first + count) of a row (null: padding), what lies outside as padding.
inline void copy_columns(const image_layer& l, const int8_t* row, int32_t first, int32_t count,
                         int8_t* to) {
    const int32_t channels = l.channels_in;
    if (!row) return fill_bytes(to, l.padding, count * channels);
    const tap_range inside = taps_inside(first, l.width_in, count, 1);
    fill_bytes(to, l.padding, inside.first * channels);
    copy_bytes(to + inside.first * channels, row + (first + inside.first) * channels,
               inside.count() * channels);
    fill_bytes(to + inside.last * channels, l.padding, (count - inside.last) * channels);
}

/// Copies the rows and columns under `pixels` windows of one output row, of which the first begins
/// at `column`: with padding, or only those that exist.
inline image_call call_on_panel(const image_layer& l, const row_window<int8_t>& in, int32_t column,
                                int32_t pixels, int8_t* panel) {
    const ops::window& w = l.window;
    const int32_t columns = columns_under(w, pixels);
    tap_range rows{0, w.kernel_h}, kept{0, columns};
    if (l.leaves_padding_out) {
        rows = rows_inside(in, w.kernel_h);
        kept = taps_inside(column, l.width_in, columns, 1);
    }
    int8_t* to = panel;
    for (int32_t i = rows.first; i < rows.last; ++i, to += kept.count() * l.channels_in)
        copy_columns(l, in(i * w.dilation_h), column + kept.first, kept.count(), to);
    return {.pixels = panel,
            .rows = rows.count(),
            .width = kept.count(),
            .pad_top = rows.first,
            .pad_left = kept.first,
            .dilation_h = 1,
            .rows_out = 1,
            .width_out = pixels};
}

/// A call on `pixels` windows of one row that lie in the image, without a copy.
constexpr image_call call_on_row(const image_layer& l, const int8_t* row, int32_t column,
                                 int32_t pixels) {
    return {.pixels = row + column * l.channels_in,
            .rows = 1,
            .width = columns_under(l.window, pixels),
            .rows_out = 1,
            .width_out = pixels};
}

/// Makes one row, some pixels at a time; slices pixel by pixel.
template <class Call>
inline void call_on_panels(const image_layer& l, const row_window<int8_t>& in, int8_t* out,
                           int8_t* panel, const Call& call) {
    const int8_t* row = l.window.kernel_h == 1 ? in(0) : nullptr;
    const bool is_inside = row && l.pad_left <= 0 && columns_of_row(l) - l.pad_left <= l.width_in;
    const int32_t most = l.out_step != l.channels_out ? 1
                         : is_inside                  ? l.width_out
                                     : pixels_at_once(l.window, l.width_out, l.channels_in);
    for (int32_t x = 0; x < l.width_out; x += most) {
        const int32_t rest = l.width_out - x, pixels = rest < most ? rest : most;
        const int32_t column = x * l.window.stride_w - l.pad_left;
        image_call made = is_inside ? call_on_row(l, row, column, pixels)
                                    : call_on_panel(l, in, column, pixels, panel);
        made.out = out + x * l.out_step;
        call(made);
    }
}

/// Makes `row_count` rows by calls of `call(const image_call&)`: one where all lies in one block;
/// row by row, or from copies at `panel` (image_panel.hpp), where it does not.
template <class Call>
[[gnu::noinline]] inline void call_images(const image_layer& l, const row_window<int8_t>& in,
                                          int8_t* out, int32_t row_count, int8_t* panel,
                                          const Call& call) {
    if (are_contiguous(l, in, row_count) && !overlaps_input(l, in, out, row_count))
        return call(call_in_place(l, in, row_count, out));
    for (int32_t y = 0; y < row_count; ++y, out += l.width_out * l.out_step) {
        const row_window<int8_t> own = rows_from(in, y * l.window.stride_h);
        if (are_contiguous(l, own, 1))
            call(call_in_place(l, own, 1, out));
        else
            call_on_panels(l, own, out, panel, call);
    }
}

}  // namespace tigris::kernels
