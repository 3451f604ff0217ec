// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/kernels/portable/reduce.hpp>

#include <helpers/axes_case.hpp>
#include <helpers/check.hpp>

#include <cmath>
#include <limits>
#include <type_traits>
#include <vector>

using namespace tigris;
using namespace tigris::kernels;
using namespace tigris::test;
using enum ops::reduce_function;

namespace {

constexpr int capacity = axes_case_capacity;

/// Adds `x` to what is known of a result, as doubles.
constexpr double joined(ops::reduce_function f, double known, double x, bool is_first) {
    const double size = x < 0 ? -x : x;
    switch (f) {
        case maximum: return is_first || x > known ? x : known;
        case minimum: return is_first || x < known ? x : known;
        case product: return is_first ? x : known * x;
        case l1: return known + size;
        case l2:
        case sum_square: return known + x * x;
        case log_sum_exp: return known + tigris::exp(x);
        default: return known + x;
    }
}

double ended(ops::reduce_function f, double known, int terms, bool integers) {
    if (f == mean) return integers ? double(int64_t(known) / terms) : known / terms;
    if (f == l2) return integers ? std::floor(std::sqrt(known)) : std::sqrt(known);
    if (f == log_sum || f == log_sum_exp) return std::log(known);
    return known;
}

template <ops::reduce_function F, class T>
constexpr bool agrees(int seed) {
    random_numbers r(uint64_t(seed) * 41 + uint64_t(F));
    const shape dims = random_shape(r, 0);
    const ops::reduce op{F, uint8_t(r.between(0, (1 << dims.rank) - 1))};
    node_case n;
    n.add_input({.type = dtype_of<T>, .dims = dims});
    set_output_of(n, op, dtype_of<T>, {});
    const shape reduced = n.all().output().dims;
    const int count = int(element_count(dims));

    T in[capacity]{}, out[capacity]{};
    const int lowest = F == log_sum ? 1 : std::is_signed_v<T> ? -3 : 0;
    for (int i = 0; i < count; ++i)
        in[i] = T(F == product ? r.between(1, 2) : r.between(lowest, 5));
    constexpr reduce_key G{.function = F};
    if (key_of(op, n.all(), rounding::tflite) != G) return false;
    run_along_axes<G, T>(op, n, in, out);

    double known[capacity]{};
    bool begun[capacity]{};
    for (int i = 0; i < count; ++i) {
        const int to = place_within(dims, reduced, i);
        known[to] = joined(F, known[to], double(in[i]), !begun[to]);
        begun[to] = true;
    }
    if (std::is_constant_evaluated()) return true;
    const int terms = count / int(element_count(reduced));
    for (int i = 0; i < int(element_count(reduced)); ++i) {
        const double wanted = ended(F, known[i], terms, std::is_integral_v<T>);
        if (F == product && wanted > 1e6) continue;
        const double distance = std::abs(double(out[i]) - wanted);
        if (!(distance <= (std::is_integral_v<T> ? 0 : 1e-5 * (1 + std::abs(wanted)))))
            return false;
    }
    return true;
}

float reduced_row(ops::reduce op, const float* x, int count) {
    node_case n;
    n.add_input({.dims = {1, {count}}});
    set_output_of(n, op, dtype::f32, {});
    float out[1]{};
    const auto layer = layer_of<float>(op, n.all(), n.weights(), rounding::nearest);
    const auto run = [&]<ops::reduce_function F> {
        whole<reduce_key{.function = F}>(portable_tag{}, layer, out, x);
    };
    if (op.function == maximum) run.operator()<maximum>();
    if (op.function == log_sum) run.operator()<log_sum>();
    if (op.function == log_sum_exp) run.operator()<log_sum_exp>();
    return out[0];
}

}  // namespace

#define CHECK_FUNCTION(...) TIGRIS_CHECK_SEEDS(200, agrees<__VA_ARGS__>)

TEST_CASE("floats along any axes") {
    CHECK_FUNCTION(maximum, float);
    CHECK_FUNCTION(minimum, float);
    CHECK_FUNCTION(sum, float);
    CHECK_FUNCTION(mean, float);
    CHECK_FUNCTION(product, float);
    CHECK_FUNCTION(l1, float);
    CHECK_FUNCTION(l2, float);
    CHECK_FUNCTION(log_sum, float);
    CHECK_FUNCTION(log_sum_exp, float);
    CHECK_FUNCTION(sum_square, float);
}

TEST_CASE("integers: means are cut off toward zero, roots down") {
    CHECK_FUNCTION(maximum, int8_t);
    CHECK_FUNCTION(minimum, uint64_t);
    CHECK_FUNCTION(sum, int64_t);
    CHECK_FUNCTION(mean, int32_t);
    CHECK_FUNCTION(l1, int32_t);
    CHECK_FUNCTION(l2, int32_t);
    CHECK_FUNCTION(sum_square, uint32_t);
}

/// The mean of as many elements of one value.
template <class T>
int mean_of_many(T value, int count) {
    node_case n;
    constexpr ops::reduce op{mean, 1};
    n.add_input({.type = dtype_of<T>, .dims = {1, {count}}});
    set_output_of(n, op, dtype_of<T>, {});
    const std::vector<T> x(std::size_t(count), value);
    T out[1]{};
    whole<reduce_key{.function = mean}>(
        portable_tag{}, layer_of<T>(op, n.all(), n.weights(), rounding::nearest), out, x.data());
    return out[0];
}

TEST_CASE("means of bytes are of sums and numbers of elements that no byte holds") {
    CHECK(mean_of_many<uint8_t>(200, 3) == 200);
    CHECK(mean_of_many<int8_t>(-100, 130) == -100);
    CHECK(mean_of_many<uint8_t>(255, 256) == 255);
    CHECK(mean_of_many<int16_t>(-30000, 70000) == -30000);
}

TEST_CASE("sums of integers wrap") {
    node_case n;
    constexpr ops::reduce op{sum, 1};
    n.add_input({.type = dtype::i32, .dims = {1, {2}}});
    set_output_of(n, op, dtype::i32, {});
    const int32_t x[]{INT32_MAX, 2};
    int32_t out[1]{};
    constexpr reduce_key G{.function = sum};
    whole<G>(portable_tag{}, layer_of<int32_t>(op, n.all(), n.weights(), rounding::nearest), out,
             &x[0]);
    CHECK(out[0] == INT32_MIN + 1);
}

TEST_CASE("infinities and NaN") {
    constexpr float infinity = std::numeric_limits<float>::infinity();
    const float none[]{-infinity, -infinity}, large[]{1000, 1000}, broken[]{1, NAN, 2},
        zeros[]{0, 0};
    CHECK(reduced_row({log_sum_exp, 1}, none, 2) == -infinity);
    CHECK(reduced_row({log_sum_exp, 1}, large, 2) == doctest::Approx(1000.693147));
    CHECK(std::isnan(reduced_row({maximum, 1}, broken, 3)));
    CHECK(reduced_row({log_sum, 1}, zeros, 2) == -infinity);
}
