// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/attributes.hpp>
#include <onnx2hpp/constants.hpp>
#include <onnx2hpp/load/concatenate.hpp>
#include <onnx2hpp/passes/fold_constants.hpp>
#include <onnx2hpp/passes/qdq.hpp>
#include <onnx2hpp/passes/rewrite.hpp>

namespace onnx2hpp {
namespace {

using tigris::dtype;

/// The constant that a node reads at `slot`, or null.
shared_tensor input_of(const rewriter& r, int n, std::size_t slot) {
    const std::vector<value_id>& inputs = r.at(n).inputs;
    if (slot >= inputs.size() || inputs[slot] == absent) return {};
    return r.at_value(inputs[slot]).constant;
}

const extents& output_dims(const rewriter& r, int n) { return r.at_value(r.at(n).outputs[0]).dims; }

shared_tensor transposed(const node& n, const tensor_data& x) {
    extents perm = integers_attribute(n, "perm", {});
    if (perm.empty())
        for (std::size_t axis = x.dims.size(); axis-- > 0;)
            perm.push_back(static_cast<std::int64_t>(axis));
    return permuted(x, std::vector<int>(perm.begin(), perm.end()));
}

/// The element of `dims` that broadcasting pairs with element `index` of a tensor of `shape`.
std::size_t broadcast_index(std::size_t index, const extents& shape, const extents& dims) {
    std::size_t result = 0, stride = 1;
    for (std::size_t back = 1; back <= shape.size(); ++back) {
        const auto extent = static_cast<std::size_t>(shape[shape.size() - back]);
        const std::size_t position = index % extent;
        index /= extent;
        if (back > dims.size()) continue;
        const auto own = static_cast<std::size_t>(dims[dims.size() - back]);
        result += own == 1 ? 0 : position * stride;
        stride *= own;
    }
    return result;
}

template <class Number, class F>
shared_tensor combine(const std::vector<Number>& a, const extents& a_dims,
                      const std::vector<Number>& b, const extents& b_dims, dtype type,
                      const extents& dims, F f) {
    std::vector<Number> result(static_cast<std::size_t>(element_count(dims)));
    for (std::size_t i = 0; i < result.size(); ++i)
        result[i] = f(a[broadcast_index(i, dims, a_dims)], b[broadcast_index(i, dims, b_dims)]);
    return make_tensor(type, dims, result);
}

/// Add or Mul. A double holds these of two floats so well that rounding once more gives the float
/// result.
double calculate(bool adds, double a, double b) { return adds ? a + b : a * b; }

/// The same modulo 2^64.
std::int64_t calculate(bool adds, std::int64_t a, std::int64_t b) {
    const auto x = static_cast<std::uint64_t>(a), y = static_cast<std::uint64_t>(b);
    return static_cast<std::int64_t>(adds ? x + y : x * y);
}

shared_tensor calculated(const node& n, const tensor_data& a, const tensor_data& b,
                         const extents& dims) {
    const bool adds = n.op_type == "Add";
    if (a.type == dtype::u64) return {};
    if (a.type == dtype::f32)
        return combine(numbers_of(a), a.dims, numbers_of(b), b.dims, a.type, dims,
                       [&](double x, double y) { return calculate(adds, x, y); });
    return combine(integers_of(a), a.dims, integers_of(b), b.dims, a.type, dims,
                   [&](std::int64_t x, std::int64_t y) { return calculate(adds, x, y); });
}

shared_tensor quantized(const rewriter& r, int n, const tensor_data& x) {
    const value& output = r.at_value(r.at(n).outputs[0]);
    if (x.type != dtype::f32 || !is_quantizable(output.type)) return {};
    const affine quant = parameters_of(r.model, r.at(n));
    std::vector<std::int64_t> codes;
    const std::vector<float> numbers = elements_of<float>(x);
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        const std::size_t channel = channel_of(quant, x.dims, i);
        const tigris::quantization q{quant.scale[channel], quant.zero_point[channel]};
        codes.push_back(tigris::ops::quantize(numbers[i], q, output.type));
    }
    return make_tensor(output.type, x.dims, codes);
}

/// What a Concat of constants makes, else null.
shared_tensor joined(const rewriter& r, int n) {
    std::vector<shared_tensor> parts;
    for (std::size_t slot = 0; slot < r.at(n).inputs.size(); ++slot) {
        parts.push_back(input_of(r, n, slot));
        if (!parts.back() || parts.back()->type != parts[0]->type) return {};
    }
    const std::int64_t axis = integer_attribute(r.at(n), "axis", 1);
    const auto rank = static_cast<std::int64_t>(parts[0]->dims.size());
    return concatenated(parts, static_cast<std::size_t>(axis < 0 ? axis + rank : axis));
}

/// What node n computes if all that it reads is constant and the evaluator knows it, else null.
shared_tensor evaluate(const rewriter& r, int n) {
    const node& op = r.at(n);
    const shared_tensor x = input_of(r, n, 0), y = input_of(r, n, 1);
    if (op.op_type == "ConstantOfShape") return r.at_value(op.outputs[0]).constant;
    if (!x || !is_readable(x->type)) return {};
    if (op.op_type == "Transpose") return transposed(op, *x);
    if (op.op_type == "Concat") return joined(r, n);
    if (moves_elements(op)) return reshaped(*x, output_dims(r, n));
    if (op.op_type == "QuantizeLinear") return quantized(r, n, *x);
    if (is_one_of(op, {"Add", "Mul"}) && y && x->type == y->type)
        return calculated(op, *x, *y, output_dims(r, n));
    return {};
}

/// Whether node n is an Identity that changes neither type nor scale.
bool does_nothing(const rewriter& r, int n) {
    if (r.at(n).op_type != "Identity" || !(r.at(n).clamp == tigris::ops::clamp{})) return false;
    const value &from = r.at_value(r.at(n).inputs[0]), &to = r.at_value(r.at(n).outputs[0]);
    return from.type == to.type && from.quant == to.quant;
}

}  // namespace

void fold_constants(onnx_model& m) {
    rewriter r(m);
    for (int n = 0; n < r.node_count(); ++n) {
        if (const shared_tensor result = evaluate(r, n)) {
            value& output = r.at_value(r.at(n).outputs[0]);
            output.constant = result;
            output.type = result->type;
            output.dims = result->dims;
            output.shape_known = true;
            r.remove(n);
        } else if (does_nothing(r, n)) {
            r.bypass(n);
        }
    }
    r.finish();
}

}  // namespace onnx2hpp
