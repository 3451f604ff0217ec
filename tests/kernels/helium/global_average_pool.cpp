// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/kernels/helium/global_average_pool.hpp>

#include <support/random.hpp>
#include <support/row_runs.hpp>

#include <doctest/doctest.h>

#include <vector>

using namespace tigris;
using namespace tigris::kernels;
using namespace tigris::test;

namespace {

constexpr geometry G{.kind = ops::kind_of<ops::global_average_pool>,
                     .in = dtype::i8,
                     .out = dtype::i8,
                     .quantized = true};

/// Sums that do not begin at 0, of codes anywhere or all at one end.
bool agrees(int seed, int channels, int width) {
    random_numbers r(uint64_t(seed * 1000 + channels * 20 + width));
    const int rows = r.between(1, 3), elements = width * channels;
    std::vector<int8_t> in(std::size_t(rows * elements));
    const int low = r.chance(3) ? 127 : -128, high = r.chance(3) ? low : 127;
    for (int8_t& x : in) x = int8_t(r.between(low, high));
    global_average_pool_layer<int8_t> layer{};
    layer.width = width;
    layer.channels = channels;
    std::vector<int32_t> expected(std::size_t(channels), 1234), sums = expected;
    const auto window = whole_window(in.data(), 0, rows, elements);
    add_rows<G>(portable_tag{}, layer, expected.data(), window, 0, rows);
    add_rows<G>(helium_tag{}, layer, sums.data(), window, 0, rows);
    return sums == expected;
}

}  // namespace

TEST_CASE("every number of channels, and rows of one to more pixels than add up in 16 bits") {
    for (int channels = 1; channels <= 17; ++channels)
        for (const int width : {1, 2, 7, 255, 256, 600})
            for (int seed = 0; seed < 8; ++seed) {
                const bool same = agrees(seed, channels, width);
                CHECK_MESSAGE(same, channels << " channels, width " << width);
            }
}
