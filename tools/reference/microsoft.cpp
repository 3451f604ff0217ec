// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Operators of com.microsoft on codes: what they mean, computed on real numbers, and quantized.

#include <reference/call.hpp>
#include <reference/quantization.hpp>

namespace reference {
namespace {

/// The codes at input `first`, with the scale and the zero point after them.
tensor real_input(const call& c, std::size_t first) {
    return dequantize(c[first], c[first + 1], c.has(first + 2) ? &c[first + 2] : nullptr);
}

/// To the scale at input `first` and the zero point after it, which may be absent.
tensors quantized(const call& c, const tensor& y, std::size_t first) {
    const tensor* zero = c.has(first + 1) ? &c[first + 1] : nullptr;
    return {quantize(y, c[first], zero, zero ? zero->type : c[0].type)};
}

tensor apply(const call& c, const char* name, const tensors& inputs, std::int64_t opset = 22) {
    call inner{c.node, opset, {}, {}};
    for (const tensor& each : inputs) inner.inputs.push_back(&each);
    return operators().at(name)(inner).at(0);
}

kernel qlinear_unary(const char* name) {
    return [=](const call& c) { return quantized(c, apply(c, name, {real_input(c, 0)}), 3); };
}

kernel qlinear_binary(const char* name) {
    return [=](const call& c) {
        return quantized(c, apply(c, name, {real_input(c, 0), real_input(c, 3)}), 6);
    };
}

std::vector<std::size_t> channels_first(std::size_t rank) {
    std::vector<std::size_t> axes{0, rank - 1};
    for (std::size_t i = 1; i + 1 < rank; ++i) axes.push_back(i);
    return axes;
}

std::vector<std::size_t> channels_last(std::size_t rank) {
    std::vector<std::size_t> axes{0};
    for (std::size_t i = 2; i < rank; ++i) axes.push_back(i);
    axes.push_back(1);
    return axes;
}

kernel qlinear_pool(const char* name) {
    return [=](const call& c) {
        const tensor x = real_input(c, 0);
        if (c.integer("channels_last", 0) == 0) return quantized(c, apply(c, name, {x}), 3);
        const tensor y = apply(c, name, {transposed(x, channels_first(x.rank()))});
        return quantized(c, transposed(y, channels_last(x.rank())), 3);
    };
}

/// The output's scale and zero point come first.
tensors qlinear_concat(const call& c) {
    tensors inputs;
    for (std::size_t i = 2; i < c.inputs.size(); i += 3) inputs.push_back(real_input(c, i));
    const tensor y = apply(c, "Concat", inputs);
    return {quantize(y, c[0], &c[1], c[1].type)};
}

}  // namespace

void add_microsoft(operator_map& all) {
    all["com.microsoft.QLinearAdd"] = qlinear_binary("Add");
    all["com.microsoft.QLinearAveragePool"] = qlinear_pool("AveragePool");
    all["com.microsoft.QLinearConcat"] = qlinear_concat;
    all["com.microsoft.QLinearGlobalAveragePool"] = qlinear_pool("GlobalAveragePool");
    all["com.microsoft.QLinearLeakyRelu"] = qlinear_unary("LeakyRelu");
    all["com.microsoft.QLinearMul"] = qlinear_binary("Mul");
    all["com.microsoft.QLinearSigmoid"] = qlinear_unary("Sigmoid");
}

}  // namespace reference
