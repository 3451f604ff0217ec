// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/attributes.hpp>
#include <onnx2hpp/diagnostic.hpp>
#include <onnx2hpp/expand/parts.hpp>
#include <onnx2hpp/expand/rules.hpp>
#include <onnx2hpp/onnx/extents.hpp>

#include <fmt/format.h>

namespace onnx2hpp {

/// One node for the elements, one for their places.
bool expand_max_pool(expansion& e) {
    if (e.at.outputs.size() < 2 && e.wants_output(0)) return false;
    if (e.wants_output(0)) e.give(0, e.add("MaxPool", {e.input(0)}, e.at.attributes));
    if (e.wants_output(1)) e.give(1, e.add("MaxPoolIndices", {e.input(0)}, e.at.attributes));
    return true;
}

namespace {

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

}  // namespace

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

}  // namespace onnx2hpp
