// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/attributes.hpp>
#include <onnx2hpp/diagnostic.hpp>
#include <onnx2hpp/load/shape_rules.hpp>
#include <onnx2hpp/onnx/extents.hpp>
#include <onnx2hpp/onnx/window.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace onnx2hpp {
namespace {

using tigris::dtype;

void require_float(const shape_context& c, std::size_t i) {
    if (c.input(i).type != dtype::f32)
        fail_unsupported(c.at, fmt::format("{} is not float32", c.label_of_input(i)),
                         "export the model in float32");
}

void require_dims(const shape_context& c, std::size_t i, const extents& dims) {
    if (c.input(i).dims != dims)
        fail_bad_input(c.at, fmt::format("{} has shape {}, but must have {}", c.label_of_input(i),
                                         to_text(c.input(i).dims), to_text(dims)));
}

void require_rank(const shape_context& c, std::size_t i, std::size_t rank) {
    if (c.input(i).dims.size() != rank)
        fail_bad_input(c.at, fmt::format("{} has shape {}, but must have {} axes",
                                         c.label_of_input(i), to_text(c.input(i).dims), rank));
}

void require_text(const shape_context& c, const char* name, const char* fallback,
                  std::initializer_list<std::string_view> known) {
    const std::string text = text_attribute(c.at, name, fallback);
    if (std::find(known.begin(), known.end(), text) == known.end())
        fail_bad_input(c.at, fmt::format("attribute '{}' is {}, which this version does not know",
                                         name, in_quotes(text)));
}

/// Numbers of a constant list, each of them positive.
extents positive_numbers(const shape_context& c, std::size_t i) {
    const extents numbers = c.constant_integers(i);
    for (const std::int64_t number : numbers)
        if (number < 1 || number > max_elements)
            fail_bad_input(c.at, fmt::format("{} is {}, but must be positive", c.label_of_input(i),
                                             to_text(numbers)));
    return numbers;
}

}  // namespace

void shape_grid_sample(shape_context& c) {
    require_float(c, 0);
    require_float(c, 1);
    const extents &x = c.input(0).dims, &grid = c.input(1).dims;
    if (c.at.since < 20)
        require_text(c, "mode", "bilinear", {"bilinear", "nearest", "bicubic"});
    else
        require_text(c, "mode", "linear", {"linear", "nearest", "cubic"});
    require_text(c, "padding_mode", "zeros", {"zeros", "border", "reflection"});
    if (text_attribute(c.at, "mode", "").ends_with("cubic") &&
        text_attribute(c.at, "padding_mode", "zeros") == "border")
        fail_unsupported(c.at, "ONNX and its runtimes disagree about cubic samples beyond a border",
                         "use padding_mode reflection or zeros");
    if (x.size() < 3 || x.size() > 5)
        fail_unsupported(c.at, fmt::format("it samples an input of shape {}", to_text(x)),
                         "one to three spatial axes are supported");
    require_rank(c, 1, x.size());
    if (grid[0] != x[0] || grid.back() != static_cast<std::int64_t>(x.size()) - 2)
        fail_bad_input(c.at, fmt::format("a grid of shape {} does not fit an input of shape {}",
                                         to_text(grid), to_text(x)));
    extents dims{x[0], x[1]};
    dims.insert(dims.end(), grid.begin() + 1, grid.end() - 1);
    c.set_output(dtype::f32, dims);
}

void shape_roi_align(shape_context& c) {
    require_float(c, 0);
    require_float(c, 1);
    require_rank(c, 0, 4);
    require_rank(c, 1, 2);
    require_text(c, "mode", "avg", {"avg", "max"});
    require_text(c, "coordinate_transformation_mode", "half_pixel",
                 {"half_pixel", "output_half_pixel"});
    const std::int64_t count = c.input(1).dims[0];
    require_dims(c, 1, {count, 4});
    require_dims(c, 2, {count});
    if (c.input(2).type != dtype::i64) fail_bad_input(c.at, c.label_of_input(2) + " must be int64");
    const std::int64_t height = integer_attribute(c.at, "output_height", 1);
    const std::int64_t width = integer_attribute(c.at, "output_width", 1);
    const std::int64_t ratio = integer_attribute(c.at, "sampling_ratio", 0);
    if (height < 1 || width < 1 || ratio < 0 || ratio > 1 << 12)
        fail_bad_input(c.at, "its output extents or its sampling_ratio are impossible");
    c.set_output(dtype::f32, {count, c.input(0).dims[1], height, width});
}

void shape_col2im(shape_context& c) {
    require_float(c, 0);
    require_rank(c, 0, 3);
    const extents image = positive_numbers(c, 1), block = positive_numbers(c, 2);
    const window w = window_of(c.at, image, block);
    const auto taps = count_elements(block), positions = count_elements(w.output);
    const extents& x = c.input(0).dims;
    if (block.size() != image.size() || !taps || !positions || x[1] % *taps != 0 ||
        x[2] != *positions)
        fail_bad_input(c.at, fmt::format("columns of shape {} do not fit images of {} and blocks "
                                         "of {}",
                                         to_text(x), to_text(image), to_text(block)));
    extents dims{x[0], x[1] / *taps};
    dims.insert(dims.end(), image.begin(), image.end());
    c.set_output(dtype::f32, dims);
}

void shape_deform_conv(shape_context& c) {
    for (std::size_t i = 0; i < c.at.inputs.size(); ++i)
        if (c.has_input(i)) require_float(c, i);
    const extents &x = c.input(0).dims, &weights = c.input(1).dims;
    if (x.size() != 4)
        fail_unsupported(c.at, fmt::format("its input has {} axes", x.size()),
                         "images with two spatial axes are supported");
    require_rank(c, 1, 4);
    const std::int64_t group = integer_attribute(c.at, "group", 1);
    const std::int64_t offset_group = integer_attribute(c.at, "offset_group", 1);
    if (group < 1 || offset_group < 1 || weights[1] * group != x[1] || weights[0] % group != 0 ||
        x[1] % offset_group != 0)
        fail_bad_input(c.at, fmt::format("{} input channels in {} groups do not fit weights of "
                                         "shape {}",
                                         x[1], group, to_text(weights)));
    const window w = window_of(c.at, {x[2], x[3]}, {weights[2], weights[3]});
    if (w.kernel != extents{weights[2], weights[3]})
        fail_bad_input(c.at, "its kernel_shape contradicts its weights");
    const std::int64_t taps = offset_group * weights[2] * weights[3];
    require_dims(c, 2, {x[0], 2 * taps, w.output[0], w.output[1]});
    if (c.has_input(3)) require_dims(c, 3, {weights[0]});
    if (c.has_input(4)) require_dims(c, 4, {x[0], taps, w.output[0], w.output[1]});
    c.set_output(dtype::f32, {x[0], weights[0], w.output[0], w.output[1]});
}

}  // namespace onnx2hpp
