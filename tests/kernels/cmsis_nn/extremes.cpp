// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/kernels/cmsis_nn/extremes.hpp>

#include <helpers/backend_sums.hpp>

#include <doctest/doctest.h>

using namespace tigris;
using namespace tigris::test;
using kernels::cmsis_nn_tag;

namespace {

/// Against portable; an operand may be one number, and now and then quantizations differ.
template <ops::binary_function Function, bool WithNumber>
bool extremes_agree(int seed) {
    random_numbers r(static_cast<uint64_t>(seed) * 11);
    const shape dims{4, {1, r.between(2, 8), r.between(2, 17), r.between(1, 17)}};
    const ops::binary op{Function, seed % 5 == 0 ? random_clamp(r) : ops::clamp{}};
    const quantization q = random_quantization<int8_t>(r);
    quantization other = q;
    if (seed % 7 == 0) other = random_quantization<int8_t>(r);
    node_case n;
    n.add_input({.type = dtype::i8, .dims = dims, .quant = q});
    n.add_input({.type = dtype::i8, .dims = WithNumber ? shape{1, {1}} : dims, .quant = other});
    set_output_of(n, op, dtype::i8, seed % 11 == 0 ? random_quantization<int8_t>(r) : q);
    constexpr kernels::binary_key G = [] {
        kernels::binary_key g = key_of_sum<int8_t, rounding::tflite>(Function);
        if (WithNumber) g.broadcast = (uint16_t(ops::row_pattern::single) + 4) << 3;
        return g;
    }();
    if (kernels::key_of(op, n.all(), rounding::tflite) != G) return false;
    if (facts_of(cmsis_nn_tag{}, op, n.all()).backend != cmsis_nn) return false;
    int8_t a[sum_capacity], b[sum_capacity], expected[sum_capacity]{}, out[sum_capacity]{};
    for (int8_t& x : a) x = random_element<int8_t>(r);
    for (int8_t& x : b) x = random_element<int8_t>(r);
    const auto layer = kernels::layer_of<int8_t>(op, n.all(), n.weights(), rounding::tflite);
    const int row = dims[2] * dims[3];
    const auto in_a = kernels::whole_window(a, 0, dims[1], row);
    const auto in_b = kernels::whole_window(b, 0, WithNumber ? 1 : dims[1], WithNumber ? 1 : row);
    kernels::rows<G>(kernels::portable_tag{}, layer, expected, dims[1], in_a, in_b);
    kernels::rows<G>(cmsis_nn_tag{}, layer, out, dims[1], in_a, in_b);
    return equal(out, expected, sum_capacity);
}

template <ops::binary_function Function>
void check_extremes() {
    for (int seed = 0; seed < 1000; ++seed) {
        const bool full = extremes_agree<Function, false>(seed);
        const bool number = extremes_agree<Function, true>(seed);
        CHECK_MESSAGE(full, seed);
        CHECK_MESSAGE(number, seed);
    }
}

}  // namespace

TEST_CASE("the larger of two codes") { check_extremes<ops::binary_function::maximum>(); }

TEST_CASE("the smaller of two codes") { check_extremes<ops::binary_function::minimum>(); }
