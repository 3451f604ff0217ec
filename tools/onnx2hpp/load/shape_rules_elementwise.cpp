// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/attributes.hpp>
#include <onnx2hpp/diagnostic.hpp>
#include <onnx2hpp/load/extents.hpp>
#include <onnx2hpp/load/shape_rules.hpp>

#include <fmt/format.h>

namespace onnx2hpp {
namespace {

/// Before version 7 shapes broadcast only on request, and only where the second one ends the first.
void check_old_broadcast(const shape_context& c, const extents& a, const extents& b) {
    if (a == b) return;
    const bool asked = integer_attribute(c.at, "broadcast", 0) != 0 && b.size() <= a.size();
    const auto suffix = static_cast<std::int64_t>(a.size()) - static_cast<std::int64_t>(b.size());
    if (!asked)
        fail_bad_input(c.at, fmt::format("shapes {} and {} differ, and broadcast is not asked for",
                                         to_text(a), to_text(b)));
    if (integer_attribute(c.at, "axis", suffix) != suffix)
        fail_unsupported(c.at, "broadcasting along an axis is not supported",
                         "export the model with opset 7 or later");
}

/// One number for each channel, in input i.
void check_channel_vector(const shape_context& c, std::size_t i, std::int64_t channels) {
    if (c.input(i).dims != extents{channels})
        fail_bad_input(c.at, fmt::format("{} has shape {}, but there are {} channels",
                                         c.label_of_input(i), to_text(c.input(i).dims), channels));
    c.require_real(i);
}

void check_bound(const shape_context& c, std::size_t i) {
    if (!c.has_input(i)) return;
    c.require_same_type(0, i);
    if (!c.input(i).dims.empty() && c.input(i).dims != extents{1})
        fail_bad_input(c.at, fmt::format("{} has shape {}, but must be a scalar",
                                         c.label_of_input(i), to_text(c.input(i).dims)));
}

}  // namespace

void shape_binary(shape_context& c) {
    c.require_same_type(0, 1);
    const extents &a = c.input(0).dims, &b = c.input(1).dims;
    if (c.at.since < 7) check_old_broadcast(c, a, b);
    const auto common = broadcast(a, b);
    if (!common)
        fail_bad_input(c.at,
                       fmt::format("shapes {} and {} do not broadcast", to_text(a), to_text(b)));
    c.set_output(c.input(0).type, *common);
}

void shape_relu(shape_context& c) { c.set_output(c.input(0).type, c.input(0).dims); }

void shape_unary(shape_context& c) {
    c.require_real(0);
    c.set_output(c.input(0).type, c.input(0).dims);
}

void shape_clip(shape_context& c) {
    check_bound(c, 1);
    check_bound(c, 2);
    c.set_output(c.input(0).type, c.input(0).dims);
}

void shape_softmax(shape_context& c) {
    c.require_real(0);
    const extents& dims = c.input(0).dims;
    c.axis_from(integer_attribute(c.at, "axis", c.at.since < 13 ? 1 : -1), dims.size());
    c.set_output(c.input(0).type, dims);
}

void shape_batch_normalization(shape_context& c) {
    c.require_real(0);
    const extents& dims = c.input(0).dims;
    if (dims.size() < 2)
        fail_bad_input(c.at, fmt::format("its input has shape {}, but must have batch and channels",
                                         to_text(dims)));
    for (std::size_t i = 1; i < 5; ++i) check_channel_vector(c, i, dims[1]);
    c.set_output(c.input(0).type, dims);
}

}  // namespace onnx2hpp
