// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/kernels/portable/col2im.hpp>

#include <helpers/check.hpp>
#include <helpers/node_case.hpp>

using namespace tigris;
using namespace tigris::kernels;
using namespace tigris::test;

TEST_CASE("every element is the sum of the windows that cover it") {
    // Images of 4 x 5, windows of 2 x 3 one row apart and two columns, one row of padding.
    const ops::col2im op{.kernel = {{2, 3, 1, 1, 1, 1}},
                         .strides = {{1, 2, 1, 1, 1, 1}},
                         .dilations = {{1, 1, 1, 1, 1, 1}},
                         .pads = {{1, 0, 0, 0, 0, 0}},
                         .positions = {{5, 2, 1, 1, 1, 1}}};
    constexpr int channels = 2, taps = 6, windows = 10, places = 20;
    node_case n;
    n.add_input({.dims = {3, {1, channels * taps, windows}}});
    n.set_output({.dims = {4, {1, channels, 4, 5}}});
    float in[channels * taps * windows]{}, out[channels * places]{}, expected[channels * places]{};
    for (int i = 0; i < channels * taps * windows; ++i) {
        in[i] = float(i % 17);
        const int window = i % windows, tap = i / windows % taps, c = i / windows / taps;
        const int row = window / 2 - 1 + tap / 3, column = window % 2 * 2 + tap % 3;
        if (row >= 0 && row < 4) expected[c * places + row * 5 + column] += in[i];
    }
    constexpr plain_key<ops::col2im> G;
    CHECK(key_of(op, n.all(), rounding::nearest) == G);
    whole<G>(portable_tag{}, layer_of<float>(op, n.all(), n.weights(), rounding::nearest), out,
             static_cast<const float*>(in));
    for (int i = 0; i < channels * places; ++i) CHECK(out[i] == expected[i]);
}
