// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/kernels/portable/max_unpool.hpp>

#include <helpers/check.hpp>
#include <helpers/node_case.hpp>

using namespace tigris;
using namespace tigris::kernels;
using namespace tigris::test;

TEST_CASE("elements fall on their numbers, which count another extent than the output's") {
    const ops::max_unpool op{.places = {{1, 1, 4, 4}}};
    node_case n;
    n.add_input({.dims = {4, {1, 1, 2, 2}}});
    n.add_input({.type = dtype::i64, .dims = {4, {1, 1, 2, 2}}});
    n.set_output({.dims = {4, {1, 1, 5, 5}}});
    const float x[]{1, 2, 3, 4};
    const int64_t numbers[]{5, 7, -1, 16};  // the last two are no places
    float out[25]{};
    constexpr plain_key<ops::max_unpool> G;
    CHECK(key_of(op, n.all(), rounding::nearest) == G);
    whole<G>(portable_tag{}, layer_of<float>(op, n.all(), n.weights(), rounding::nearest), out, +x,
             +numbers);
    for (int i = 0; i < 25; ++i) CHECK(out[i] == (i == 6 ? 1 : i == 8 ? 2 : 0));
}
