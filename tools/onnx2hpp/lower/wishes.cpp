// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/attributes.hpp>
#include <onnx2hpp/binary_functions.hpp>
#include <onnx2hpp/lower/resizing_order.hpp>
#include <onnx2hpp/lower/wishes.hpp>
#include <onnx2hpp/unary_functions.hpp>

#include <set>

namespace onnx2hpp {
namespace {

const extents& dims_of(const onnx_model& m, value_id v) {
    return m.values[static_cast<std::size_t>(v)].dims;
}

bool has_window(const node& n) {
    return is_one_of(n, {"AveragePool", "BatchNormalization", "Conv", "ConvTranspose", "DeformConv",
                         "DepthwiseConv", "GlobalAveragePool", "GridSample", "LRN", "LpPool",
                         "MaxPool", "MaxPoolIndices", "RoiAlign"});
}

bool keeps_axes(const node& n) {
    return unary_of(n) || binary_of(n) ||
           is_one_of(n, {"BitCast", "Cast", "Clip", "Concat", "DequantizeLinear", "Expand",
                         "GatherElements", "Identity", "Pad", "QuantizeLinear", "Relu", "Scatter",
                         "ScatterElements", "Slice", "Tile", "Where"});
}

axis_order softmax_order(const node& n, std::size_t rank) {
    const std::int64_t axis = integer_attribute(n, "axis", n.since < 13 ? 1 : -1);
    return with_innermost(
        onnx_order(rank),
        static_cast<int>(axis < 0 ? axis + static_cast<std::int64_t>(rank) : axis));
}

/// The order before a Transpose, of one behind it.
axis_order before_transpose(const node& n, const axis_order& behind) {
    const extents perm = integers_attribute(n, "perm", {});
    axis_order result;
    for (const int axis : behind)
        result.push_back(perm.empty() ? static_cast<int>(behind.size()) - 1 - axis
                                      : static_cast<int>(perm[static_cast<std::size_t>(axis)]));
    return result;
}

struct search {
    const onnx_model& model;
    std::set<value_id> seen;

    std::optional<axis_order> wish_of_reader(const node& n, value_id v) {
        const std::size_t rank = dims_of(model, v).size();
        if (n.inputs[0] == v && has_window(n)) return channels_last(rank);
        if (is_one_of(n,
                      {"Gather", "GatherND", "Gemm", "MatMul", "MaxUnpool", "Pivots", "ScatterND"}))
            return onnx_order(rank);
        if (is_one_of(n, {"Softmax", "LogSoftmax"})) return softmax_order(n, rank);
        if (n.inputs[0] == v && is_one_of(n, {"Resize", "Upsample"}))
            return resizing_order(resizing_of(model, n), {});
        const bool passes = is_one_of(n, {"Cumulate", "Normalize", "Transpose"}) || keeps_axes(n);
        if (!passes || dims_of(model, n.outputs[0]).size() != rank) return {};
        const auto behind = wish_of(n.outputs[0]);
        return behind && n.op_type == "Transpose" ? before_transpose(n, *behind) : behind;
    }

    std::optional<axis_order> wish_of(value_id v) {
        if (!seen.insert(v).second) return {};
        for (const node& n : model.nodes)
            for (const value_id input : n.inputs)
                if (input == v)
                    if (const auto wish = wish_of_reader(n, v)) return wish;
        return {};
    }
};

}  // namespace

std::optional<axis_order> wished_order(const onnx_model& m, value_id v) {
    if (dims_of(m, v).size() < 3) return {};
    return search{m, {}}.wish_of(v);
}

}  // namespace onnx2hpp
