// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/lower/interpolation.hpp>

#include <onnx2hpp/enumerators.hpp>

#include <algorithm>
#include <cmath>
#include <map>

namespace onnx2hpp {
namespace {

/// Weights of elements by their numbers, which may lie outside of the axis.
using weighted_elements = std::map<std::int64_t, double>;

bool crops(const resizing& r) { return r.coordinates == "tf_crop_and_resize"; }

/// Source: ONNX Resize, tf_crop_and_resize.
float cropped_coordinate(const resizing& r, std::size_t axis, std::int64_t extent,
                         std::int64_t at) {
    const float begin = r.begin[axis], end = r.end[axis], last = static_cast<float>(extent - 1);
    if (r.output[axis] == 1) return 0.5f * (begin + end) * last;
    return begin * last +
           static_cast<float>(at) * (end - begin) * last / static_cast<float>(r.output[axis] - 1);
}

float coordinate(const resizing& r, std::size_t axis, std::int64_t extent, std::int64_t at) {
    if (crops(r)) return cropped_coordinate(r, axis, extent, at);
    tigris::ops::resampling axis_of_library;
    axis_of_library.in = static_cast<std::int32_t>(extent);
    axis_of_library.out = static_cast<std::int32_t>(r.output[axis]);
    axis_of_library.scale = scale_of(r, axis, extent);
    axis_of_library.coordinates = coordinates_of(r);
    return tigris::ops::coordinate_of(axis_of_library, static_cast<std::int32_t>(at));
}

/// The weight of an element at this distance. Source: Keys, for cubic.
double weight_at(const resizing& r, double distance) {
    const double d = std::abs(distance), a = static_cast<double>(r.cubic_a);
    if (r.mode == "linear") return std::max(1 - d, 0.0);
    if (d <= 1) return ((a + 2) * d - (a + 3)) * d * d + 1;
    return d < 2 ? ((a * d - 5 * a) * d + 8 * a) * d - 4 * a : 0;
}

/// All elements that count at coordinate x; where an axis shrinks, `scale` makes the window wider.
weighted_elements elements_around(const resizing& r, double x, double scale) {
    const double reach = (r.mode == "linear" ? 1 : 2) / scale;
    weighted_elements result;
    for (auto i = static_cast<std::int64_t>(std::floor(x - reach));
         i <= static_cast<std::int64_t>(std::ceil(x + reach)); ++i)
        if (const double weight = weight_at(r, (static_cast<double>(i) - x) * scale); weight != 0)
            result[i] = weight;
    return result;
}

/// Elements outside count as the border's, or not at all.
weighted_elements within(const resizing& r, const weighted_elements& all, std::int64_t extent) {
    weighted_elements result;
    double sum = 0;
    for (const auto& [i, weight] : all) {
        const std::int64_t inside = std::clamp<std::int64_t>(i, 0, extent - 1);
        if (r.exclude_outside && inside != i) continue;
        result[inside] += weight;
        sum += weight;
    }
    if (r.exclude_outside || r.antialias)
        for (auto& [i, weight] : result) weight /= sum;
    return result;
}

/// The elements that make a resized element; empty where its coordinate is outside of the region's
/// axis.
weighted_elements elements_at(const resizing& r, std::size_t axis, std::int64_t extent,
                              std::int64_t at) {
    const float x = coordinate(r, axis, extent, at), last = static_cast<float>(extent - 1);
    if (crops(r) && !(x >= 0 && x <= last)) return {};
    if (r.mode == "nearest")
        return {{tigris::ops::nearest_to(std::clamp(x, 0.0f, last), rounding_of(r)), 1.0}};
    const float scale = r.antialias ? std::min(r.scales[axis], 1.0f) : 1.0f;
    return within(r, elements_around(r, static_cast<double>(x), static_cast<double>(scale)),
                  extent);
}

}  // namespace

tigris::ops::resize_coordinates coordinates_of(const resizing& r) {
    return enumerator_of<tigris::ops::resize_coordinates>(r.coordinates).value();
}

tigris::ops::nearest_rounding rounding_of(const resizing& r) {
    return enumerator_of<tigris::ops::nearest_rounding>(r.rounds).value();
}

float scale_of(const resizing& r, std::size_t axis, std::int64_t extent) {
    const float quotient = static_cast<float>(r.output[axis]) / static_cast<float>(extent);
    return r.scales[axis] == quotient ? 0 : r.scales[axis];
}

axis_table table_of(const resizing& r, std::size_t axis, std::int64_t extent) {
    std::vector<weighted_elements> rows;
    axis_table table;
    for (std::int64_t at = 0; at < r.output[axis]; ++at) {
        rows.push_back(elements_at(r, axis, extent, at));
        if (!rows.back().empty())
            table.taps =
                std::max(table.taps, rows.back().rbegin()->first - rows.back().begin()->first + 1);
    }
    for (const weighted_elements& row : rows) {
        const std::int64_t first =
            row.empty() ? -1 : std::min(row.begin()->first, extent - table.taps);
        table.first.push_back(static_cast<std::int32_t>(first));
        for (std::int64_t i = 0; i < table.taps; ++i) {
            const auto found = row.find(first + i);
            table.weights.push_back(found == row.end() ? 0 : static_cast<float>(found->second));
        }
    }
    return table;
}

}  // namespace onnx2hpp
