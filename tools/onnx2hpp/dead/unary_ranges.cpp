// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/dead/unary_ranges.hpp>

#include <onnx2hpp/dead/code_ranges.hpp>
#include <onnx2hpp/enumerators.hpp>
#include <tigris/kernels/portable/unary.hpp>

namespace onnx2hpp {
namespace {

using namespace tigris;
using ops::unary_function;

constexpr bool is_of_reals(unary_function f) {
    using enum unary_function;
    return f != bitwise_not && f != is_inf && f != is_nan && f != logical_not;
}

template <unary_function F>
double applied(double x, double alpha, double beta) {
    if constexpr (is_of_reals(F))
        return kernels::apply<F>(x, alpha, beta);
    else
        return 0;
}

/// The function of reals that has this number.
template <std::size_t... Numbers>
double apply_any(unary_function f, double x, double alpha, double beta,
                 std::index_sequence<Numbers...>) {
    using function = double (*)(double, double, double);
    static constexpr function all[]{applied<unary_function(Numbers)>...};
    return all[std::size_t(f)](x, alpha, beta);
}

/// The code that a function gives, as kernels/arithmetic/tables/code_table.hpp computes tables.
interval nearest_code(std::int32_t code, const ops::unary& op, const operands& t) {
    constexpr auto functions = std::make_index_sequence<enumerators::count<unary_function>()>{};
    const tensor &from = t.input(0), &to = t.output();
    const float x = float(code - from.quant.zero_point) * from.quant.scale;
    const kernels::unary_parameters has = kernels::parameters_of(op.function);
    const float result = tigris::narrowed(
        apply_any(op.function, x, has.alpha ? op.alpha : 0, has.beta ? op.beta : 0, functions));
    const std::int64_t made =
        result != result ? lowest_of(to.type) : ops::quantize(result, to.quant, to.type);
    return {made, made};
}

interval tflite_code(std::int32_t code, const ops::unary& op, const operands& t) {
    const quantization from = t.input(0).quant, to = t.output().quant;
    const std::int32_t units = code - from.zero_point;
    const std::int64_t made =
        to.zero_point + (op.function == unary_function::sigmoid
                             ? kernels::tflite_sigmoid(from.scale)(units)
                             : kernels::tflite_hard_swish(from.scale, to.scale)(units));
    const interval all = codes_of_type(t.output().type);
    const std::int64_t clamped = std::clamp(made, all.low, all.high);
    return {clamped, clamped};
}

}  // namespace

interval function_of(interval codes, const ops::unary& op, const operands& t) {
    const bool has_table = is_byte(t.input(0).type) && is_byte(t.output().type);
    if (!has_table || !is_of_reals(op.function)) return codes_of_type(t.output().type);
    const auto of = [&](std::int64_t code) {
        const interval made = nearest_code(std::int32_t(code), op, t);
        return kernels::is_tflite_unary(op, t) ? hull(made, tflite_code(std::int32_t(code), op, t))
                                               : made;
    };
    interval all = of(codes.low);
    for (std::int64_t code = codes.low + 1; code <= codes.high; ++code) all = hull(all, of(code));
    return all;
}

}  // namespace onnx2hpp
