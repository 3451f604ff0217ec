// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/evaluate/rules.hpp>

namespace onnx2hpp {
namespace {

using tigris::dtype;

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
shared_tensor combine(const constant_node& n, const std::vector<Number>& a,
                      const std::vector<Number>& b, F f) {
    const extents &dims = n.dims(), &a_dims = n.input(0).dims, &b_dims = n.input(1).dims;
    std::vector<Number> result(static_cast<std::size_t>(element_count(dims)));
    for (std::size_t i = 0; i < result.size(); ++i)
        result[i] = f(a[broadcast_index(i, dims, a_dims)], b[broadcast_index(i, dims, b_dims)]);
    return make_tensor(n.input(0).type, dims, result);
}

/// The same function of two floats and of two integers, which wrap modulo 2^64. A double holds sums
/// and products of two floats so well that rounding once more gives the float result.
template <class Reals, class Integers>
shared_tensor combined(const constant_node& n, Reals of_reals, Integers of_integers) {
    const tensor_data &a = n.input(0), &b = n.input(1);
    if (a.type != b.type || a.type == dtype::u64) return {};
    if (a.type == dtype::f32) return combine(n, numbers_of(a), numbers_of(b), of_reals);
    return combine(n, integers_of(a), integers_of(b), [&](std::int64_t x, std::int64_t y) {
        return static_cast<std::int64_t>(
            of_integers(static_cast<std::uint64_t>(x), static_cast<std::uint64_t>(y)));
    });
}

}  // namespace

shared_tensor evaluate_add(const constant_node& n) {
    return combined(
        n, [](double x, double y) { return x + y; },
        [](std::uint64_t x, std::uint64_t y) { return x + y; });
}

shared_tensor evaluate_multiply(const constant_node& n) {
    return combined(
        n, [](double x, double y) { return x * y; },
        [](std::uint64_t x, std::uint64_t y) { return x * y; });
}

}  // namespace onnx2hpp
