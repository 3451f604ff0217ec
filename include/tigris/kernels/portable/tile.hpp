// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// A tensor repeated along its axes, in plain C++.

#include <tigris/kernels/contract/backend.hpp>
#include <tigris/kernels/contract/key.hpp>
#include <tigris/kernels/contract/row_window.hpp>
#include <tigris/kernels/walks/strided_walk.hpp>
#include <tigris/ops/list.hpp>

namespace tigris::kernels {

/// What one row of the output reads of one row of the input, or all of it under the whole contract.
/// `row_stride` is 0 where the input has one row, which all of the output's read.
template <class T>
struct tile_layer {
    strided_walk walk{};
    int32_t row_stride = 1;
};

/// Goes through an axis as often as the output is longer.
constexpr void add_tiles(strided_walk& walk, int32_t extent, int32_t extent_out, int32_t stride) {
    walk.add(extent_out / extent, 0);
    walk.add(extent, stride);
}

constexpr plain_key<ops::tile> key_of(const ops::tile&, const operands&, rounding) { return {}; }

template <class T>
constexpr tile_layer<T> layer_of(const ops::tile& op, const operands& t, view<const constant>,
                                 rounding) {
    const shape input = t.input(0).dims, output = t.output().dims;
    const row_extents in = rows_of(input), out = rows_of(output);
    tile_layer<T> layer{.row_stride = in.images * in.rows == 1 ? 0 : 1};
    if (describe(op, t).contract == ops::contract::whole || input.rank < 2 || input.rank > 4) {
        for (int axis = 0; axis < input.rank; ++axis)
            add_tiles(layer.walk, input[axis], output[axis], stride_of(input, axis));
    } else {
        add_tiles(layer.walk, in.width, out.width, in.channels);
        add_tiles(layer.walk, in.channels, out.channels, 1);
    }
    return layer;
}

/// Rows is a row_window<T>, or constant_rows<T>.
template <plain_key<ops::tile>, class T, class Rows>
[[gnu::noinline]] constexpr void rows(portable_tag, const tile_layer<T>& layer, T* out,
                                      int32_t row_count, const Rows& in) {
    for (int32_t y = 0; y < row_count; ++y)
        out = copy_strided(layer.walk, out, in(y * layer.row_stride));
}

/// In is a pointer or a constant_pointer.
template <plain_key<ops::tile>, class T, class In>
[[gnu::noinline]] constexpr void whole(portable_tag, const tile_layer<T>& layer, T* out, In in) {
    copy_strided(layer.walk, out, in);
}

}  // namespace tigris::kernels
