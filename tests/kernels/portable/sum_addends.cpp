// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/kernels/portable/sum_addends.hpp>

#include <helpers/node_case.hpp>

#include <doctest/doctest.h>

using namespace tigris;
using namespace tigris::kernels;

namespace {

/// The key of a step of three outputs with so many scales.
sum_addends_key key_for_scales(int32_t scales) {
    test::node_case n;
    n.add_input({.dims = {1, {2}}});
    n.add_input({.type = dtype::i32, .dims = {1, {3}}});
    n.add_input({.dims = {1, {scales}}});
    n.add_input({.dims = {1, {3}}});
    set_output_of(n, ops::sum_addends{}, dtype::i32, {});
    return key_of(ops::sum_addends{}, n.all(), rounding::nearest);
}

}  // namespace

TEST_CASE("a bias is brought to whole units of the sums, downward, and saturates") {
    const int32_t totals[]{10, -10, 0, 0};
    alignas(4) const float scales[]{0.5f}, bias[]{1.1f, -1.1f, 1e20f, -1e20f};
    const float range[]{2.0f, 130.0f};
    const sum_addends_layer<float> layer{.scales = {reinterpret_cast<const int8_t*>(scales)},
                                         .bias = {reinterpret_cast<const int8_t*>(bias)},
                                         .base = 128,
                                         .outputs = 4};
    int32_t out[4]{};
    whole<sum_addends_key{}>(portable_tag{}, layer, out, static_cast<const float*>(range), totals);
    CHECK(out[0] == 1 - 2 * 10);
    CHECK(out[1] == -2 + 2 * 10);
    CHECK(out[2] == INT32_MAX);
    CHECK(out[3] == INT32_MIN);
}

TEST_CASE("several scales are one for each of the outputs") {
    CHECK(key_for_scales(3).per_channel);
    CHECK_FALSE(key_for_scales(1).per_channel);
}
