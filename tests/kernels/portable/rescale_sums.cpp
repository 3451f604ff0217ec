// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/kernels/portable/rescale_sums.hpp>

#include <helpers/node_case.hpp>
#include <helpers/random.hpp>
#include <helpers/seeds.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <vector>

using namespace tigris;
using namespace tigris::kernels;
using namespace tigris::test;

namespace {

constexpr int most = 5;

struct drawn_case {
    int32_t totals[most]{};
    alignas(4) float scales[most]{}, bias[most]{};
    float range[2]{};
    int width, channels;
    node_case n;

    drawn_case(random_numbers& r, const rescale_sums_key& key, const ops::rescale_sums& op)
        : range{float(0.01 + r.unit()), float(r.between(0, 255))},
          width(r.between(1, 4)),
          channels(r.between(1, most)) {
        for (int c = 0; c < most; ++c) {
            totals[c] = r.between(-5000, 5000);
            scales[c] = float(0.001 + r.unit() / 50), bias[c] = float(r.unit() * 9 - 4);
        }
        const shape list{1, {channels}};
        n.add_input({.type = dtype::i32, .dims = {3, {3, width, channels + key.has_factor}}});
        n.tensors[0].dims = {4, {1, 3, width, channels + key.has_factor}};
        n.add_input({.dims = {1, {2}}});
        n.add_constant(dtype::i32, list, {.words = totals});
        const shape scale_dims{1, {key.per_channel ? channels : 1}};
        add(key.out == dtype::f32, dtype::f32, scale_dims, bytes(scales));
        add(key.has_bias, dtype::f32, list, bytes(bias));
        set_output_of(n, op, key.out, {});
    }
    static constant bytes(const float* x) { return {.bytes = reinterpret_cast<const int8_t*>(x)}; }
    void add(bool there, dtype type, const shape& dims, const constant& elements) {
        if (there)
            n.add_constant(type, dims, elements);
        else
            n.skip_input();
    }
};

template <rescale_sums_key G>
double expected(const drawn_case& d, const ops::rescale_sums& op, const int32_t* pixel, int c) {
    double sum = pixel[c];
    if (G.has_factor) sum += double(op.factor) * pixel[d.channels];
    sum +=
        G.adds_totals ? double(d.totals[c]) : -(double(d.range[1]) - op.base) * double(d.totals[c]);
    if (G.out == dtype::i32) return sum;
    double y = sum * double(d.range[0]) * double(d.scales[G.per_channel ? c : 0]);
    if (G.has_bias) y += double(d.bias[c]);
    return std::clamp(y, double(op.clamp.low), double(op.clamp.high));
}

/// In place: results lie where the sums begin.
template <rescale_sums_key G, class Out>
void check(int seed) {
    random_numbers r{uint64_t(seed)};
    ops::rescale_sums op{.base = r.chance(2) ? 128 : 0,
                         .factor = G.has_factor ? r.between(1, 100) : 0,
                         .adds_totals = G.adds_totals};
    if (G.has_low) op.clamp.low = -0.5f;
    if (G.has_high) op.clamp.high = 6;
    const drawn_case d(r, G, op);
    const int step = d.channels + G.has_factor, pixels = 3 * d.width;
    std::vector<int32_t> sums(std::size_t(pixels * step));
    for (int32_t& sum : sums) sum = r.between(-100000, 100000);
    const std::vector<int32_t> given = sums;
    const auto layer = layer_of<int32_t>(op, d.n.all(), d.n.weights(), rounding::nearest);
    static_assert(sizeof(Out) == sizeof(int32_t));
    CHECK(key_of(op, d.n.all(), rounding::nearest).has_bias == G.has_bias);
    rows<G>(portable_tag{}, layer, reinterpret_cast<Out*>(sums.data()), 3,
            whole_window(static_cast<const int32_t*>(sums.data()), 0, 3, d.width * step),
            whole_window(static_cast<const float*>(d.range), 0, 1, 2),
            constant_rows<int32_t>{{d.totals}, 0, d.channels});
    for (int p = 0; p < pixels; ++p)
        for (int c = 0; c < d.channels; ++c) {
            Out made;
            __builtin_memcpy(&made, &sums[std::size_t(p * d.channels + c)], sizeof made);
            const double wanted = expected<G>(d, op, &given[std::size_t(p * step)], c);
            CHECK(double(made) == doctest::Approx(wanted).epsilon(1e-5));
        }
}

}  // namespace

TEST_CASE("sums become numbers or sums, in place, as in double") {
    for (int seed = 0; seed < seeds(40); ++seed) {
        check<rescale_sums_key{.out = dtype::i32}, int32_t>(seed);
        check<rescale_sums_key{.out = dtype::i32, .has_factor = true}, int32_t>(seed);
        check<rescale_sums_key{.per_channel = true, .has_bias = true, .has_low = true}, float>(
            seed);
        check<rescale_sums_key{.has_factor = true, .has_bias = true}, float>(seed);
        check<rescale_sums_key{.adds_totals = true, .has_low = true, .has_high = true}, float>(
            seed);
    }
}

TEST_CASE("floats lie in the place of their sums, unless their bounds are not that of a ReLU") {
    CHECK(rescales_in_place({.per_channel = true, .has_bias = true}));
    CHECK(rescales_in_place({.has_low = true, .is_relu = true}));
    CHECK_FALSE(rescales_in_place({.has_low = true}));
    CHECK_FALSE(rescales_in_place({.has_low = true, .is_relu = true, .has_high = true}));
    CHECK_FALSE(rescales_in_place({.has_factor = true}));
    CHECK_FALSE(rescales_in_place({.out = dtype::i32}));
}
