// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/attributes.hpp>
#include <onnx2hpp/diagnostic.hpp>
#include <onnx2hpp/onnx/extents.hpp>
#include <onnx2hpp/onnx/transposed_window.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace onnx2hpp {
namespace {

/// Output positions along an axis without any padding.
std::int64_t unpadded_extent(const window& w, std::size_t axis, std::int64_t extent,
                             std::int64_t output_padding) {
    return (extent - 1) * w.strides[axis] + output_padding +
           (w.kernel[axis] - 1) * w.dilations[axis] + 1;
}

/// Cuts what is too much off both ends. ONNX's formula for `auto_pad` has no answer where there is
/// too little; an output that is given gets zeros after, as in ONNX's conformance data.
void pad_to_output(window& w, const node& n, std::size_t axis, std::int64_t unpadded,
                   const std::string& auto_pad) {
    const std::int64_t total = std::max<std::int64_t>(unpadded - w.output[axis], 0);
    if (unpadded < w.output[axis] && auto_pad.starts_with("SAME"))
        fail_unsupported(
            n,
            fmt::format("runtimes disagree about auto_pad where only {} of {} positions along "
                        "spatial axis {} are reached",
                        unpadded, w.output[axis], axis),
            "export the model with explicit pads and output_padding");
    if (total % 2 != 0 && n.since < 11)
        fail_unsupported(n, "before opset 11 ONNX pads an odd number the other way round",
                         "export the model with explicit pads");
    w.pads_begin[axis] = auto_pad == "SAME_UPPER" ? total / 2 : total - total / 2;
    w.pads_end[axis] = total - w.pads_begin[axis];
}

/// Fails for numbers of a window so large that sums of their products overflow.
void check_numbers(const node& n, const extents& numbers) {
    for (const std::int64_t number : numbers)
        if (number > 1 << 24)
            fail_bad_input(
                n, fmt::format("its window has the impossible numbers {}", to_text(numbers)));
}

void check_output(const node& n, const extents& output) {
    for (const std::int64_t extent : output)
        if (extent < 1 || extent > max_elements)
            fail_bad_input(
                n, fmt::format("its output would have the spatial extents {}", to_text(output)));
}

/// The extents in attribute output_shape, which may begin with batch and channels.
extents given_output(const node& n, std::size_t rank) {
    extents given = integers_attribute(n, "output_shape", {});
    if (given.size() == rank + 2) given.erase(given.begin(), given.begin() + 2);
    if (!given.empty() && given.size() != rank)
        fail_bad_input(n,
                       fmt::format("attribute 'output_shape' is {}, but there are {} spatial axes",
                                   to_text(given), rank));
    check_output(n, given);
    return given;
}

}  // namespace

window transposed_window_of(const node& n, const extents& spatial, const extents& kernel) {
    const std::size_t rank = spatial.size();
    window w = window_attributes(n, rank, kernel);
    const extents more = numbers_of_attribute(n, "output_padding", rank, 0, extents(rank, 0));
    const extents given = given_output(n, rank);
    for (const extents& numbers : {w.strides, w.dilations, more}) check_numbers(n, numbers);
    const std::string auto_pad = auto_pad_of(n, w);
    const bool is_same = auto_pad == "SAME_UPPER" || auto_pad == "SAME_LOWER";
    for (std::size_t axis = 0; axis < rank; ++axis) {
        const std::int64_t unpadded = unpadded_extent(w, axis, spatial[axis], more[axis]);
        w.output[axis] = !given.empty() ? given[axis]
                         : is_same      ? spatial[axis] * w.strides[axis]
                                        : unpadded - w.pads_begin[axis] - w.pads_end[axis];
        if (!given.empty() || is_same) pad_to_output(w, n, axis, unpadded, auto_pad);
    }
    check_output(n, w.output);
    return w;
}

}  // namespace onnx2hpp
