// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/kernels/esp_nn/binary.hpp>

#include <helpers/backend_sums.hpp>

#include <doctest/doctest.h>

using tigris::kernels::esp_nn_tag;
using enum tigris::ops::binary_function;

TEST_CASE("sums") { tigris::test::check_sums<esp_nn_tag, add>(); }

TEST_CASE("differences") { tigris::test::check_sums<esp_nn_tag, subtract>(); }

TEST_CASE("products") { tigris::test::check_sums<esp_nn_tag, multiply>(); }

namespace {

/// Products with a number for each channel, which is either operand.
template <bool First>
bool channels_agree(int seed) {
    using namespace tigris;
    using namespace tigris::test;
    random_numbers r(static_cast<uint64_t>(seed) * 7);
    const shape dims{4, {1, r.between(2, 8), r.between(2, 17), r.between(2, 17)}};
    const shape numbers{4, {1, 1, 1, dims[3]}};
    const ops::binary op{multiply, random_clamp(r)};
    node_case n;
    for (int i = 0; i < 2; ++i)
        n.add_input({.type = dtype::i8,
                     .dims = (i == 0) == First ? numbers : dims,
                     .quant = scaled(random_quantization<int8_t>(r), r)});
    set_output_of(n, op, dtype::i8, scaled(random_quantization<int8_t>(r), r));
    constexpr kernels::binary_key G = [] {
        kernels::binary_key g = key_of_sum<int8_t, rounding::tflite>(multiply);
        g.broadcast = (uint16_t(ops::row_pattern::channels) + 4) << (First ? 0 : 3);
        return g;
    }();
    if (kernels::key_of(op, n.all(), rounding::tflite) != G) return false;
    if (facts_of(esp_nn_tag{}, op, n.all()).backend != esp_nn) return false;
    int8_t a[sum_capacity], b[17], expected[sum_capacity]{}, out[sum_capacity]{};
    for (int8_t& x : a) x = random_element<int8_t>(r);
    for (int8_t& x : b) x = random_element<int8_t>(r);
    const auto layer = kernels::layer_of<int8_t>(op, n.all(), n.weights(), rounding::tflite);
    const auto image = kernels::whole_window(a, 0, dims[1], dims[2] * dims[3]),
               channels = kernels::whole_window(b, 0, 1, dims[3]);
    const auto &left = First ? channels : image, &right = First ? image : channels;
    kernels::rows<G>(kernels::portable_tag{}, layer, expected, dims[1], left, right);
    kernels::rows<G>(esp_nn_tag{}, layer, out, dims[1], left, right);
    return test::equal(out, expected, sum_capacity);
}

}  // namespace

TEST_CASE("products with a number for each channel") {
    for (int seed = 0; seed < 1000; ++seed) {
        const bool first = channels_agree<true>(seed), second = channels_agree<false>(seed);
        CHECK_MESSAGE(first, seed);
        CHECK_MESSAGE(second, seed);
    }
}
