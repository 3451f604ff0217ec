// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/kernels/portable/normalize.hpp>

#include <support/axes_case.hpp>
#include <support/check.hpp>

#include <cmath>

using namespace tigris;
using namespace tigris::kernels;
using namespace tigris::test;
using enum ops::normalize_function;

namespace {

constexpr int capacity = axes_case_capacity;

/// From sums over the run of x and x^2, or |x| and x^2.
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
    constexpr geometry G{.kind = ops::kind_of<ops::normalize>, .function = uint8_t(F)};
    if (geometry_of(op, n.all(), rounding::tflite) != G) return false;
    run_along_axes<G, float>(op, n, out, out);  // in place
    const double terms = double(count) / double(element_count(reduced));
    for (int i = 0; i < count; ++i) {
        const int at = place_within(dims, reduced, i);
        const double wanted = expected(F, in[i], sums[at], squares[at], terms, double(op.epsilon));
        if (!(std::abs(double(out[i]) - wanted) < 2e-5)) return false;
    }
    return true;
}

}  // namespace

TEST_CASE("along any axes, in place") {
    for (int seed = 0; seed < 300; ++seed) {
        CHECK(agrees<standard>(seed));
        CHECK(agrees<root_mean_square>(seed));
        CHECK(agrees<l1>(seed));
        CHECK(agrees<l2>(seed));
    }
}
