// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/attributes.hpp>
#include <onnx2hpp/diagnostic.hpp>
#include <onnx2hpp/expand/common_values.hpp>
#include <onnx2hpp/expand/expansion.hpp>
#include <onnx2hpp/lower/lowering.hpp>
#include <onnx2hpp/onnx/extents.hpp>
#include <onnx2hpp/onnx/operator_entry.hpp>
#include <onnx2hpp/onnx/shape_context.hpp>
#include <onnx2hpp/operators/windows/requirements.hpp>

#include <fmt/format.h>

namespace onnx2hpp {
namespace {

using tigris::dtype;
using tigris::ops::sample_mode;
using tigris::ops::sample_padding;

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

/// Coordinates from -1 to 1: of the first and last element, or of their edges.
float grid_coordinate(std::int64_t at, std::int64_t extent, bool align_corners) {
    const auto i = static_cast<float>(at), n = static_cast<float>(extent);
    return align_corners ? 2 * i / (n - 1) - 1 : (2 * i + 1) / n - 1;
}

/// [positions, axes + 1]: each position's coordinates, the innermost axis first, and 1.
shared_tensor original_grid(const extents& space, bool align_corners) {
    const std::int64_t positions = element_count(space);
    std::vector<float> numbers;
    for (std::int64_t at = 0; at < positions; ++at) {
        std::int64_t rest = at;
        for (std::size_t axis = space.size(); axis-- > 0; rest /= space[axis])
            numbers.push_back(grid_coordinate(rest % space[axis], space[axis], align_corners));
        numbers.push_back(1);
    }
    return tensor_of(tigris::dtype::f32, {positions, static_cast<std::int64_t>(space.size()) + 1},
                     numbers);
}

/// The spatial extents of constant `size`, which has batch and channels before them.
extents grid_space(const expansion& e, bool align_corners) {
    const extents& theta = e.dims(e.input(0));
    if (!e.is_constant(e.input(1)))
        fail_unsupported(e.at, "its size is computed at run time",
                         "export the model with fixed shapes, or simplify it first");
    const extents size = integers_of(*e.of(e.input(1)).constant);
    if ((size.size() != 4 && size.size() != 5) || !count_elements(size) ||
        theta != extents{size[0], static_cast<std::int64_t>(size.size()) - 2,
                         static_cast<std::int64_t>(size.size()) - 1})
        fail_bad_input(e.at, fmt::format("theta of shape {} does not fit a grid of size {}",
                                         to_text(theta), to_text(size)));
    const extents space(size.begin() + 2, size.end());
    for (const std::int64_t extent : space)
        if (extent < 1 || (extent == 1 && align_corners))
            fail_unsupported(e.at, "runtimes disagree about the corners of an axis of one element",
                             "set align_corners to 0");
    return space;
}

/// grid = positions * theta^T for each image.
bool expand_affine_grid(expansion& e) {
    const bool align_corners = integer_attribute(e.at, "align_corners", 0) != 0;
    const extents space = grid_space(e, align_corners);
    const extents& theta = e.dims(e.input(0));
    extents dims{theta[0]};
    dims.insert(dims.end(), space.begin(), space.end());
    dims.push_back(theta[1]);
    check_size(e, dims);
    const value_id columns = transposed(e, e.input(0), {0, 2, 1});
    const value_id grid =
        e.add("MatMul", {e.constant(original_grid(space, align_corners)), columns});
    e.give(0, reshaped(e, grid, dims));
    return true;
}

void lower_grid_sample(lowering& l, const node& n) {
    const std::string mode = text_attribute(n, "mode", "linear");
    const std::string padding = text_attribute(n, "padding_mode", "zeros");
    tigris::ops::grid_sample op{.align_corners = integer_attribute(n, "align_corners", 0) != 0};
    if (mode == "nearest") op.mode = sample_mode::nearest;
    if (mode.ends_with("cubic")) op.mode = sample_mode::cubic;
    if (padding == "border") op.padding = sample_padding::border;
    if (padding == "reflection") op.padding = sample_padding::reflection;
    const std::size_t rank = l.dims(n.inputs[0]).size();
    const axis_order order = channels_last(rank);
    const int x = l.operand(n.inputs[0], order), grid = l.operand(n.inputs[1], onnx_order(rank));
    l.add_step(n, op, {x, grid}, l.make_result(n.outputs[0], order));
}

}  // namespace

namespace operators {

operator_entries grid_sample_operators() {
    return {
        {.type = "GridSample",
         .versions = {{.since = {16, 20, 22},
                       .inputs = {2, 2},
                       .attributes = {flag("align_corners"), text("mode"), text("padding_mode")}}},
         .shape = shape_grid_sample,
         .lower = lower_grid_sample,
         .traits = {.order = wanted_order::channels_last}},
        {.type = "AffineGrid",
         .versions = {{.since = {20}, .inputs = {2, 2}, .attributes = {flag("align_corners")}}},
         .expand = expand_affine_grid},
    };
}

}  // namespace operators

}  // namespace onnx2hpp
