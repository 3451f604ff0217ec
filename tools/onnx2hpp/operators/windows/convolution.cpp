// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/operators/windows/convolution.hpp>

#include <onnx2hpp/attributes.hpp>
#include <onnx2hpp/diagnostic.hpp>
#include <onnx2hpp/lower/lowering.hpp>
#include <onnx2hpp/lower/requantization.hpp>
#include <onnx2hpp/onnx/extents.hpp>
#include <onnx2hpp/onnx/shape_context.hpp>
#include <onnx2hpp/onnx/window.hpp>
#include <onnx2hpp/operators/windows/spatial.hpp>

#include <fmt/format.h>

namespace onnx2hpp {
namespace {

using tigris::dtype;

}  // namespace

void check_conv_types(const shape_context& c) {
    for (std::size_t i = 1; i < c.at.inputs.size(); ++i)
        if (c.has_input(i)) c.require_same_type(0, i);
    if (c.input(0).type != dtype::i32) c.require_real(0);
}

extents kernel_of(const shape_context& c, const extents& spatial) {
    const extents kernel = spatial_of(c, 1);
    if (kernel.size() != spatial.size())
        fail_bad_input(c.at, fmt::format("weights of shape {} do not fit an input of shape {}",
                                         to_text(c.input(1).dims), to_text(c.input(0).dims)));
    return kernel;
}

void check_kernel(const shape_context& c, const window& w, const extents& kernel) {
    if (w.kernel != kernel)
        fail_bad_input(c.at, fmt::format("kernel_shape {} contradicts weights of shape {}",
                                         to_text(w.kernel), to_text(c.input(1).dims)));
}

std::int32_t groups_of(const node& n) {
    return static_cast<std::int32_t>(integer_attribute(n, "group", 1));
}

void add_conv_nd(lowering& l, const node& n, const tigris::ops::conv_nd& op, int weights) {
    if (is_quantized(l, n)) fail_quantized(n);
    const axis_order order = channels_last(l.dims(n.inputs[0]).size());
    std::vector<int> inputs{l.operand(n.inputs[0], order), weights};
    if (has_input(n, 2)) inputs.push_back(l.operand(n.inputs[2], {0}));
    l.add_step(n, op, inputs, l.make_result(n.outputs[0], order));
}

}  // namespace onnx2hpp
