// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/ops/window.hpp>

#include <helpers/check.hpp>

namespace {

using namespace tigris;
using namespace tigris::ops;

struct positions {
    int input, kernel, stride, dilation, pads, expected;
};
constexpr bool holds(const positions& p) {
    return window_positions(p.input, p.kernel, p.stride, p.dilation, p.pads) == p.expected;
}

}  // namespace

TEST_CASE("positions of a window: floor((input + pads - dilated kernel) / stride) + 1") {
    TIGRIS_CHECK(holds, (positions{5, 3, 1, 1, 0, 3}));
    TIGRIS_CHECK(holds, (positions{5, 3, 1, 1, 2, 5}));
    TIGRIS_CHECK(holds, (positions{6, 3, 2, 1, 1, 3}));
    TIGRIS_CHECK(holds, (positions{7, 3, 1, 2, 0, 3}));
    TIGRIS_CHECK(holds, (positions{49, 10, 2, 1, 9, 25}));
    TIGRIS_CHECK(holds, (positions{2, 3, 1, 1, 0, 0}));
    TIGRIS_CHECK(holds, (positions{2, 3, 2, 1, 0, 0}));
}

TEST_CASE("a window slides over images and over signals") {
    constexpr window w{
        .kernel_h = 3, .kernel_w = 3, .stride_h = 2, .stride_w = 2, .pad_top = 1, .pad_left = 1};
    static_assert(output_shape(w, {4, {1, 8, 6, 3}}, 5) == shape{4, {1, 4, 3, 5}});
    static_assert(output_shape(w, {3, {1, 8, 3}}, 5) == shape{3, {1, 4, 5}});
    CHECK(true);
}
