// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/kernels/portable/normalize.hpp>

#include <helpers/axes_case.hpp>
#include <helpers/check.hpp>
#include <helpers/seeds.hpp>
#include <helpers/weighted_case.hpp>

#include <algorithm>
#include <cmath>

using namespace tigris;
using namespace tigris::kernels;
using namespace tigris::test;
using enum ops::normalize_function;

namespace {

constexpr int capacity = axes_case_capacity;

/// From sums of x and x^2, or |x| and x^2, over the elements that are normalized together.
double expected(ops::normalize_function f, double x, double sum, double squares, double n,
                double e) {
    if (f == l1) return sum == 0 ? 0 : x / sum;
    if (f == l2) return squares == 0 ? 0 : x / std::sqrt(squares);
    if (f == root_mean_square) return x / std::sqrt(squares / n + e);
    return (x - sum / n) / std::sqrt(squares / n - sum * sum / n / n + e);
}

template <ops::normalize_function F>
bool agrees(int seed) {
    random_numbers r(uint64_t(seed) * 61);
    const shape dims = random_shape(r, 1);
    const ops::normalize op{F, uint8_t(r.between(0, (1 << dims.rank) - 1)), 0.01f};
    node_case n;
    n.add_input({.dims = dims});
    set_output_of(n, op, dtype::f32, {});
    const int count = int(element_count(dims));
    const shape reduced = ops::without_axes(dims, op.axes);

    float in[capacity]{}, out[capacity]{};
    double sums[capacity]{}, squares[capacity]{};
    for (int i = 0; i < count; ++i) {
        out[i] = in[i] = float(r.between(-4, 4)) / 2;
        const int to = place_within(dims, reduced, i);
        sums[to] += F == l1 ? std::abs(in[i]) : in[i];
        squares[to] += double(in[i]) * in[i];
    }
    constexpr normalize_key G{.function = F};
    if (key_of(op, n.all(), rounding::tflite) != G) return false;
    run_along_axes<G, float>(op, n, out, out);  // in place
    const double terms = double(count) / double(element_count(reduced));
    for (int i = 0; i < count; ++i) {
        const int at = place_within(dims, reduced, i);
        const double wanted = expected(F, in[i], sums[at], squares[at], terms, double(op.epsilon));
        if (!(std::abs(double(out[i]) - wanted) < 2e-5)) return false;
    }
    return true;
}

/// Codes with scale and bias: no further than half a unit, and what single precision loses, from
/// the ideal.
template <ops::normalize_function F, class T>
bool codes_agree(int seed) {
    random_numbers r(uint64_t(seed) * 67);
    const shape dims = random_shape(r, 1);
    const ops::normalize op{F, uint8_t(r.between(0, (1 << dims.rank) - 1)), 0.01f};
    const quantization from = random_quantization<T>(r), to = random_quantization<T>(r);
    const int count = int(element_count(dims));
    const shape reduced = ops::without_axes(dims, op.axes);
    const int terms = count / int(element_count(reduced));
    int8_t scale[4 * capacity]{}, bias[4 * capacity]{};
    for (int i = 0; i < terms; ++i)
        store(float(r.unit()), scale + 4 * i), store(float(r.unit()), bias + 4 * i);
    node_case n;
    n.add_input({.type = dtype_of<T>, .dims = dims, .quant = from});
    n.add_constant(dtype::f32, {1, {terms}}, {.bytes = scale});
    n.add_constant(dtype::f32, {1, {terms}}, {.bytes = bias});
    set_output_of(n, op, dtype_of<T>, to);

    T in[capacity]{}, out[capacity]{};
    double sums[capacity]{}, squares[capacity]{};
    int seen[capacity]{};
    const auto real = [&](int i) { return double(from.scale) * (in[i] - from.zero_point); };
    for (int i = 0; i < count; ++i) {
        out[i] = in[i] = random_element<T>(r);
        const int at = place_within(dims, reduced, i);
        sums[at] += F == l1 ? std::abs(real(i)) : real(i);
        squares[at] += real(i) * real(i);
    }
    constexpr normalize_key G{.function = F};
    if (key_of(op, n.all(), rounding::nearest) != G) return false;
    run_along_axes<G, T>(op, n, out, out);  // in place
    for (int i = 0; i < count; ++i) {
        const int at = place_within(dims, reduced, i), term = seen[at]++;
        const double y = expected(F, real(i), sums[at], squares[at], terms, double(op.epsilon)) *
                             double(constant_pointer<float>{scale}[term]) +
                         double(constant_pointer<float>{bias}[term]);
        const double code = std::min<double>(
            std::max<double>(y / double(to.scale) + to.zero_point, lowest_of(dtype_of<T>)),
            highest_of(dtype_of<T>));
        if (!(std::abs(out[i] - code) < 0.501)) return false;
    }
    return true;
}

}  // namespace

TEST_CASE("codes, with scale and bias for each term") {
    for (int seed = 0; seed < seeds(200); ++seed) {
        CHECK(codes_agree<standard, int8_t>(seed));
        CHECK(codes_agree<standard, uint8_t>(seed));
        CHECK(codes_agree<root_mean_square, int8_t>(seed));
        CHECK(codes_agree<l1, uint8_t>(seed));
        CHECK(codes_agree<l2, int8_t>(seed));
    }
}

TEST_CASE("along any axes, in place") {
    for (int seed = 0; seed < seeds(300); ++seed) {
        CHECK(agrees<standard>(seed));
        CHECK(agrees<root_mean_square>(seed));
        CHECK(agrees<l1>(seed));
        CHECK(agrees<l2>(seed));
    }
}
