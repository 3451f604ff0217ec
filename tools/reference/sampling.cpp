// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Values at places between the elements: grids of places, and regions of interest.

#include <reference/call.hpp>
#include <reference/cubic.hpp>
#include <reference/window.hpp>

#include <algorithm>
#include <cmath>

namespace reference {
namespace {

/// Place i of `extent` places between -1 and 1. The first and last places are corners, or the
/// middle of pixels.
double normalized_place(std::int64_t i, std::int64_t extent, bool aligns_corners) {
    if (aligns_corners) return -1 + 2 * double(i) / double(extent - 1);
    return (2 * double(i) + 1) / double(extent) - 1;
}

/// Theta times (x, y[, z], 1) for every place of the output.
tensors affine_grid(const call& c) {
    const shape extents(c[1].integers.begin() + 2, c[1].integers.end());
    const auto rank = std::int64_t(extents.size());
    const bool aligns = c.integer("align_corners", 0) != 0;
    shape dims{c[0].dims.at(0)};
    dims.insert(dims.end(), extents.begin(), extents.end());
    dims.push_back(rank);
    tensor y(c[0].type, dims);
    for (std::int64_t i = 0; i < y.size(); ++i) {
        const shape at = index_of(i, dims);
        const std::int64_t row = at.back();
        double sum = c[0].number(position_of({at[0], row, rank}, c[0].dims));
        for (std::int64_t k = 0; k < rank; ++k) {
            const auto axis = std::size_t(rank - k);
            sum += c[0].number(position_of({at[0], row, k}, c[0].dims)) *
                   normalized_place(at[axis], dims[axis], aligns);
        }
        y.set(i, sum);
    }
    return {y};
}

/// Thrown back at both borders until it lies between them.
double reflected(double x, double low, double high) {
    const double range = high - low;
    if (range == 0) return low;
    if (x >= low && x <= high) return x;
    const double distance = x < low ? low - x : x - high;
    const double turns = std::floor(distance / range);
    const double rest = distance - turns * range;
    const bool is_even = std::fmod(turns, 2) == 0;
    return (x < low) == is_even ? low + rest : high - rest;
}

struct sampler {
    const tensor& x;
    std::string mode;
    std::string padding;
    bool aligns;

    double low() const { return aligns ? 0 : -0.5; }
    double high(std::int64_t extent) const { return double(extent) - (aligns ? 1 : 0.5); }

    /// In single precision, as in ONNX's reference: places halfway between two elements are decided
    /// by it.
    static double denormalized(float grid, float extent, bool aligns) {
        return aligns ? (grid + 1) / 2 * (extent - 1) : ((grid + 1) * extent - 1) / 2;
    }

    double place(double grid, std::int64_t extent) const {
        double at = denormalized(float(grid), float(extent), aligns);
        if (mode == "nearest") at = std::nearbyint(at);
        if (at >= low() && at <= high(extent)) return at;
        if (padding == "border") return std::clamp(at, 0.0, double(extent - 1));
        if (padding == "reflection") return reflected(at, low(), high(extent));
        return at;
    }

    /// An element, or what the padding says.
    double element(std::int64_t n, std::int64_t channel, shape at) const {
        const shape extents = spatial(x.dims);
        for (std::size_t i = 0; i < at.size(); ++i) {
            if (padding == "border") at[i] = std::clamp<std::int64_t>(at[i], 0, extents[i] - 1);
            if (padding == "reflection")
                at[i] = std::int64_t(reflected(double(at[i]), low(), high(extents[i])));
        }
        return is_inside(at, extents) ? x.number(position_of(joined(n, channel, at), x.dims)) : 0;
    }

    double value(std::int64_t n, std::int64_t channel, const std::vector<double>& places) const {
        if (mode == "nearest") {
            shape at;
            for (const double each : places) at.push_back(std::int64_t(each));
            return element(n, channel, at);
        }
        const std::int64_t reach = mode == "cubic" ? 4 : 2;
        double sum = 0;
        for (const shape& corner : indices_of(shape(places.size(), reach))) {
            double weight = 1;
            shape at(places.size());
            for (std::size_t i = 0; i < places.size(); ++i) {
                at[i] = std::int64_t(std::floor(places[i])) + corner[i] - (reach / 2 - 1);
                const double distance = places[i] - double(at[i]);
                weight *= mode == "cubic" ? cubic_weight(distance, -0.75)
                                          : std::max(0.0, 1 - std::fabs(distance));
            }
            if (weight != 0) sum += weight * element(n, channel, at);
        }
        return sum;
    }
};

std::string plain_mode(const std::string& mode) {
    if (mode == "bilinear") return "linear";
    return mode == "bicubic" ? "cubic" : mode;
}

/// The last axis of the grid holds places, those of the last spatial axis first.
tensors grid_sample(const call& c) {
    const sampler s{c[0], plain_mode(c.text("mode", "linear")), c.text("padding_mode", "zeros"),
                    c.integer("align_corners", 0) != 0};
    const shape extents = spatial(c[0].dims);
    const shape grid(c[1].dims.begin() + 1, c[1].dims.end() - 1);
    tensor y(c[0].type, joined(c[0].dims.at(0), c[0].dims.at(1), grid));
    for (std::int64_t i = 0; i < y.size(); ++i) {
        const shape at = index_of(i, y.dims);
        shape in_grid{at[0]};
        in_grid.insert(in_grid.end(), at.begin() + 2, at.end());
        in_grid.push_back(0);
        const std::int64_t first = position_of(in_grid, c[1].dims);
        std::vector<double> places;
        for (std::size_t k = 0; k < extents.size(); ++k)
            places.push_back(
                s.place(c[1].number(first + std::int64_t(extents.size() - 1 - k)), extents[k]));
        y.set(i, s.value(at[0], at[1], places));
    }
    return {y};
}

/// A line of a bilinear sample: two places and their weights. Nothing beyond one pixel outside.
struct line_sample {
    std::int64_t low = 0;
    std::int64_t high = 0;
    double fraction = 0;
    bool is_outside = false;
};

line_sample sample_line(double at, std::int64_t extent) {
    line_sample result;
    result.is_outside = at < -1 || at > double(extent);
    at = std::max(at, 0.0);
    result.low = std::min(std::int64_t(at), extent - 1);
    result.high = std::min(result.low + 1, extent - 1);
    result.fraction = result.low == result.high ? 0 : at - double(result.low);
    return result;
}

struct region {
    double start;
    double bin;
    std::int64_t samples;

    double place(std::int64_t cell, std::int64_t sample) const {
        return start + (double(cell) + (double(sample) + 0.5) / double(samples)) * bin;
    }
};

region region_of(const call& c, std::int64_t roi, std::int64_t first, std::int64_t cells) {
    const bool is_half_pixel =
        c.opset >= 16 && c.text("coordinate_transformation_mode", "half_pixel") == "half_pixel";
    const double scale = c.real("spatial_scale", 1);
    const double offset = is_half_pixel ? 0.5 : 0;
    const double start = c[1].number(roi * 4 + first) * scale - offset;
    double extent = c[1].number(roi * 4 + first + 2) * scale - offset - start;
    if (!is_half_pixel) extent = std::max(extent, 1.0);
    const std::int64_t asked = c.integer("sampling_ratio", 0);
    const auto samples = asked > 0 ? asked : std::int64_t(std::ceil(extent / double(cells)));
    return {start, extent / double(cells), samples};
}

/// Samples of each cell of the output in its region of the input; their mean, or the largest of
/// their weighted corners, as ONNX Runtime and ONNX's tests have it.
tensors roi_align(const call& c) {
    const tensor& x = c[0];
    const std::int64_t height = c.integer("output_height", 1);
    const std::int64_t width = c.integer("output_width", 1);
    const bool is_max = c.text("mode", "avg") == "max";
    tensor y(x.type, {c[1].dims.at(0), x.dims.at(1), height, width});
    for (std::int64_t i = 0; i < y.size(); ++i) {
        const shape at = index_of(i, y.dims);
        const region rows = region_of(c, at[0], 1, height);
        const region columns = region_of(c, at[0], 0, width);
        double sum = 0;
        double largest = 0;
        for (std::int64_t k = 0; k < rows.samples * columns.samples; ++k) {
            const line_sample r = sample_line(rows.place(at[2], k / columns.samples), x.dims[2]);
            const line_sample s = sample_line(columns.place(at[3], k % columns.samples), x.dims[3]);
            const auto corner = [&](std::int64_t row, std::int64_t column, double weight) {
                const shape from{c[2].integer(at[0]), at[1], row, column};
                return r.is_outside || s.is_outside ? 0
                                                    : weight * x.number(position_of(from, x.dims));
            };
            const double corners[]{corner(r.low, s.low, (1 - r.fraction) * (1 - s.fraction)),
                                   corner(r.low, s.high, (1 - r.fraction) * s.fraction),
                                   corner(r.high, s.low, r.fraction * (1 - s.fraction)),
                                   corner(r.high, s.high, r.fraction * s.fraction)};
            const double best = *std::max_element(corners, corners + 4);
            largest = k == 0 ? best : std::max(largest, best);
            for (const double each : corners) sum += each;
        }
        y.set(i, is_max ? largest
                        : sum / double(std::max<std::int64_t>(1, rows.samples * columns.samples)));
    }
    return {y};
}

}  // namespace

void add_sampling(operator_map& all) {
    all["AffineGrid"] = affine_grid;
    all["GridSample"] = grid_sample;
    all["RoiAlign"] = roi_align;
}

}  // namespace reference
