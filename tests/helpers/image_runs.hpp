// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Runs a kernel over all images of a tensor.

#include <tigris/ops/description.hpp>

#include <helpers/row_runs.hpp>
#include <helpers/slice_runs.hpp>

namespace tigris::test {

/// Writes `out` image by image. Whether that depends neither on how many rows a call makes nor on
/// how far apart pixels lie.
template <auto G, class Layer, class T>
constexpr bool runs_by_images(const Layer& layer, const T* in, T* out, const operands& t,
                              const ops::row_reach& reach) {
    const row_extents x = rows_of(t.input(0).dims), y = rows_of(t.output().dims);
    const image_rows in_size{x.rows, x.row_elements()}, out_size{y.rows, y.row_elements()};
    for (int image = 0; image < y.images; ++image) {
        const T* from = in + image * x.rows * x.row_elements();
        T* to = out + image * y.rows * y.row_elements();
        run_tiles<G>(layer, from, in_size, to, out_size, reach, y.rows);
        if (!splits_agree<G, 400, Layer, T, T>(layer, from, in_size, to, out_size, reach))
            return false;
        const auto write_slices = [&](T* slices) {
            rows<in_slices(G)>(kernels::portable_tag{}, layer, slices, y.rows,
                               window_of(from, in_size, reach, 0));
        };
        if (!slices_agree<64>(to, y.rows * y.width, y.channels, write_slices)) return false;
    }
    return true;
}

}  // namespace tigris::test
