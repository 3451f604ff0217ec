// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/attributes.hpp>
#include <onnx2hpp/constants.hpp>
#include <onnx2hpp/diagnostic.hpp>
#include <onnx2hpp/expand/common_values.hpp>
#include <onnx2hpp/expand/expansion.hpp>
#include <onnx2hpp/lower/lowering.hpp>
#include <onnx2hpp/onnx/extents.hpp>
#include <onnx2hpp/onnx/operator_entry.hpp>
#include <onnx2hpp/onnx/operator_table.hpp>
#include <onnx2hpp/onnx/shape_context.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace onnx2hpp {
namespace {

using tigris::dtype;

/// The best boxes, and in a row after them how many there are.
void shape_select_boxes(shape_context& c) {
    c.set_output(dtype::i64, {integer_attribute(c.at, "rows", 1) + 1, 3});
}

/// A constant scalar input, or `usual` where it is absent.
double scalar(const expansion& e, std::size_t slot, double usual) {
    if (!e.has_input(slot)) return usual;
    const value_id v = e.input(slot);
    if (!e.is_constant(v) || !is_readable(e.type(v)))
        fail_unsupported(e.at, fmt::format("its input {} is computed at run time", slot),
                         "make it a constant");
    const std::vector<double> numbers = numbers_of(*e.of(v).constant);
    if (numbers.size() != 1)
        fail_bad_input(e.at, fmt::format("its input {} has shape {}, but must be a scalar", slot,
                                         to_text(e.dims(v))));
    return numbers[0];
}

void check_boxes(const expansion& e) {
    require_float(e, 0);
    require_float(e, 1);
    const extents &boxes = e.dims(e.input(0)), &scores = e.dims(e.input(1));
    const bool agree = boxes.size() == 3 && scores.size() == 3 && boxes[2] == 4 &&
                       boxes[0] == scores[0] && boxes[1] == scores[2];
    if (!agree)
        fail_bad_input(e.at, fmt::format("its boxes have shape {} and its scores {}, but must have "
                                         "[batch, boxes, 4] and [batch, classes, boxes]",
                                         to_text(boxes), to_text(scores)));
}

/// The step makes a row more, which says how many of the others are selected.
bool expand_non_max_suppression(expansion& e) {
    check_boxes(e);
    const std::int64_t rows = bound_of(e);
    constexpr double lowest_float = -3.4028234663852886e38;
    const std::int64_t boxes = e.dims(e.input(0))[1];
    const double most = std::clamp(scalar(e, 2, 0), 0.0, static_cast<double>(boxes));
    const value_id all = e.add("tigris.SelectBoxes", {e.input(0), e.input(1)},
                               {{"rows", rows},
                                {"most_of_class", static_cast<std::int64_t>(most)},
                                {"largest_overlap", static_cast<float>(scalar(e, 3, 0))},
                                {"lowest_score", static_cast<float>(scalar(e, 4, lowest_float))},
                                {"centered", integer_attribute(e.at, "center_point_box", 0)}});
    e.give(0, sliced(e, all, 0, 0, rows));
    if (e.wants_output(1))
        e.give(1, reshaped(e, sliced(e, sliced(e, all, 0, rows, rows + 1), 1, 0, 1), {1}));
    return true;
}

void lower_select_boxes(lowering& l, const node& n) {
    const auto number = [&](const char* name) {
        return static_cast<std::int32_t>(integer_attribute(n, name, 0));
    };
    const tigris::ops::non_max_suppression op{
        .most = number("rows"),
        .most_of_class = number("most_of_class"),
        .largest_overlap = real_attribute(n, "largest_overlap", 0),
        .lowest_score = real_attribute(n, "lowest_score", 0),
        .centered = number("centered") != 0};
    const int boxes = l.operand(n.inputs[0], onnx_order(3));
    const int scores = l.operand(n.inputs[1], onnx_order(3));
    l.add_step(n, op, {boxes, scores}, l.make_result(n.outputs[0], onnx_order(2)));
}

}  // namespace

namespace operators {

operator_entries non_max_suppression_operators() {
    return {
        {.type = "NonMaxSuppression",
         .versions = {{.since = {10, 11},
                       .inputs = {2, 5},
                       .attributes = {flag("center_point_box")}}},
         .expand = expand_non_max_suppression,
         .traits = {.count_output = 1}},
        {.type = "tigris.SelectBoxes", .shape = shape_select_boxes, .lower = lower_select_boxes},
    };
}

}  // namespace operators

}  // namespace onnx2hpp
