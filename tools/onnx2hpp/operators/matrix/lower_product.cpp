// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/operators/matrix/lower_product.hpp>

#include <onnx2hpp/attributes.hpp>
#include <onnx2hpp/diagnostic.hpp>
#include <onnx2hpp/expand/common_values.hpp>
#include <onnx2hpp/lower/lowering.hpp>
#include <onnx2hpp/lower/requantization.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace onnx2hpp {
namespace {

using tigris::dtype;

/// Products of codes and zero points, that many times, stay in 32 bits.
constexpr std::int64_t longest_integer_sum = (std::int64_t{1} << 31) / (std::int64_t{255} * 255);

bool is_transposed(const node& n, const char* attribute) {
    return integer_attribute(n, attribute, 0) != 0;
}

/// ONNX's order of axes with the last two exchanged.
axis_order exchanged_order(std::size_t rank) {
    axis_order order = onnx_order(rank);
    std::swap(order[rank - 1], order[rank - 2]);
    return order;
}

/// The first factor, [..., m, k]; a vector is a row.
int first_factor(lowering& l, const node& n) {
    const std::size_t rank = std::max<std::size_t>(l.dims(n.inputs[0]).size(), 2);
    const bool exchanges = n.op_type == "Gemm" && is_transposed(n, "transA");
    return l.operand(n.inputs[0], exchanges ? exchanged_order(rank) : onnx_order(rank));
}

/// Whether the second factor is read as [..., n, k]: because Gemm says so, it is a vector, or it
/// lies so.
bool reads_transposed(lowering& l, const node& n) {
    const value_id b = n.inputs[1];
    const std::size_t rank = l.dims(b).size();
    if (n.op_type == "Gemm") return is_transposed(n, "transB");
    if (rank < 2 || l.is_constant(b)) return rank < 2;
    l.restore_columns(b);
    return !is_same_memory(l.dims(b), l.place(b).order, onnx_order(rank)) &&
           is_same_memory(l.dims(b), l.place(b).order, exchanged_order(rank));
}

int second_factor(lowering& l, const node& n, bool transposed) {
    const std::size_t rank = std::max<std::size_t>(l.dims(n.inputs[1]).size(), 2);
    const bool exchanges = transposed && n.op_type != "Gemm" && l.dims(n.inputs[1]).size() > 1;
    return l.operand(n.inputs[1], exchanges ? exchanged_order(rank) : onnx_order(rank));
}

/// Extents of the product, with those of vectors that ONNX drops.
extents product_dims(const lowering& l, const node& n) {
    extents dims = l.dims(n.outputs[0]);
    if (l.dims(n.inputs[1]).size() == 1) dims.push_back(1);
    if (l.dims(n.inputs[0]).size() == 1) dims.insert(dims.end() - 1, 1);
    return dims;
}

void check_codes(const lowering& l, const node& n) {
    if (!is_quantized(l, n)) return;
    const value &a = l.at(n.inputs[0]), &b = l.at(n.inputs[1]);
    require_below_saturation(l, n, a.quant.scale[0] * b.quant.scale[0]);
    if (a.dims.back() > longest_integer_sum)
        fail_unsupported(n, fmt::format("it adds up {} products of codes", a.dims.back()),
                         fmt::format("at most {} fit into 32 bits", longest_integer_sum));
}

/// A tensor like the result, with its extents, that is not the result yet.
int make_intermediate(lowering& l, const node& n, const char* suffix) {
    const value_id y = n.outputs[0];
    const int t = l.make_tensor(y, l.dims(y), onnx_order(l.dims(y).size()));
    l.result.tensor_names.back() += suffix;
    return t;
}

/// A scalar of the result's type, which broadcasts to any rank. Fails for a factor that integers do
/// not have.
int factor(lowering& l, const node& n, float number, const char* what) {
    const dtype type = l.at(n.outputs[0]).type;
    if (type != dtype::f32 && number != std::nearbyint(number))
        fail_unsupported(n, fmt::format("its {} is {}, and it multiplies integers", what, number),
                         "use a whole number");
    return l.constant(n.name + "_" + what,
                      *make_tensor(type, {}, std::vector<double>{static_cast<double>(number)}));
}

int scaled(lowering& l, const node& n, int t, const char* what, const tigris::tensor& like) {
    const float number = real_attribute(n, what, 1);
    if (number == 1) return t;
    extents dims(like.dims.extent, like.dims.extent + like.dims.rank);
    const int result = l.make_tensor(n.outputs[0], dims, onnx_order(dims.size()));
    l.result.tensor_names.back() += std::string("_") + what;
    using enum tigris::ops::binary_function;
    l.add_step(n, tigris::ops::binary{.function = multiply}, {t, factor(l, n, number, what)},
               result);
    return result;
}

/// y = alpha * product + beta * C.
void add_sum(lowering& l, const node& n, int product) {
    const value_id y = n.outputs[0];
    const axis_order order = onnx_order(l.dims(y).size());
    int sum = scaled(l, n, product, "alpha", l.tensor(product));
    if (has_input(n, 2)) {
        const value_id c = n.inputs[2];
        const int addend = l.operand(c, onnx_order(l.dims(c).size()));
        const int part = scaled(l, n, addend, "beta", l.tensor(addend));
        const int result = l.make_result(y, order);
        return l.add_step(n, tigris::ops::binary{.clamp = n.clamp}, {sum, part}, result);
    }
    if (!(n.clamp == tigris::ops::clamp{})) {
        const int result = l.make_result(y, order);
        return l.add_step(n, tigris::ops::convert{.clamp = n.clamp}, {sum}, result);
    }
    l.set_place(y, {sum, order, {}, {}, {}});
}

}  // namespace

void lower_product(lowering& l, const node& n) {
    check_codes(l, n);
    const value_id y = n.outputs[0];
    tigris::ops::matmul op{.transposed = reads_transposed(l, n)};
    const int a = first_factor(l, n), b = second_factor(l, n, op.transposed);
    const bool is_plain = !has_input(n, 2) && real_attribute(n, "alpha", 1) == 1;
    if (is_plain) op.clamp = n.clamp;
    const extents dims = product_dims(l, n);
    const bool has_own_dims = dims == l.dims(y);
    const axis_order order = onnx_order(l.dims(y).size());
    if (has_own_dims && is_plain) return l.add_step(n, op, {a, b}, l.make_result(y, order));
    const int product =
        has_own_dims ? make_intermediate(l, n, "_product") : l.make_tensor(y, dims, {});
    l.add_step(n, op, {a, b}, product);
    if (is_plain) return l.set_place(y, {product, order, {}, {}, {}});
    add_sum(l, n, has_own_dims ? product : l.view(y, product, l.dims(y)));
}

}  // namespace onnx2hpp
