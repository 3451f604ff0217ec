// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What has as many rows as are found: Unique and NonMaxSuppression.

#include <reference/call.hpp>

#include <algorithm>
#include <limits>
#include <map>

namespace reference {
namespace {

tensor places(const std::vector<std::int64_t>& values) {
    return integers({std::int64_t(values.size())}, values);
}

/// Slices along an axis, or elements without one: each different one, where it is first, the
/// number of each, and how often it occurs.
tensors unique(const call& c) {
    const auto* axis_given = c.attribute("axis");
    const tensor x = axis_given ? c[0] : reshaped(c[0], {c[0].size()});
    const std::size_t axis = axis_given ? axis_of(axis_given->i(), x.rank()) : 0;
    std::vector<std::vector<std::int64_t>> positions(std::size_t(x.dims[axis]));
    std::vector<std::vector<double>> slices(positions.size());
    for (std::int64_t i = 0; i < x.size(); ++i) {
        const auto k = std::size_t(index_of(i, x.dims)[axis]);
        positions[k].push_back(i);
        slices[k].push_back(x.number(i));
    }
    std::map<std::vector<double>, std::size_t> first;
    for (std::size_t k = 0; k < slices.size(); ++k) first.emplace(slices[k], k);
    std::vector<std::size_t> chosen;
    for (const auto& [slice, k] : first) chosen.push_back(k);
    if (c.integer("sorted", 1) == 0) std::sort(chosen.begin(), chosen.end());
    std::vector<std::int64_t> firsts;
    std::vector<std::int64_t> inverse(slices.size());
    std::vector<std::int64_t> counts(chosen.size());
    for (std::size_t n = 0; n < chosen.size(); ++n) {
        firsts.push_back(std::int64_t(chosen[n]));
        for (std::size_t k = 0; k < slices.size(); ++k)
            if (slices[k] == slices[chosen[n]]) inverse[k] = std::int64_t(n), ++counts[n];
    }
    shape dims = x.dims;
    dims[axis] = std::int64_t(chosen.size());
    std::vector<std::int64_t> from;
    for (shape at : indices_of(dims)) {
        at[axis] = firsts[std::size_t(at[axis])];
        from.push_back(position_of(at, x.dims));
    }
    return {pick(x, dims, from), places(firsts), places(inverse), places(counts)};
}

struct box {
    double low[2];
    double high[2];

    double area() const { return (high[0] - low[0]) * (high[1] - low[1]); }
};

/// Corners in any order, or centers and sizes.
box box_of(const tensor& boxes, std::int64_t first, bool is_center) {
    const auto number = [&](std::int64_t i) { return boxes.number(first + i); };
    box result{};
    for (std::int64_t k = 0; k < 2; ++k) {
        const double a = is_center ? number(1 - k) - number(3 - k) / 2 : number(k);
        const double b = is_center ? number(1 - k) + number(3 - k) / 2 : number(k + 2);
        result.low[k] = std::min(a, b);
        result.high[k] = std::max(a, b);
    }
    return result;
}

double overlap_of(const box& a, const box& b) {
    double common = 1;
    for (int k = 0; k < 2; ++k)
        common *= std::max(0.0, std::min(a.high[k], b.high[k]) - std::max(a.low[k], b.low[k]));
    const double all = a.area() + b.area() - common;
    return all > 0 ? common / all : 0;
}

/// Per image and class, the best boxes that overlap no better one by more than a threshold.
tensors non_max_suppression(const call& c) {
    const tensor& boxes = c[0];
    const tensor& scores = c[1];
    const std::int64_t most = c.has(2) ? c[2].integer(0) : 0;
    const double most_overlap = c.has(3) ? c[3].number(0) : 0;
    const double least_score = c.has(4) ? c[4].number(0) : -std::numeric_limits<double>::infinity();
    const bool is_center = c.integer("center_point_box", 0) != 0;
    const std::int64_t count = boxes.dims.at(1);
    std::vector<std::int64_t> found;
    for (std::int64_t line = 0; line < scores.dims.at(0) * scores.dims.at(1); ++line) {
        const std::int64_t image = line / scores.dims[1];
        std::vector<std::int64_t> order;
        for (std::int64_t i = 0; i < count; ++i)
            if (scores.number(line * count + i) > least_score) order.push_back(i);
        std::stable_sort(order.begin(), order.end(), [&](std::int64_t a, std::int64_t b) {
            return scores.number(line * count + a) > scores.number(line * count + b);
        });
        std::vector<box> kept;
        for (const std::int64_t i : order) {
            const box tried = box_of(boxes, (image * count + i) * 4, is_center);
            if (std::int64_t(kept.size()) >= most) break;
            if (std::any_of(kept.begin(), kept.end(), [&](const box& better) {
                    return overlap_of(better, tried) > most_overlap;
                }))
                continue;
            kept.push_back(tried);
            for (const std::int64_t each : {image, line % scores.dims[1], i}) found.push_back(each);
        }
    }
    return {integers({std::int64_t(found.size() / 3), 3}, found)};
}

}  // namespace

void add_found_rows(operator_map& all) {
    all["NonMaxSuppression"] = non_max_suppression;
    all["Unique"] = unique;
}

}  // namespace reference
