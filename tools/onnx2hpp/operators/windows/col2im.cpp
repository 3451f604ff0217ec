// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/diagnostic.hpp>
#include <onnx2hpp/lower/lowering.hpp>
#include <onnx2hpp/onnx/extents.hpp>
#include <onnx2hpp/onnx/operator_entry.hpp>
#include <onnx2hpp/onnx/shape_context.hpp>
#include <onnx2hpp/onnx/window.hpp>
#include <onnx2hpp/operators/windows/requirements.hpp>

#include <fmt/format.h>

namespace onnx2hpp {
namespace {

using tigris::dtype;

/// Numbers of a constant list, each of them positive.
extents positive_numbers(const shape_context& c, std::size_t i) {
    const extents numbers = c.constant_integers(i);
    for (const std::int64_t number : numbers)
        if (number < 1 || number > max_elements)
            fail_bad_input(c.at, fmt::format("{} is {}, but must be positive", c.label_of_input(i),
                                             to_text(numbers)));
    return numbers;
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

/// Numbers of spatial axes in ONNX's order.
tigris::ops::block_numbers block_numbers_of(const node& n, const extents& numbers) {
    if (numbers.size() > tigris::ops::max_space_axes)
        fail_unsupported(n, "it has " + std::to_string(numbers.size()) + " spatial axes",
                         "use fewer");
    tigris::ops::block_numbers result{};
    for (int axis = 0; axis < tigris::ops::max_space_axes; ++axis) result[axis] = 1;
    for (std::size_t axis = 0; axis < numbers.size(); ++axis) {
        if (numbers[axis] >= std::int64_t{1} << 24)
            fail_unsupported(n, "a number of its window is beyond 24 bits", "use a smaller window");
        result[static_cast<int>(axis)] = static_cast<std::int32_t>(numbers[axis]);
    }
    return result;
}

extents constant_list(const lowering& l, const node& n, std::size_t slot) {
    return integers_of(*l.at(n.inputs[slot]).constant);
}

void lower_col2im(lowering& l, const node& n) {
    const extents image = constant_list(l, n, 1), block = constant_list(l, n, 2);
    const window w = window_of(n, image, block);
    const tigris::ops::col2im op{.kernel = block_numbers_of(n, w.kernel),
                                 .strides = block_numbers_of(n, w.strides),
                                 .dilations = block_numbers_of(n, w.dilations),
                                 .pads = block_numbers_of(n, w.pads_begin),
                                 .positions = block_numbers_of(n, w.output)};
    const int x = l.operand(n.inputs[0], onnx_order(3));
    l.add_step(n, op, {x}, l.make_result(n.outputs[0], onnx_order(l.dims(n.outputs[0]).size())));
}

}  // namespace

namespace operators {

operator_entries col2im_operators() {
    return {
        {.type = "Col2Im",
         .versions = {{.since = {18},
                       .inputs = {3, 3},
                       .attributes = {integers("dilations"), integers("pads"),
                                      integers("strides")}}},
         .shape = shape_col2im,
         .lower = lower_col2im},
    };
}

}  // namespace operators

}  // namespace onnx2hpp
