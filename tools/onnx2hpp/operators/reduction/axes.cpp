// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/operators/reduction/axes.hpp>

#include <onnx2hpp/attributes.hpp>
#include <onnx2hpp/diagnostic.hpp>
#include <onnx2hpp/expand/expansion.hpp>
#include <onnx2hpp/lower/lowering.hpp>
#include <onnx2hpp/onnx/element_types.hpp>
#include <onnx2hpp/onnx/shape_context.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace onnx2hpp {
namespace {

using tigris::dtype;

}  // namespace

extents without(const extents& dims, const std::vector<std::size_t>& axes, bool keeps) {
    extents result;
    for (std::size_t axis = 0; axis < dims.size(); ++axis)
        if (!std::binary_search(axes.begin(), axes.end(), axis))
            result.push_back(dims[axis]);
        else if (keeps)
            result.push_back(1);
    return result;
}

[[noreturn]] void fail_type(const shape_context& c, const std::string& hint) {
    fail_unsupported(c.at,
                     fmt::format("{} is {}, which is not supported here", c.label_of_input(0),
                                 name_of(c.input(0).type)),
                     hint);
}

std::int64_t single_integer(const expansion& e, std::size_t i, const std::string& what) {
    if (!e.is_constant(e.input(i)))
        fail_unsupported(e.at, "its " + what + " is computed at run time",
                         "make it an initializer");
    const tensor_data& given = *e.of(e.input(i)).constant;
    if ((given.type != dtype::i64 && given.type != dtype::i32) || element_count(given.dims) != 1)
        fail_bad_input(e.at, "its " + what + " must be one integer");
    return integers_of(given)[0];
}

int positive_axis(std::int64_t axis, std::size_t rank) {
    return static_cast<int>(axis < 0 ? axis + static_cast<std::int64_t>(rank) : axis);
}

std::int8_t place_of_axis(const axis_order& order, int axis) {
    return static_cast<std::int8_t>(places_of(order)[static_cast<std::size_t>(axis)]);
}

namespace {

/// The order of what is left when `axes` (ascending) are gone.
axis_order order_without(const axis_order& order, const axis_order& axes) {
    axis_order result;
    for (const int axis : order) {
        if (std::binary_search(axes.begin(), axes.end(), axis)) continue;
        const auto before = std::lower_bound(axes.begin(), axes.end(), axis) - axes.begin();
        result.push_back(axis - static_cast<int>(before));
    }
    return result;
}

}  // namespace

int make_reduced(lowering& l, const node& n, const axis_order& order, const axis_order& axes) {
    const value_id y = n.outputs[0];
    if (integer_attribute(n, "keepdims", 1) != 0) return l.make_result(y, order);
    extents kept = l.dims(n.inputs[0]);
    for (const int axis : axes) kept[static_cast<std::size_t>(axis)] = 1;
    const int t = l.make_tensor(y, memory_dims(kept, order), {});
    l.set_place(y, {t, order_without(order, axes), {}, {}, {}});
    return t;
}

axis_order order_of_input(lowering& l, const node& n) {
    l.restore_columns(n.inputs[0]);
    return l.place(n.inputs[0]).order;
}

}  // namespace onnx2hpp
