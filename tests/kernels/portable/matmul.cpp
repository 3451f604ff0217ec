// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/kernels/portable/matmul.hpp>

#include <helpers/axes_case.hpp>
#include <helpers/check.hpp>
#include <helpers/seeds.hpp>

#include <cmath>

using namespace tigris;
using namespace tigris::kernels;
using namespace tigris::test;

namespace {

constexpr int capacity = 1200;

struct product_case {
    node_case n;
    ops::matmul op;
    shape a, b, y;
};

/// Two factors whose batches broadcast; either may lack axes.
template <bool Transposed>
constexpr product_case random_case(random_numbers& r, const tensor& a, const tensor& b,
                                   const tensor& y) {
    product_case c{};
    c.op.transposed = Transposed;
    const int32_t m = r.between(1, 6), k = r.between(1, 7), n = r.between(1, 9);
    c.a.rank = int8_t(r.between(2, 4));
    c.b.rank = int8_t(r.between(2, 4));
    for (int back = 3; back <= 4; ++back) {
        const int32_t extent = r.between(1, 2);
        if (back <= c.a.rank) c.a.extent[c.a.rank - back] = r.chance(3) ? 1 : extent;
        if (back <= c.b.rank) c.b.extent[c.b.rank - back] = r.chance(3) ? 1 : extent;
    }
    c.a.extent[c.a.rank - 2] = m;
    c.a.extent[c.a.rank - 1] = k;
    c.b.extent[c.b.rank - 2] = Transposed ? n : k;
    c.b.extent[c.b.rank - 1] = Transposed ? k : n;
    c.n.add_input({.type = a.type, .dims = c.a, .quant = a.quant});
    c.n.add_input({.type = b.type, .dims = c.b, .quant = b.quant});
    set_output_of(c.n, c.op, y.type, y.quant);
    c.y = c.n.all().output().dims;
    return c;
}

/// The element of a factor in the batch of element `place` of the product, at [row, column].
constexpr int place_in_factor(const shape& factor, const shape& y, int place, int row, int column) {
    place /= y[y.rank - 1] * y[y.rank - 2];
    int result = 0, stride = factor[factor.rank - 1] * factor[factor.rank - 2];
    for (int back = 3; back <= y.rank; ++back) {
        const int at = place % y[y.rank - back];
        place /= y[y.rank - back];
        if (back > factor.rank) continue;
        result += (factor[factor.rank - back] == 1 ? 0 : at) * stride;
        stride *= factor[factor.rank - back];
    }
    return result + row * factor[factor.rank - 1] + column;
}

/// The sum of f(a's place, b's place) for element `place` of the product.
template <class F>
constexpr double sum_of_products(const product_case& c, int place, F f) {
    const int n = c.y[c.y.rank - 1], row = place / n % c.y[c.y.rank - 2], column = place % n;
    double sum = 0;
    for (int k = 0; k < c.a[c.a.rank - 1]; ++k)
        sum += f(place_in_factor(c.a, c.y, place, row, k),
                 c.op.transposed ? place_in_factor(c.b, c.y, place, column, k)
                                 : place_in_factor(c.b, c.y, place, k, column));
    return sum;
}

template <bool Transposed, class T>
constexpr bool agrees(int seed) {
    random_numbers r(uint64_t(seed) * 73);
    const tensor plain{.type = dtype_of<T>};
    const product_case c = random_case<Transposed>(r, plain, plain, plain);
    T a[capacity]{}, b[capacity]{}, out[capacity]{};
    for (int i = 0; i < capacity; ++i) a[i] = T(r.between(0, 9)), b[i] = T(r.between(0, 9));
    constexpr matmul_key G{
        .transposed = Transposed, .in_a = dtype_of<T>, .in_b = dtype_of<T>, .out = dtype_of<T>};
    if (key_of(c.op, c.n.all(), rounding::tflite) != G) return false;
    const T *from_a = a, *from_b = b;
    whole<G>(portable_tag{}, layer_of<T>(c.op, c.n.all(), c.n.weights(), rounding::nearest), out,
             from_a, from_b);
    for (int i = 0; i < int(element_count(c.y)); ++i)
        if (double(out[i]) !=
            sum_of_products(c, i, [&](int p, int q) { return double(a[p]) * double(b[q]); }))
            return false;
    return true;
}

/// Within one half of a unit of the real result.
template <class T>
bool agrees_with_reals(int seed) {
    random_numbers r(uint64_t(seed) * 79);
    const auto random_quantization = [&] {
        return quantization{float(r.between(1, 20)) / 100,
                            r.between(-20, 20) + (lowest_of(dtype_of<T>) + 128)};
    };
    const tensor qa{.type = dtype_of<T>, .quant = random_quantization()};
    const tensor qb{.type = dtype_of<T>, .quant = random_quantization()};
    const tensor qy{.type = dtype_of<T>, .quant = random_quantization()};
    const product_case c = random_case<false>(r, qa, qb, qy);
    T a[capacity]{}, b[capacity]{}, out[capacity]{};
    for (int i = 0; i < capacity; ++i) a[i] = T(r.between(0, 255)), b[i] = T(r.between(0, 255));
    constexpr matmul_key G{
        .in_a = dtype_of<T>, .in_b = dtype_of<T>, .out = dtype_of<T>, .quantized = true};
    const T *from_a = a, *from_b = b;
    whole<G>(portable_tag{}, layer_of<T>(c.op, c.n.all(), c.n.weights(), rounding::nearest), out,
             from_a, from_b);
    for (int i = 0; i < int(element_count(c.y)); ++i) {
        const double real = sum_of_products(c, i, [&](int p, int q) {
            return double(qa.quant.scale) * (a[p] - qa.quant.zero_point) * double(qb.quant.scale) *
                   (b[q] - qb.quant.zero_point);
        });
        const double code = real / double(qy.quant.scale) + qy.quant.zero_point;
        const double wanted = std::fmin(std::fmax(code, lowest_of(qy.type)), highest_of(qy.type));
        if (!(std::abs(double(out[i]) - wanted) < 0.501)) return false;
    }
    return true;
}

}  // namespace

#define CHECK_VARIANT(...) TIGRIS_CHECK_SEEDS(300, agrees<__VA_ARGS__>)

TEST_CASE("batches that broadcast, of floats and of integers") {
    CHECK_VARIANT(false, float);
    CHECK_VARIANT(true, float);
    CHECK_VARIANT(false, int32_t);
    CHECK_VARIANT(true, uint64_t);
}

TEST_CASE("codes are as near to the real product as they can be") {
    for (int seed = 0; seed < seeds(300); ++seed) {
        CHECK(agrees_with_reals<int8_t>(seed));
        CHECK(agrees_with_reals<uint8_t>(seed));
    }
}
