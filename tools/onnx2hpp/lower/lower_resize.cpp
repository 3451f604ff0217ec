// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/attributes.hpp>
#include <onnx2hpp/diagnostic.hpp>
#include <onnx2hpp/lower/resizing_order.hpp>
#include <onnx2hpp/lower/rules.hpp>

#include <algorithm>
#include <string_view>

namespace onnx2hpp {
namespace {

using tigris::ops::resize;

constexpr std::string_view coordinate_names[] = {"half_pixel",           "pytorch_half_pixel",
                                                 "align_corners",        "asymmetric",
                                                 "half_pixel_symmetric", "tf_half_pixel_for_nn"};
constexpr std::string_view rounding_names[] = {"round_prefer_floor", "round_prefer_ceil", "floor",
                                               "ceil"};

/// The enumerator that stands where `text` does among the names. Requires that it is there.
template <class Enum, std::size_t Count>
Enum enumerator(const std::string_view (&names)[Count], const std::string& text) {
    return static_cast<Enum>(std::find(names, names + Count, text) - names);
}

void refuse_unknown_arithmetic(const node& n, const resizing& r) {
    if (r.mode == "cubic")
        fail_unsupported(n, "mode cubic is not supported", "use mode linear or nearest");
    if (r.coordinates == "tf_crop_and_resize")
        fail_unsupported(n, "it crops (tf_crop_and_resize)", "crop before the model");
    if (integer_attribute(n, "antialias", 0) != 0)
        fail_unsupported(n, "antialias is not supported", "export the model without antialias");
    if (integer_attribute(n, "exclude_outside", 0) != 0)
        fail_unsupported(n, "exclude_outside is not supported", "export the model without it");
}

/// This one moves all axes by half an element, also those that keep their extent.
void refuse_shift_of_all_axes(const node& n, const resizing& r) {
    if (r.coordinates == "tf_half_pixel_for_nn" && r.rounds.ends_with("ceil"))
        fail_unsupported(n, "tf_half_pixel_for_nn that rounds up is not supported",
                         "use nearest_mode floor");
}

/// Element numbers must be exact as floats, and their products fit into 32 bits.
void check_extents(const node& n, const extents& dims, const resizing& r) {
    for (std::size_t axis = 0; axis < dims.size(); ++axis)
        if (r.scales[axis] != 1 && (dims[axis] * r.output[axis] >= std::int64_t{1} << 30 ||
                                    r.output[axis] >= std::int64_t{1} << 24))
            fail_unsupported(n, "it resizes an axis of too many elements", "use smaller images");
}

/// The scale of the axis at this place; 0 where it is the quotient of the extents.
float scale_at(const resizing& r, const extents& dims, int axis) {
    const auto k = static_cast<std::size_t>(axis);
    const float quotient = static_cast<float>(r.output[k]) / static_cast<float>(dims[k]);
    return r.scales[k] == quotient ? 0 : r.scales[k];
}

/// The operator where rows are this axis and columns that one, or -1.
resize operator_of(const resizing& r, const extents& dims, int rows, int columns) {
    resize op;
    if (r.mode == "linear") op.function = tigris::ops::resize_function::linear;
    op.coordinates = enumerator<tigris::ops::resize_coordinates>(coordinate_names, r.coordinates);
    op.nearest = enumerator<tigris::ops::nearest_rounding>(rounding_names, r.rounds);
    op.scale_h = scale_at(r, dims, rows);
    op.scale_w = columns < 0 ? 0 : scale_at(r, dims, columns);
    return op;
}

/// A matrix whose rows are resized: each is a signal of one channel.
void lower_matrix(lowering& l, const node& n, const resizing& r) {
    const value_id x = n.inputs[0], y = n.outputs[0];
    const extents& dims = l.dims(x);
    const axis_order order = onnx_order(2);
    const int input = l.view(x, l.operand(x, order), {dims[0], dims[1], 1});
    const int output = l.make_tensor(y, {dims[0], r.output[1], 1}, {});
    l.set_place(y, {output, order, {}, {}, {}});
    l.add_step(n, operator_of(r, dims, 1, -1), {input}, output);
}

}  // namespace

void lower_resize(lowering& l, const node& n) {
    const extents& dims = l.dims(n.inputs[0]);
    const resizing r = resizing_of(l.source, n);
    refuse_unknown_arithmetic(n, r);
    refuse_shift_of_all_axes(n, r);
    check_extents(n, dims, r);
    if (dims.size() == 2 && r.scales[0] == 1) return lower_matrix(l, n, r);
    const auto order = resizing_order(r, l.place(n.inputs[0]).order);
    if (!order)
        fail_unsupported(n, "it resizes more than the rows and columns of images or signals",
                         "move the axes with Transpose");
    const resize op = operator_of(r, dims, (*order)[1], order->size() == 4 ? (*order)[2] : -1);
    const int input = l.operand(n.inputs[0], *order);
    l.add_step(n, op, {input}, l.make_result(n.outputs[0], *order));
}

}  // namespace onnx2hpp
