// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/attributes.hpp>
#include <onnx2hpp/diagnostic.hpp>
#include <onnx2hpp/onnx/constant_list.hpp>
#include <onnx2hpp/onnx/extents.hpp>
#include <onnx2hpp/onnx/slicing.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace onnx2hpp {
namespace {

/// Starts, ends, axes and steps: attributes before version 10, inputs 1 to 4 since.
extents numbers_at(const onnx_model& m, const node& n, std::size_t slot) {
    constexpr std::array names{"", "starts", "ends", "axes", "steps"};
    if (n.since < 10) return integers_attribute(n, names[slot], {});
    return constant_list(m, n, slot, names[slot]);
}

/// A slice along one axis.
struct axis_slice {
    std::int64_t begin, step, count;
};

axis_slice axis_slice_of(std::int64_t extent, std::int64_t start, std::int64_t end,
                         std::int64_t step) {
    step = std::clamp(step, -max_elements, max_elements);
    const auto placed = [extent](std::int64_t place, std::int64_t low, std::int64_t high) {
        return std::clamp(place < 0 ? place + extent : place, low, high);
    };
    const std::int64_t low = step < 0 ? -1 : 0, high = step < 0 ? extent - 1 : extent;
    const std::int64_t first = placed(start, step < 0 ? 0 : low, std::max(high, std::int64_t{0}));
    const std::int64_t behind = placed(end, low, high);
    const std::int64_t way = step < 0 ? first - behind : behind - first;
    const std::int64_t stride = step < 0 ? -step : step;
    return {first, step, extent == 0 || way <= 0 ? 0 : (way + stride - 1) / stride};
}

void check_lengths(const node& n, const extents& starts, const extents& ends, const extents& axes,
                   const extents& steps) {
    if (starts.size() != ends.size() || starts.size() != axes.size() ||
        starts.size() != steps.size())
        fail_bad_input(n, fmt::format("it has {} starts, {} ends, {} axes and {} steps",
                                      starts.size(), ends.size(), axes.size(), steps.size()));
    if (std::find(steps.begin(), steps.end(), 0) != steps.end())
        fail_bad_input(n, "one of its steps is 0");
}

}  // namespace

slicing slicing_of(const onnx_model& model, const node& n) {
    const extents& dims = model.values[static_cast<std::size_t>(n.inputs[0])].dims;
    const extents starts = numbers_at(model, n, 1), ends = numbers_at(model, n, 2);
    extents axes = numbers_at(model, n, 3), steps = numbers_at(model, n, 4);
    if (axes.empty()) axes = all_axes(starts.size());
    if (steps.empty()) steps.assign(starts.size(), 1);
    check_lengths(n, starts, ends, axes, steps);
    const std::vector<std::size_t> places = distinct_axes(n, axes, dims.size());
    slicing result{extents(dims.size(), 0), extents(dims.size(), 1), dims};
    for (std::size_t i = 0; i < places.size(); ++i) {
        const std::size_t axis = places[i];
        const axis_slice s = axis_slice_of(dims[axis], starts[i], ends[i], steps[i]);
        result.begin[axis] = s.begin;
        result.step[axis] = s.step;
        result.count[axis] = s.count;
    }
    return result;
}

}  // namespace onnx2hpp
