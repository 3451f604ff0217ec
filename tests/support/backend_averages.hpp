// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// What every backend's global averages of int8 are tried with, against portable.

#include <support/random.hpp>
#include <support/row_runs.hpp>
#include <tigris/kernels/portable/global_average_pool.hpp>

#include <doctest/doctest.h>

#include <vector>

namespace tigris::test {

inline constexpr kernels::geometry average_key{.kind = ops::kind_of<ops::global_average_pool>,
                                               .in = dtype::i8,
                                               .out = dtype::i8,
                                               .quantized = true};

/// Sums that do not begin at 0, of codes anywhere or all at one end.
template <class Tag>
bool averages_agree(int seed, int channels, int width) {
    random_numbers r(uint64_t(seed * 1000 + channels * 20 + width));
    const int rows = r.between(1, 3), elements = width * channels;
    std::vector<int8_t> in(std::size_t(rows * elements));
    const int low = r.chance(3) ? 127 : -128, high = r.chance(3) ? low : 127;
    for (int8_t& x : in) x = int8_t(r.between(low, high));
    kernels::global_average_pool_layer<int8_t> layer{};
    layer.width = width;
    layer.channels = channels;
    std::vector<int32_t> expected(std::size_t(channels), 1234), sums = expected;
    const auto window = kernels::whole_window(in.data(), 0, rows, elements);
    kernels::add_rows<average_key>(kernels::portable_tag{}, layer, expected.data(), window, 0,
                                   rows);
    kernels::add_rows<average_key>(Tag{}, layer, sums.data(), window, 0, rows);
    return sums == expected;
}

/// Every number of channels, and rows of one to more pixels than add up in 16 bits.
template <class Tag>
void check_averages() {
    for (int channels = 1; channels <= 17; ++channels)
        for (const int width : {1, 2, 7, 255, 256, 600})
            for (int seed = 0; seed < 8; ++seed) {
                const bool same = averages_agree<Tag>(seed, channels, width);
                CHECK_MESSAGE(same, channels << " channels, width " << width);
            }
}

}  // namespace tigris::test
