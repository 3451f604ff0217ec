// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Regions of images, each brought to one size.

#include <tigris/ops/description.hpp>

namespace tigris::ops {

/// Inputs:
///
/// * images [n, rows, width, channels];
/// * regions [count, 4] (x1, y1, x2, y2);
/// * the number of each region's image, [count] (i64). A number outside is brought to the nearest
///   image.
///
/// Output: [count, rows_out, width_out, channels]. A sampling_ratio of 0 means as many samples as a
/// cell has pixels. Source: ONNX RoiAlign.
struct roi_align {
    static constexpr const char* name = "roi_align";
    static constexpr const char* member_names =
        "takes_max, half_pixel, sampling_ratio, spatial_scale";

    static constexpr int data_inputs = 3;

    bool takes_max = false;
    bool half_pixel = true;
    int32_t sampling_ratio = 0;
    float spatial_scale = 1;
};

constexpr description describe(const roi_align& op, const operands& t) {
    shape output = t.output().dims;
    output.extent[0] = t.input(1).dims[0];
    output = output.rank == 4 ? output : shape{};
    output.extent[3] = t.input(0).dims[3];
    const int64_t samples = op.sampling_ratio > 0 ? op.sampling_ratio * op.sampling_ratio : 4;
    return {
        .output = output, .contract = contract::whole, .macs = element_count(output) * samples * 4};
}

}  // namespace tigris::ops
