// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Runs a kernel over an image in one call, in tiles, and out of a ring: all must agree.

#include <tigris/kernels/contract/backend.hpp>
#include <tigris/kernels/contract/row_window.hpp>
#include <tigris/ops/description.hpp>

namespace tigris::test {

struct image_rows {
    int32_t rows = 0;
    int32_t row_elements = 0;
};

/// Output rows [first, first + count) read from a tensor that lies whole.
template <class T>
constexpr kernels::row_window<T> window_of(const T* in, image_rows size,
                                           const ops::row_reach& reach, int32_t first) {
    return kernels::whole_window(in, first * reach.stride - reach.pad, size.rows,
                                 size.row_elements);
}

template <auto G, class Layer, class In, class Out, class Tag = kernels::portable_tag>
constexpr void run_tiles(const Layer& layer, const In* in, image_rows in_size, Out* out,
                         image_rows out_size, const ops::row_reach& reach, int32_t tile,
                         const Tag& tag = {}) {
    for (int32_t q = 0; q < out_size.rows; q += tile) {
        const int32_t rest = out_size.rows - q, count = rest < tile ? rest : tile;
        rows<G>(tag, layer, out + q * out_size.row_elements, count,
                window_of(in, in_size, reach, q));
    }
}

constexpr int32_t remainder_of(int32_t x, int32_t n) { return (x % n + n) % n; }

/// The same out of a ring that holds just the rows of one call; what it does not hold is garbage.
template <auto G, int Capacity, class Layer, class In, class Out, class Tag = kernels::portable_tag>
constexpr void run_ring(const Layer& layer, const In* in, image_rows in_size, Out* out,
                        image_rows out_size, const ops::row_reach& reach, int32_t tile,
                        const Tag& tag = {}) {
    const int32_t width = in_size.row_elements;
    const int32_t slots = (tile - 1) * reach.stride + (reach.kernel - 1) * reach.dilation + 1;
    In ring[Capacity]{};
    for (int32_t q = 0; q < out_size.rows; q += tile) {
        const int32_t rest = out_size.rows - q, count = rest < tile ? rest : tile;
        const int32_t top = q * reach.stride - reach.pad, slot = remainder_of(top, slots);
        for (int32_t i = 0; i < slots * width; ++i) ring[i] = In(99);
        for (int32_t y = top < 0 ? 0 : top; y < top + slots && y < in_size.rows; ++y)
            for (int32_t i = 0; i < width; ++i)
                ring[remainder_of(y, slots) * width + i] = in[y * width + i];
        kernels::row_window<In> window = window_of(in, in_size, reach, q);
        window.base = ring;
        window.offset = slot * width;
        window.ring_elements = slots * width;
        window.wrap = slots - slot;
        rows<G>(tag, layer, out + q * out_size.row_elements, count, window);
    }
}

template <class T>
constexpr bool equal(const T* a, const T* b, int32_t count) {
    for (int32_t i = 0; i < count; ++i)
        if (a[i] != b[i]) return false;
    return true;
}

/// Whether every way to split the rows, in calls for at most so many, gives the bytes of
/// `expected`.
template <auto G, int Capacity, class Layer, class In, class Out, class Tag = kernels::portable_tag>
constexpr bool splits_agree(const Layer& layer, const In* in, image_rows in_size,
                            const Out* expected, image_rows out_size, const ops::row_reach& reach,
                            const Tag& tag = {}, int32_t most_rows = 3) {
    const int32_t total = out_size.rows * out_size.row_elements;
    for (int32_t tile = 1; tile <= most_rows; ++tile) {
        Out out[Capacity]{};
        run_tiles<G>(layer, in, in_size, out, out_size, reach, tile, tag);
        if (!equal(out, expected, total)) return false;
        run_ring<G, Capacity>(layer, in, in_size, out, out_size, reach, tile, tag);
        if (!equal(out, expected, total)) return false;
    }
    return true;
}

}  // namespace tigris::test
