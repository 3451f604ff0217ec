// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <reference/call.hpp>
#include <reference/lines.hpp>
#include <reference/quantization.hpp>
#include <reference/softmax.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

namespace reference {
namespace {

double largest_of(const tensor& x, const lines& view, std::int64_t line) {
    double result = -std::numeric_limits<double>::infinity();
    for (std::int64_t k = 0; k < view.length; ++k)
        result = std::max(result, x.number(view.at(line, k)));
    return result;
}

double sum_of_exp(const tensor& x, const lines& view, std::int64_t line, double largest) {
    double sum = 0;
    for (std::int64_t k = 0; k < view.length; ++k)
        sum += std::exp(x.number(view.at(line, k)) - largest);
    return sum;
}

tensor log_softmax(const tensor& x, std::size_t axis) {
    const lines view(x.dims, axis);
    tensor y(x.type, x.dims);
    for (std::int64_t line = 0; line < view.count; ++line) {
        const double largest = largest_of(x, view, line);
        const double log_of_sum = std::log(sum_of_exp(x, view, line, largest));
        for (std::int64_t k = 0; k < view.length; ++k)
            y.set(view.at(line, k), x.number(view.at(line, k)) - largest - log_of_sum);
    }
    return y;
}

tensor hardmax(const tensor& x, std::size_t axis) {
    const lines view(x.dims, axis);
    tensor y(x.type, x.dims);
    for (std::int64_t line = 0; line < view.count; ++line) {
        const double largest = largest_of(x, view, line);
        std::int64_t k = 0;
        while (x.number(view.at(line, k)) != largest) ++k;
        y.set(view.at(line, k), std::int64_t{1});
    }
    return y;
}

/// Before opset 13 all axes from `axis` on were one.
template <class Function>
tensor along_axis(const tensor& x, std::int64_t opset, std::int64_t axis_number,
                  Function function) {
    if (opset >= 13) return function(x, axis_of(axis_number, x.rank()));
    const std::size_t axis =
        axis_number == std::int64_t(x.rank()) ? x.rank() : axis_of(axis_number, x.rank());
    const shape flat{volume(x.dims, 0, axis), volume(x.dims, axis, x.rank())};
    return reshaped(function(reshaped(x, flat), std::size_t{1}), x.dims);
}

template <class Function>
kernel along(Function function) {
    return [=](const call& c) -> tensors {
        return {along_axis(c[0], c.opset, c.integer("axis", c.opset >= 13 ? -1 : 1), function)};
    };
}

/// com.microsoft: of codes; `opset` says what the axis means.
tensors qlinear_softmax(const call& c) {
    const tensor x = dequantize(c[0], c[1], c.has(2) ? &c[2] : nullptr);
    const tensor y = along_axis(x, c.integer("opset", 13), c.integer("axis", -1), softmax);
    return {quantize(y, c[3], &c[4], c[4].type)};
}

}  // namespace

tensor softmax(const tensor& x, std::size_t axis) {
    const lines view(x.dims, axis);
    tensor y(x.type, x.dims);
    for (std::int64_t line = 0; line < view.count; ++line) {
        const double largest = largest_of(x, view, line);
        const double sum = sum_of_exp(x, view, line, largest);
        for (std::int64_t k = 0; k < view.length; ++k)
            y.set(view.at(line, k), std::exp(x.number(view.at(line, k)) - largest) / sum);
    }
    return y;
}

void add_softmaxes(operator_map& all) {
    all["Hardmax"] = along(hardmax);
    all["LogSoftmax"] = along(log_softmax);
    all["Softmax"] = along(softmax);
    all["com.microsoft.QLinearSoftmax"] = qlinear_softmax;
}

}  // namespace reference
