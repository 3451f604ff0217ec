// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Resize and Upsample: one axis after the other.

#include <reference/call.hpp>
#include <reference/cubic.hpp>
#include <reference/lines.hpp>

#include <algorithm>
#include <cmath>

namespace reference {
namespace {

/// How one axis is resized. `from` and `to` are tf_crop_and_resize's region.
struct axis_resize {
    std::int64_t input;
    std::int64_t output;
    double scale;
    double from = 0;
    double to = 1;
};

struct rules {
    std::string mode;
    std::string coordinates;
    std::string nearest;
    double cubic_a;
    double extrapolation;
    bool exclude_outside;
    bool antialias;
};

/// Where output x lies in the input.
double original_place(const rules& r, const axis_resize& axis, std::int64_t x) {
    const auto input = double(axis.input);
    const auto output = double(axis.output);
    const auto at = double(x);
    const double half_pixel = (at + 0.5) / axis.scale - 0.5;
    if (r.coordinates == "half_pixel") return half_pixel;
    if (r.coordinates == "pytorch_half_pixel") return axis.output > 1 ? half_pixel : 0;
    if (r.coordinates == "asymmetric") return at / axis.scale;
    if (r.coordinates == "tf_half_pixel_for_nn") return (at + 0.5) / axis.scale;
    // To a length that may be a fraction, as ONNX's test data has it (ONNX issue 2462).
    if (r.coordinates == "align_corners")
        return axis.output > 1 ? at * (input - 1) / (axis.scale * input - 1) : 0;
    if (r.coordinates == "half_pixel_symmetric") {
        const double adjustment = output / (axis.scale * input);
        return input / 2 * (1 - adjustment) + half_pixel;
    }
    if (r.coordinates == "tf_crop_and_resize")
        return axis.output > 1 ? axis.from * (input - 1) +
                                     at * (axis.to - axis.from) * (input - 1) / (output - 1)
                               : 0.5 * (axis.from + axis.to) * (input - 1);
    throw unsupported("coordinate_transformation_mode " + r.coordinates);
}

double nearest_place(const rules& r, const axis_resize& axis, double x) {
    if (r.nearest == "floor") return std::floor(x);
    if (r.nearest == "ceil") return std::ceil(x);
    if (r.nearest == "round_prefer_ceil") return std::floor(x + 0.5);
    if (r.nearest == "simple") return axis.scale < 1 ? std::ceil(x) : std::floor(x);
    return std::ceil(x - 0.5);
}

struct tap {
    std::int64_t place;
    double weight;
};

double weight_of(const rules& r, double distance) {
    if (r.mode == "cubic") return cubic_weight(distance, r.cubic_a);
    return std::max(0.0, 1 - std::fabs(distance));
}

/// Antialiasing widens the kernel where the axis shrinks.
std::vector<tap> taps_of(const rules& r, const axis_resize& axis, double x) {
    if (r.mode == "nearest")
        return {
            {std::clamp<std::int64_t>(std::int64_t(nearest_place(r, axis, x)), 0, axis.input - 1),
             1}};
    const double width = r.antialias ? std::min(1.0, axis.scale) : 1;
    const auto reach = std::int64_t(std::ceil((r.mode == "cubic" ? 2 : 1) / width));
    std::vector<tap> result;
    double sum = 0;
    const auto middle = std::int64_t(std::floor(x));
    for (std::int64_t place = middle - reach; place <= middle + reach + 1; ++place) {
        const double weight = weight_of(r, (double(place) - x) * width);
        if (r.exclude_outside && (place < 0 || place >= axis.input)) continue;
        result.push_back({std::clamp<std::int64_t>(place, 0, axis.input - 1), weight});
        sum += weight;
    }
    if (r.antialias || r.exclude_outside)
        for (tap& each : result) each.weight /= sum;
    return result;
}

tensor resize_axis(const tensor& x, std::size_t axis, const rules& r, const axis_resize& how) {
    shape dims = x.dims;
    dims[axis] = how.output;
    tensor y(x.type, dims);
    const lines from(x.dims, axis);
    const lines to(dims, axis);
    for (std::int64_t k = 0; k < how.output; ++k) {
        const double place = original_place(r, how, k);
        const bool is_outside =
            r.coordinates == "tf_crop_and_resize" && (place < 0 || place > double(how.input - 1));
        const std::vector<tap> taps = taps_of(r, how, place);
        for (std::int64_t line = 0; line < to.count; ++line) {
            double sum = 0;
            for (const tap& each : taps)
                if (each.weight != 0) sum += each.weight * x.number(from.at(line, each.place));
            y.set(to.at(line, k), is_outside ? r.extrapolation : sum);
        }
    }
    return y;
}

/// Integers are rounded once, after the last axis, and saturated.
tensor resize_all(const tensor& x, const rules& r, const std::vector<axis_resize>& how) {
    tensor y = from_numbers(element_type::float64, x.dims, numbers(x));
    for (std::size_t i = 0; i < how.size(); ++i) y = resize_axis(y, i, r, how[i]);
    if (!x.is_real())
        for (double& each : y.reals) each = double(saturated(x.type, std::nearbyint(each)));
    return from_numbers(x.type, y.dims, y.reals);
}

axis_resize scaled(std::int64_t input, double scale) {
    return {input, std::int64_t(std::floor(double(input) * scale)), scale};
}

/// Scales of a whole picture that keep its proportions.
double common_scale(const tensor& x, const tensor& sizes, const std::vector<std::size_t>& axes,
                    bool is_largest) {
    double result = double(sizes.integer(0)) / double(x.dims[axes[0]]);
    for (std::size_t i = 1; i < axes.size(); ++i) {
        const double scale = double(sizes.integer(std::int64_t(i))) / double(x.dims[axes[i]]);
        result = is_largest ? std::max(result, scale) : std::min(result, scale);
    }
    return result;
}

std::vector<std::size_t> axes_of(const call& c) {
    std::vector<std::size_t> result;
    for (const std::int64_t axis : c.integers("axes")) result.push_back(axis_of(axis, c[0].rank()));
    for (std::size_t i = 0; !c.attribute("axes") && i < c[0].rank(); ++i) result.push_back(i);
    return result;
}

rules rules_of(const call& c) {
    return {c.text("mode", "nearest"),
            c.text("coordinate_transformation_mode", "half_pixel"),
            c.text("nearest_mode", "round_prefer_floor"),
            c.real("cubic_coeff_a", -0.75),
            c.real("extrapolation_value", 0),
            c.integer("exclude_outside", 0) != 0,
            c.integer("antialias", 0) != 0};
}

tensors resize(const call& c) {
    const tensor& x = c[0];
    const std::vector<std::size_t> axes = axes_of(c);
    const std::string policy = c.text("keep_aspect_ratio_policy", "stretch");
    const bool has_sizes = c.has(3) && c[3].size() > 0;
    std::vector<axis_resize> how;
    for (const std::int64_t extent : x.dims) how.push_back(scaled(extent, 1));
    for (std::size_t i = 0; i < axes.size(); ++i) {
        axis_resize& axis = how[axes[i]];
        const auto k = std::int64_t(i);
        if (!has_sizes)
            axis = scaled(axis.input, c[2].number(k));
        else if (policy == "stretch")
            axis = {axis.input, c[3].integer(k), double(c[3].integer(k)) / double(axis.input)};
        else {
            const double scale = common_scale(x, c[3], axes, policy == "not_smaller");
            axis = {axis.input, std::int64_t(std::floor(double(axis.input) * scale + 0.5)), scale};
        }
        if (c.has(1) && c[1].size() > 0) {
            axis.from = c[1].number(k);
            axis.to = c[1].number(k + std::int64_t(axes.size()));
        }
    }
    return {resize_all(x, rules_of(c), how)};
}

/// Upsample and Resize of opset 10: scales only, and no choice of coordinates.
tensors plain_resize(const call& c) {
    const std::string mode = c.text("mode", "nearest");
    const rules r{
        mode == "bilinear" ? "linear" : mode, "asymmetric", "simple", -0.75, 0, false, false};
    const std::vector<double> scales = c.has(1) ? numbers(c[1]) : c.reals("scales");
    std::vector<axis_resize> how;
    for (std::size_t i = 0; i < c[0].rank(); ++i) how.push_back(scaled(c[0].dims[i], scales.at(i)));
    return {resize_all(c[0], r, how)};
}

tensors resize_by_version(const call& c) { return c.opset < 11 ? plain_resize(c) : resize(c); }

}  // namespace

void add_resizes(operator_map& all) {
    all["Resize"] = resize_by_version;
    all["Upsample"] = plain_resize;
}

}  // namespace reference
