// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/attributes.hpp>
#include <onnx2hpp/constants.hpp>
#include <onnx2hpp/onnx/operator_table.hpp>
#include <onnx2hpp/onnx/window.hpp>
#include <onnx2hpp/passes/average_ties.hpp>

#include <algorithm>
#include <cmath>

namespace onnx2hpp {
namespace {

bool is_power_of_two(float scale) {
    int exponent = 0;
    return std::frexp(scale, &exponent) == 0.5f;
}

/// Taps of the window at place `o` of an axis that lie in [-before, extent + behind).
std::int64_t taps_inside(const window& w, std::size_t axis, std::int64_t o, std::int64_t extent,
                         bool with_padding) {
    const std::int64_t first = o * w.strides[axis] - w.pads_begin[axis];
    const std::int64_t low = with_padding ? -w.pads_begin[axis] : 0;
    const std::int64_t end = extent + (with_padding ? w.pads_end[axis] : 0);
    std::int64_t count = 0;
    for (std::int64_t k = 0; k < w.kernel[axis]; ++k) {
        const std::int64_t tap = first + k * w.dilations[axis];
        count += low <= tap && tap < end;
    }
    return count;
}

/// A product is even where one factor is.
bool has_even_window(const node& n, const extents& dims) {
    const extents spatial(dims.begin() + 2, dims.end());
    const window w = window_of(n, spatial);
    const bool with_padding = integer_attribute(n, "count_include_pad", 0) != 0;
    for (std::size_t axis = 0; axis < spatial.size(); ++axis)
        for (std::int64_t o = 0; o < w.output[axis]; ++o)
            if (taps_inside(w, axis, o, spatial[axis], with_padding) % 2 == 0) return true;
    return false;
}

}  // namespace

bool may_average_to_ties(const onnx_model& m, const node& n) {
    if (!traits_of(m, n).averages) return false;
    const value &x = value_at(m, n.inputs[0]), &y = value_at(m, n.outputs[0]);
    const bool keeps_scale = is_quantizable(x.type) && !x.quant.scale.empty() && x.quant == y.quant;
    if (!keeps_scale || std::all_of(x.quant.scale.begin(), x.quant.scale.end(), is_power_of_two))
        return false;
    if (find_attribute<extents>(n, "kernel_shape")) return has_even_window(n, x.dims);
    const std::int64_t results = element_count(y.dims);
    return results > 0 && element_count(x.dims) / results % 2 == 0;
}

}  // namespace onnx2hpp
