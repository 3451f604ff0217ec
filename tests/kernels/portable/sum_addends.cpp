// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/kernels/portable/sum_addends.hpp>

#include <doctest/doctest.h>

using namespace tigris;
using namespace tigris::kernels;

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
