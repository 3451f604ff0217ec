// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/attributes.hpp>
#include <onnx2hpp/diagnostic.hpp>
#include <onnx2hpp/expand/common_values.hpp>
#include <onnx2hpp/expand/expansion.hpp>
#include <onnx2hpp/onnx/extents.hpp>
#include <onnx2hpp/onnx/operator_entry.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace onnx2hpp {
namespace {

using tigris::dtype;

/// The number of classes of a OneHot.
std::int64_t depth_of(const expansion& e) {
    const value& v = e.of(e.input(1));
    if (!v.constant || !is_readable(v.type))
        fail_unsupported(e.at, "its depth is computed at run time", "make it an initializer");
    const extents numbers = integers_of(*v.constant);
    if (numbers.size() != 1 || numbers[0] < 1 || numbers[0] > max_elements)
        fail_bad_input(e.at, "its depth is not one number from 1 on");
    return numbers[0];
}

/// Whether a class may be below 0.
bool may_be_negative(const expansion& e, value_id classes) {
    const dtype type = e.type(classes);
    if (type == dtype::u8 || type == dtype::u16 || type == dtype::u32) return false;
    if (!e.is_constant(classes)) return true;
    const std::vector<double> numbers = numbers_of(*e.of(classes).constant);
    return std::any_of(numbers.begin(), numbers.end(), [](double each) { return each < 0; });
}

/// Classes as int64; since version 11 negative ones count from the end.
value_id classes_of(expansion& e, std::int64_t depth) {
    value_id classes = e.input(0);
    if (e.at.since < 11 && may_be_negative(e, classes))
        note(label_of(e.at) +
             ": an index below 0 selects nothing; ONNX Runtime counts it from the end");
    if (e.type(classes) != dtype::i64)
        classes = e.add("Cast", {classes}, {{"to", std::int64_t{7}}});
    if (e.at.since < 11) return classes;
    const value_id is_negative = e.add("Less", {classes, e.number(dtype::i64, 0)});
    const value_id from_end =
        e.add("Add", {classes, e.number(dtype::i64, static_cast<double>(depth))});
    return e.add("Where", {is_negative, from_end, classes});
}

/// A class is compared with all of them.
bool expand_one_hot(expansion& e) {
    const std::int64_t depth = depth_of(e);
    if (e.dims(e.input(2)) != extents{2})
        fail_bad_input(e.at, fmt::format("its values have shape {}, but must be two",
                                         to_text(e.dims(e.input(2)))));
    extents dims = e.dims(e.input(0));
    const std::size_t axis = e.axis(integer_attribute(e.at, "axis", -1), dims.size() + 1);
    extents numbers_dims(dims.size() - axis + 1, 1);
    numbers_dims[0] = depth;
    dims.insert(dims.begin() + static_cast<std::ptrdiff_t>(axis), 1);
    const value_id classes = reshaped(e, classes_of(e, depth), dims);
    const value_id is_hot = e.add("Equal", {classes, counted(e, depth, numbers_dims)});
    const value_id off = reshaped(e, sliced(e, e.input(2), 0, 0, 1), {});
    const value_id on = reshaped(e, sliced(e, e.input(2), 0, 1, 2), {});
    e.give(0, e.add("Where", {is_hot, on, off}));
    return true;
}

}  // namespace

namespace operators {

operator_entries one_hot_operators() {
    return {
        {.type = "OneHot",
         .versions = {{.since = {9, 11}, .inputs = {3, 3}, .attributes = {integer("axis")}}},
         .expand = expand_one_hot},
    };
}

}  // namespace operators

}  // namespace onnx2hpp
