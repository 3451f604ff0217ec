// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/operators/matrix/lower_gemm.hpp>

#include <onnx2hpp/attributes.hpp>
#include <onnx2hpp/expand/common_values.hpp>
#include <onnx2hpp/lower/coded_weights.hpp>
#include <onnx2hpp/lower/lowering.hpp>
#include <onnx2hpp/lower/requantization.hpp>
#include <onnx2hpp/operators/matrix/lower_product.hpp>

#include <cstring>

namespace onnx2hpp {
namespace {

using tigris::dtype;

/// Whether a constant matrix multiplies activations, as numbers or as codes.
bool has_weights(const lowering& l, const node& n) {
    const value &x = l.at(n.inputs[0]), &weights = l.at(n.inputs[1]);
    return !x.constant && weights.constant && weights.dims.size() == 2 &&
           (x.type == dtype::f32 || is_quantized(l, n));
}

/// Constant weights, or their codes, as [outputs, inputs].
shared_tensor weights_of(const lowering& l, const node& n) {
    const auto coded = coded_weights_of(l, n);
    const tensor_data& weights = coded ? coded->codes : *l.at(n.inputs[1]).constant;
    return integer_attribute(n, "transB", 0) != 0 ? reshaped(weights, weights.dims)
                                                  : permuted(weights, {1, 0});
}

shared_tensor scaled(const shared_tensor& t, float factor) {
    if (factor == 1 || t->type != dtype::f32) return t;
    std::vector<double> numbers = numbers_of(*t);
    for (double& number : numbers) number *= static_cast<double>(factor);
    return make_tensor(dtype::f32, t->dims, numbers);
}

/// Column p of the result is column columns[p] of the weights.
shared_tensor with_columns(const tensor_data& weights, const std::vector<int>& columns) {
    tensor_data result = weights;
    const std::size_t width = static_cast<std::size_t>(bits_of(weights.type)) / 8;
    const std::size_t length = columns.size() * width;
    for (std::size_t row = 0; row < weights.bytes.size(); row += length)
        for (std::size_t p = 0; p < columns.size(); ++p)
            std::memcpy(&result.bytes[row + p * width],
                        &weights.bytes[row + static_cast<std::size_t>(columns[p]) * width], width);
    return std::make_shared<const tensor_data>(std::move(result));
}

/// One number for each output, from a constant that broadcasts to rows that are all equal.
shared_tensor row_of(const lowering& l, value_id bias, std::int64_t outputs) {
    if (!l.is_constant(bias)) return {};
    const tensor_data& data = *l.at(bias).constant;
    const std::int64_t count = element_count(data.dims);
    if (count == outputs && !data.dims.empty() && data.dims.back() == outputs)
        return reshaped(data, {outputs});
    if (count != 1) return {};
    return make_tensor(data.type, {outputs},
                       std::vector<double>(static_cast<std::size_t>(outputs), numbers_of(data)[0]));
}

/// What the step reads besides its data; absent bias if `bias` is null.
std::vector<int> constants_of(lowering& l, const node& n, const shared_tensor& weights,
                              const shared_tensor& bias) {
    const value& named = l.at(n.inputs[1]);
    const auto coded = coded_weights_of(l, n);
    std::vector<int> result{coded ? coded_constant(l, n, *coded, *weights)
                                  : l.weights(named.name, *weights, named.quant)};
    if (is_quantized(l, n))
        for (const int t : requantization(l, n, *weights)) result.push_back(t);
    else
        result.push_back(bias ? l.constant(l.at(n.inputs[2]).name, *bias) : -1);
    if (coded)
        for (const int t : scale_constants(l, n, *coded, real_attribute(n, "alpha", 1)))
            result.push_back(t);
    return result;
}

void add_gemm(lowering& l, const node& n, shared_tensor weights, const shared_tensor& bias,
              int output, const tigris::ops::clamp& clamp) {
    std::vector<int> inputs{rows_of_factor(l, n, weights)};
    for (const int t : constants_of(l, n, weights, bias)) inputs.push_back(t);
    l.add_step(n, tigris::ops::gemm{.clamp = clamp}, inputs, output);
}

/// Gemm's C where it is not a row: a second step, or a third one for a factor.
int full_bias(lowering& l, const node& n, float beta) {
    const value_id bias = n.inputs[2];
    if (beta == 1) return l.operand(bias, onnx_order(2));
    if (l.is_constant(bias)) return l.constant(l.at(bias).name, *scaled(l.at(bias).constant, beta));
    const int there = l.operand(bias, onnx_order(l.dims(bias).size()));
    const shared_tensor factor =
        make_tensor(dtype::f32, {}, std::vector<double>{static_cast<double>(beta)});
    const int result = l.make_tensor(bias, l.dims(bias), onnx_order(l.dims(bias).size()));
    l.result.tensor_names.back() += "_scaled";
    using enum tigris::ops::binary_function;
    l.add_step(n, tigris::ops::binary{.function = multiply},
               {there, l.constant(n.name + "_beta", *factor)}, result);
    return result;
}

}  // namespace

int rows_of_factor(lowering& l, const node& n, shared_tensor& weights) {
    const value_id x = n.inputs[0];
    if (integer_attribute(n, "transA", 0) != 0) return l.operand(x, {1, 0});
    if (l.place(x).columns.empty()) return l.operand(x, onnx_order(l.dims(x).size()));
    weights = with_columns(*weights, l.place(x).columns);
    return l.view(x, l.place(x).tensor, l.dims(x));
}

void lower_gemm(lowering& l, const node& n) {
    if (!has_weights(l, n)) return lower_product(l, n);
    const float alpha = real_attribute(n, "alpha", 1), beta = real_attribute(n, "beta", 1);
    const value_id result = n.outputs[0];
    const axis_order order = onnx_order(l.dims(result).size());
    const shared_tensor weights = scaled(weights_of(l, n), alpha);
    const shared_tensor row = has_input(n, 2) ? row_of(l, n.inputs[2], weights->dims[0]) : nullptr;
    if (row || !has_input(n, 2)) {
        const int output = l.make_result(result, order);
        return add_gemm(l, n, weights, row ? scaled(row, beta) : nullptr, output, n.clamp);
    }
    const int product = l.make_tensor(result, l.dims(result), order);
    l.result.tensor_names.back() += "_product";
    add_gemm(l, n, weights, nullptr, product, {});
    const int bias = full_bias(l, n, beta);
    const int output = l.make_result(result, order);
    l.add_step(n, tigris::ops::binary{.clamp = n.clamp}, {product, bias}, output);
}

}  // namespace onnx2hpp
