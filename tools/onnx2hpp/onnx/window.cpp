// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/attributes.hpp>
#include <onnx2hpp/diagnostic.hpp>
#include <onnx2hpp/onnx/extents.hpp>
#include <onnx2hpp/onnx/window.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace onnx2hpp {
namespace {

/// Runtimes give several answers, and none is known to be the one that was meant.
[[noreturn]] void fail_ambiguous(const node& n, const std::string& what) {
    fail_unsupported(n, "runtimes disagree about " + what,
                     "export the model with explicit pads instead of auto_pad");
}

/// Input positions from the first to the last that one window reads.
std::int64_t span_of(const window& w, std::size_t axis) {
    return (w.kernel[axis] - 1) * w.dilations[axis] + 1;
}

std::int64_t ceil_divided(std::int64_t a, std::int64_t b) { return (a + b - 1) / b; }

/// auto_pad SAME_UPPER or SAME_LOWER: ceil(input / stride) windows, the odd pad after or before.
/// TensorFlow never pads less than 0; ONNX Runtime then begins after the first positions, and
/// leaves dilations of pools out.
void pad_same(window& w, const node& n, const extents& spatial, bool is_upper) {
    for (std::size_t axis = 0; axis < spatial.size(); ++axis) {
        w.output[axis] = ceil_divided(spatial[axis], w.strides[axis]);
        const std::int64_t reach = (w.output[axis] - 1) * w.strides[axis] + span_of(w, axis);
        if (reach < spatial[axis] - 1)
            fail_ambiguous(n, "which positions auto_pad skips where strides exceed the kernel");
        if (n.op_type.find("Pool") != std::string::npos && span_of(w, axis) > w.kernel[axis])
            fail_ambiguous(n, "auto_pad of a dilated pool");
        const std::int64_t total = std::max<std::int64_t>(reach - spatial[axis], 0);
        w.pads_begin[axis] = is_upper ? total / 2 : total - total / 2;
        w.pads_end[axis] = total - w.pads_begin[axis];
    }
}

/// Windows along one axis whose pads are known.
std::int64_t count_windows(const window& w, std::size_t axis, std::int64_t extent, bool ceils) {
    const std::int64_t room = extent + w.pads_begin[axis] + w.pads_end[axis] - span_of(w, axis);
    const std::int64_t stride = w.strides[axis];
    if (!ceils) return room / stride + 1;
    const std::int64_t count = ceil_divided(room, stride) + 1;
    const bool starts_behind_input = (count - 1) * stride >= extent + w.pads_begin[axis];
    return starts_behind_input ? count - 1 : count;
}

/// ONNX's formula for VALID is the same with and without ceil_mode; ONNX Runtime adds a window.
void require_no_effect_of_ceil(const window& w, const node& n, const extents& spatial) {
    for (std::size_t axis = 0; axis < spatial.size(); ++axis)
        if (count_windows(w, axis, spatial[axis], true) != w.output[axis])
            fail_ambiguous(n, "ceil_mode with auto_pad VALID");
}

void count_all_windows(window& w, const node& n, const extents& spatial, bool ceils) {
    for (std::size_t axis = 0; axis < spatial.size(); ++axis) {
        const std::int64_t padded = spatial[axis] + w.pads_begin[axis] + w.pads_end[axis];
        if (span_of(w, axis) > padded)
            fail_bad_input(n,
                           fmt::format("its window spans {} positions, but the padded input {} has "
                                       "only {} along spatial axis {}",
                                       span_of(w, axis), to_text(spatial), padded, axis));
        w.output[axis] = count_windows(w, axis, spatial[axis], ceils);
    }
}

bool has_pads(const window& w) {
    const auto is_positive = [](std::int64_t pad) { return pad > 0; };
    return std::any_of(w.pads_begin.begin(), w.pads_begin.end(), is_positive) ||
           std::any_of(w.pads_end.begin(), w.pads_end.end(), is_positive);
}

}  // namespace

extents numbers_of_attribute(const node& n, const char* name, std::size_t count,
                             std::int64_t lowest, const extents& otherwise) {
    const extents numbers = integers_attribute(n, name, otherwise);
    if (numbers.size() != count)
        fail_bad_input(n, fmt::format("attribute '{}' is {}, but must have {} numbers", name,
                                      to_text(numbers), count));
    if (std::any_of(numbers.begin(), numbers.end(), [lowest](std::int64_t number) {
            return number < lowest || number > max_elements;
        }))
        fail_bad_input(n, fmt::format("attribute '{}' is {}, but its numbers must be from {} to {}",
                                      name, to_text(numbers), lowest, max_elements));
    return numbers;
}

window window_attributes(const node& n, std::size_t rank, const extents& kernel) {
    const auto half = static_cast<std::ptrdiff_t>(rank);
    const extents pads = numbers_of_attribute(n, "pads", 2 * rank, 0, extents(2 * rank, 0));
    return {.kernel = numbers_of_attribute(n, "kernel_shape", rank, 1, kernel),
            .strides = numbers_of_attribute(n, "strides", rank, 1, extents(rank, 1)),
            .dilations = numbers_of_attribute(n, "dilations", rank, 1, extents(rank, 1)),
            .pads_begin = {pads.begin(), pads.begin() + half},
            .pads_end = {pads.begin() + half, pads.end()},
            .output = extents(rank, 0)};
}

std::string auto_pad_of(const node& n, const window& w) {
    const std::string auto_pad = text_attribute(n, "auto_pad", "NOTSET");
    const bool is_known = auto_pad == "SAME_UPPER" || auto_pad == "SAME_LOWER" ||
                          auto_pad == "VALID" || auto_pad == "NOTSET";
    if (!is_known)
        fail_bad_input(
            n, fmt::format("auto_pad is {}, which ONNX does not know", in_quotes(auto_pad)));
    if (auto_pad != "NOTSET" && has_pads(w)) fail_bad_input(n, "it has both auto_pad and pads");
    return auto_pad;
}

window window_of(const node& n, const extents& spatial, const extents& kernel) {
    window w = window_attributes(n, spatial.size(), kernel);
    const std::string auto_pad = auto_pad_of(n, w);
    const bool is_same = auto_pad == "SAME_UPPER" || auto_pad == "SAME_LOWER";
    const bool ceils = integer_attribute(n, "ceil_mode", 0) != 0;
    if (is_same)
        pad_same(w, n, spatial, auto_pad == "SAME_UPPER");
    else
        count_all_windows(w, n, spatial, ceils && auto_pad == "NOTSET");
    if (ceils && auto_pad == "VALID") require_no_effect_of_ceil(w, n, spatial);
    return w;
}

extents unpooled_extents(const node& n, const extents& dims) {
    if (dims.size() < 3) fail_bad_input(n, "its input must have batch, channels and space");
    const window w = window_attributes(n, dims.size() - 2, {});
    extents result = dims;
    for (std::size_t axis = 0; axis < w.kernel.size(); ++axis) {
        const std::int64_t extent = (dims[axis + 2] - 1) * w.strides[axis] + w.kernel[axis] -
                                    w.pads_begin[axis] - w.pads_end[axis];
        if (extent < 1 || extent > max_elements)
            fail_bad_input(n, "its pads leave nothing of its output");
        result[axis + 2] = extent;
    }
    return result;
}

}  // namespace onnx2hpp
