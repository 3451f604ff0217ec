// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/attributes.hpp>
#include <onnx2hpp/constants.hpp>
#include <onnx2hpp/passes/fuse_normalize_scale.hpp>
#include <onnx2hpp/passes/integer_weights.hpp>
#include <onnx2hpp/passes/rewrite.hpp>

#include <algorithm>

namespace onnx2hpp {
namespace {

/// The extents of the normalized axes, in order.
extents normalized_extents(const rewriter& r, const node& n) {
    extents result;
    for (const std::int64_t axis : integers_attribute(n, "axes", {}))
        result.push_back(r.at_value(n.inputs[0]).dims[static_cast<std::size_t>(axis)]);
    return result;
}

/// Whether a shape broadcasts with a normalization's as one number for each element along its axes.
bool is_along_axes(const rewriter& r, const node& n, extents dims) {
    const extents& input = r.at_value(n.inputs[0]).dims;
    const extents axes = integers_attribute(n, "axes", {});
    if (dims.size() > input.size() || !std::is_sorted(axes.begin(), axes.end())) return false;
    dims.insert(dims.begin(), input.size() - dims.size(), 1);
    for (std::size_t axis = 0; axis < dims.size(); ++axis) {
        const bool is_normalized =
            std::find(axes.begin(), axes.end(), static_cast<std::int64_t>(axis)) != axes.end();
        if (dims[axis] != (is_normalized ? input[axis] : 1)) return false;
    }
    return true;
}

/// Makes the only reader of normalization n, if it is `op_type` with fitting constants, input
/// `slot`.
bool fuse(rewriter& r, int n, const char* op_type, std::size_t slot) {
    const int reader = r.sole_reader(r.at(n).outputs[0]);
    if (reader < 0 || r.at(reader).op_type != op_type) return false;
    if (!(r.at(reader).clamp == tigris::ops::clamp{})) return false;
    const std::vector<value_id> operands = r.at(reader).inputs;
    const value_id other = operands[operands[0] == r.at(n).outputs[0] ? 1 : 0];
    const auto numbers = constant_numbers(r, other);
    if (!numbers || !is_along_axes(r, r.at(n), r.at_value(other).dims)) return false;
    const value_id result = r.at(reader).outputs[0];
    r.set_input(
        n, slot,
        r.add_constant(r.at_value(other).name,
                       make_tensor(tigris::dtype::f32, normalized_extents(r, r.at(n)), *numbers)));
    r.remove(reader);
    r.set_output(n, result);
    return true;
}

}  // namespace

void fuse_normalize_scale(onnx_model& m) {
    rewriter r(m);
    for (int n = 0; n < r.node_count(); ++n) {
        if (!is_own(r.at(n), "Normalize")) continue;
        fuse(r, n, "Mul", 1);
        fuse(r, n, "Add", 2);
    }
    r.finish();
}

}  // namespace onnx2hpp
