// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/attributes.hpp>
#include <onnx2hpp/constants.hpp>
#include <onnx2hpp/diagnostic.hpp>
#include <onnx2hpp/load/shape_rules.hpp>
#include <onnx2hpp/onnx/extents.hpp>
#include <onnx2hpp/onnx/recurrent.hpp>

#include <fmt/format.h>

namespace onnx2hpp {
namespace {

using tigris::dtype;

void require(const shape_context& c, std::size_t i, dtype type, const extents& dims) {
    if (!c.has_input(i)) return;
    const value& v = c.input(i);
    if (v.type != type && type == dtype::f32)
        fail_unsupported(c.at, fmt::format("{} is not float32", c.label_of_input(i)),
                         "export the model in float32");
    if (v.type != type || v.dims != dims)
        fail_bad_input(c.at, fmt::format("{} has shape {}, but must have {}", c.label_of_input(i),
                                         to_text(v.dims), to_text(dims)));
}

/// A sequence of no steps has no last state that runtimes agree about.
void check_lengths(const shape_context& c, std::int64_t steps) {
    if (!c.has_input(4) || !c.input(4).constant) return;
    for (const std::int64_t length : integers_of(*c.input(4).constant)) {
        if (length == 0)
            fail_unsupported(c.at, "runtimes disagree about sequences of no steps",
                             "leave them out");
        if (length < 0 || length > steps)
            fail_bad_input(c.at,
                           fmt::format("a sequence of {} steps is not one of {}", length, steps));
    }
}

}  // namespace

/// Internal: [parts, directions, batch, hidden], as ops::recurrent says.
void shape_recurrent(shape_context& c) {
    const tigris::ops::recurrent op = recurrent_of(c.at);
    const extents &x = c.input(0).dims, &recurrence = c.input(2).dims;
    if (x.size() != 3 || recurrence.size() != 3)
        fail_bad_input(c.at, fmt::format("steps of shape {} and recurrence of shape {} do not "
                                         "have 3 axes",
                                         to_text(x), to_text(recurrence)));
    const std::int64_t directions = directions_of(c.at), gates = gates_of(op.function);
    const std::int64_t hidden = recurrence[2], batch = x[1];
    if (integer_attribute(c.at, "hidden_size", hidden) != hidden)
        fail_bad_input(c.at, "its hidden_size contradicts its recurrence");
    require(c, 0, dtype::f32, x);
    require(c, 1, dtype::f32, {directions, gates * hidden, x[2]});
    require(c, 2, dtype::f32, {directions, gates * hidden, hidden});
    require(c, 3, dtype::f32, {directions, 2 * gates * hidden});
    require(c, 4, dtype::i32, {batch});
    require(c, 5, dtype::f32, {directions, batch, hidden});
    require(c, 6, dtype::f32, {directions, batch, hidden});
    require(c, 7, dtype::f32, {directions, 3 * hidden});
    check_lengths(c, x[0]);
    const extents gives = integers_attribute(c.at, "gives", {});
    const std::int64_t parts = (gives[0] ? x[0] : 0) + gives[1] + gives[2];
    c.set_output(dtype::f32, {parts, directions, batch, hidden});
}

}  // namespace onnx2hpp
