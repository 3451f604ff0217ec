// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/diagnostic.hpp>
#include <onnx2hpp/lower/window.hpp>
#include <onnx2hpp/onnx/window.hpp>

#include <algorithm>
#include <limits>

namespace onnx2hpp {
namespace {

/// Elements after the input that the last position along an axis needs.
std::int64_t needed_end(const window& w, const extents& input, std::size_t axis) {
    const std::int64_t last =
        (w.output[axis] - 1) * w.strides[axis] + (w.kernel[axis] - 1) * w.dilations[axis] + 1;
    return last - input[axis] - w.pads_begin[axis];
}

/// The end pad with which rounding down gives exactly the window's positions.
std::int64_t end_pad(const window& w, const extents& input, std::size_t axis) {
    const std::int64_t needed = needed_end(w, input, axis), declared = w.pads_end[axis];
    const bool is_exact = declared >= needed && declared < needed + w.strides[axis];
    return is_exact ? declared : std::max<std::int64_t>(needed, 0);
}

std::int16_t narrow(const node& n, std::int64_t number) {
    if (number < 0 || number > std::numeric_limits<std::int16_t>::max())
        fail_unsupported(n, "a number of its window is negative or beyond 16 bits",
                         "put a Pad before it or use a smaller window");
    return static_cast<std::int16_t>(number);
}

}  // namespace

extents spatial_extents(const lowering& l, const node& n) {
    const extents& dims = l.dims(n.inputs[0]);
    if (dims.size() != 3 && dims.size() != 4)
        fail_unsupported(n, "its input has " + std::to_string(dims.size()) + " axes",
                         "windows over one or two spatial axes are supported");
    return {dims.begin() + 2, dims.end()};
}

bool reaches_beyond_padding(const lowering& l, const node& n) {
    const extents input = spatial_extents(l, n);
    const window w = window_of(n, input);
    for (std::size_t axis = 0; axis < input.size(); ++axis)
        if (needed_end(w, input, axis) > w.pads_end[axis]) return true;
    return false;
}

tigris::ops::window canonical_window(const lowering& l, const node& n, const extents& kernel) {
    const extents input = spatial_extents(l, n);
    const window w = window_of(n, input, kernel);
    tigris::ops::window result;
    result.kernel_h = narrow(n, w.kernel[0]);
    result.stride_h = narrow(n, w.strides[0]);
    result.dilation_h = narrow(n, w.dilations[0]);
    result.pad_top = narrow(n, w.pads_begin[0]);
    result.pad_bottom = narrow(n, end_pad(w, input, 0));
    if (input.size() == 1) return result;
    result.kernel_w = narrow(n, w.kernel[1]);
    result.stride_w = narrow(n, w.strides[1]);
    result.dilation_w = narrow(n, w.dilations[1]);
    result.pad_left = narrow(n, w.pads_begin[1]);
    result.pad_right = narrow(n, end_pad(w, input, 1));
    return result;
}

}  // namespace onnx2hpp
