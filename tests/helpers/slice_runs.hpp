// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Runs a kernel whose pixels are slices of wider ones: it must write the same, and nothing between.

#include <stdint.h>

namespace tigris::test {

/// Elements of a wide pixel.
inline constexpr int slice_stride = 27;

template <class Key>
constexpr Key in_slices(Key key) {
    key.out_pixel_stride = slice_stride;
    return key;
}

/// run(out) writes `pixels` pixels, slice_stride elements apart, that shall be those of `dense`.
template <int Pixels, class Out, class Run>
constexpr bool slices_agree(const Out* dense, int pixels, int channels, const Run& run) {
    constexpr Out untouched = Out(77);
    constexpr int begin = 2;
    Out out[Pixels * slice_stride + begin]{};
    const int total = pixels * slice_stride + begin;
    for (int i = 0; i < total; ++i) out[i] = untouched;
    run(out + begin);
    for (int i = 0; i < total; ++i) {
        const int pixel = (i - begin) / slice_stride, channel = (i - begin) % slice_stride;
        const bool inside = i >= begin && channel < channels;
        if (out[i] != (inside ? dense[pixel * channels + channel] : untouched)) return false;
    }
    return true;
}

}  // namespace tigris::test
