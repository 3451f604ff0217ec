// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Regions of images brought to one size, in plain C++.

#include <tigris/kernels/contract/backend.hpp>
#include <tigris/kernels/contract/key.hpp>
#include <tigris/kernels/walks/bilinear_place.hpp>
#include <tigris/ops/list.hpp>

namespace tigris::kernels {

template <class T>
struct roi_align_layer {
    row_extents in{};
    row_extents out{};
    bool takes_max = false;
    bool half_pixel = true;
    int32_t sampling_ratio = 0;
    float spatial_scale = 1;
};

constexpr plain_key<ops::roi_align> key_of(const ops::roi_align&, const operands&, rounding) {
    return {};
}

template <class T>
constexpr roi_align_layer<T> layer_of(const ops::roi_align& op, const operands& t,
                                      view<const constant>, rounding) {
    return {.in = rows_of(t.input(0).dims),
            .out = rows_of(t.output().dims),
            .takes_max = op.takes_max,
            .half_pixel = op.half_pixel,
            .sampling_ratio = op.sampling_ratio,
            .spatial_scale = op.spatial_scale};
}

/// Samples of one axis of a region: it begins at `begin`, each cell is `cell` long and has
/// `samples` samples.
struct region_axis {
    float begin = 0;
    float cell = 0;
    int32_t samples = 0;

    constexpr float at(int32_t cell_number, int32_t sample) const {
        return begin + float(cell_number) * cell + (float(sample) + 0.5f) * cell / float(samples);
    }
};

/// One axis of a region: from `from` to `to` in `cells` cells. Regions that are no numbers have no
/// samples.
template <class T>
constexpr region_axis region_axis_of(const roi_align_layer<T>& layer, float from, float to,
                                     int32_t cells) {
    const float offset = layer.half_pixel ? 0.5f : 0;
    const float begin = from * layer.spatial_scale - offset;
    const float extent = to * layer.spatial_scale - offset - begin;
    const float length = layer.half_pixel || extent > 1 ? extent : 1;
    const float cell = length / float(cells);
    const int32_t down = int32_t(between_bounds(cell, 0, 32767));
    const int32_t all = down + (cell > float(down) && down < 32767 ? 1 : 0);
    return {begin, cell, layer.sampling_ratio > 0 ? layer.sampling_ratio : all};
}

/// Places up to one pixel outside of the image count as its border, others as nothing.
constexpr bilinear_place place_within(const row_extents& in, float y, float x) {
    if (!(y >= -1 && x >= -1 && y <= float(in.rows) && x <= float(in.width))) return {};
    y = between_bounds(y, 0, float(in.rows - 1));
    x = between_bounds(x, 0, float(in.width - 1));
    const int32_t top = int32_t(y), left = int32_t(x);
    const int32_t bottom = top + 1 < in.rows ? top + 1 : top;
    const int32_t right = left + 1 < in.width ? left + 1 : left;
    const float down = y - float(top), across = x - float(left);
    return {{top * in.width + left, top * in.width + right, bottom * in.width + left,
             bottom * in.width + right},
            {(1 - down) * (1 - across), (1 - down) * across, down * (1 - across), down * across}};
}

/// ONNX's maximum is that of the weighted corners, before they are added up.
template <class X>
constexpr float largest_corner(const bilinear_place& place, X x, int32_t channels) {
    float largest = 0;
    for (int k = 0; k < 4; ++k) {
        const float corner =
            place.pixels[k] < 0 ? 0 : place.weights[k] * x[place.pixels[k] * channels];
        if (k == 0 || corner > largest) largest = corner;
    }
    return largest;
}

/// The result for one cell of one channel; `image` is the channel's element of the first pixel.
template <class T, class X>
constexpr float cell_of(const roi_align_layer<T>& layer, const region_axis& rows,
                        const region_axis& columns, int32_t y, int32_t x, X image) {
    const int32_t count = rows.samples * columns.samples;
    float result = 0;
    for (int32_t i = 0; i < count; ++i) {
        const bilinear_place place = place_within(layer.in, rows.at(y, i / columns.samples),
                                                  columns.at(x, i % columns.samples));
        const float sample = layer.takes_max ? largest_corner(place, image, layer.in.channels)
                                             : place.of(image, layer.in.channels);
        result = !layer.takes_max ? result + sample : i == 0 || sample > result ? sample : result;
    }
    return layer.takes_max || count == 0 ? result : result / float(count);
}

template <plain_key<ops::roi_align>, class T, class X, class Regions, class Images>
[[gnu::noinline]] constexpr void whole(portable_tag, const roi_align_layer<T>& layer, T* out, X x,
                                       Regions regions, Images images) {
    const row_extents &in = layer.in, &to = layer.out;
    for (int32_t r = 0; r < to.images; ++r, regions = regions + 4) {
        const int64_t wanted = images[r], last = in.images - 1;
        const int32_t n = int32_t(wanted < 0 ? 0 : wanted > last ? last : wanted);
        const region_axis columns = region_axis_of(layer, regions[0], regions[2], to.width);
        const region_axis rows = region_axis_of(layer, regions[1], regions[3], to.rows);
        for (int32_t i = 0; i < to.rows * to.width; ++i)
            for (int32_t c = 0; c < to.channels; ++c)
                *out++ = cell_of(layer, rows, columns, i / to.width, i % to.width,
                                 x + (n * in.rows * in.row_elements() + c));
    }
}

}  // namespace tigris::kernels
