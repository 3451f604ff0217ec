// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/kernels/blocked/weights_of_four.hpp>

#include <doctest/doctest.h>

#include <cstdint>
#include <vector>

using namespace tigris;
using namespace tigris::kernels;
using namespace tigris::kernels::blocked_kernels;

namespace {

/// Weights of six outputs of three elements: element k of output o is 10 * o + k.
constexpr weight_extents extents{.outputs = 6, .rows = 1, .span = 3};
struct canonical_weights {
    std::int8_t at[18];

    canonical_weights() {
        for (int o = 0; o < 6; ++o)
            for (int k = 0; k < 3; ++k) at[3 * o + k] = std::int8_t(10 * o + k);
    }
};
struct arranged_weights {
    std::int8_t at[25];

    arranged_weights() {
        at[24] = 99;
        arrange_fours(extents, canonical_weights{}.at, at);
    }
};

/// Elements from `skipped` on of outputs [first, first + count), output after output.
template <weight_order Order>
std::vector<int> read(const std::int8_t* all, int first, int count, int skipped) {
    const weights_of_four<Order, std::int8_t> four({all}, first, count, 3, skipped);
    std::vector<int> found;
    for (int o = 0; o < 4; ++o)
        for (int k = 0; k < 3 - skipped; ++k) found.push_back(four(o, k));
    return found;
}

}  // namespace

TEST_CASE("weights of four outputs lie side by side, and the last four are filled with zeros") {
    const arranged_weights made;
    CHECK(std::vector<int>(made.at, made.at + 25) == std::vector{0,  10, 20, 30, 1,  11, 21, 31, 2,
                                                                 12, 22, 32, 40, 50, 0,  0,  41, 51,
                                                                 0,  0,  42, 52, 0,  0,  99});
    CHECK(stored_elements(weight_order::blocked_fours, {2, {6, 3}}) == 24);
}

TEST_CASE("weights side by side are read as those of their outputs") {
    const arranged_weights made;
    constexpr auto order = weight_order::blocked_fours;
    CHECK(read<order>(made.at, 0, 4, 0) ==
          std::vector{0, 1, 2, 10, 11, 12, 20, 21, 22, 30, 31, 32});
    CHECK(read<order>(made.at, 4, 2, 1) == std::vector{41, 42, 51, 52, 0, 0, 0, 0});
}

TEST_CASE("in the canonical order, the last output stands for missing ones") {
    const canonical_weights all;
    constexpr auto order = weight_order::canonical;
    CHECK(read<order>(all.at, 0, 4, 0) == std::vector{0, 1, 2, 10, 11, 12, 20, 21, 22, 30, 31, 32});
    CHECK(read<order>(all.at, 4, 2, 1) == std::vector{41, 42, 51, 52, 51, 52, 51, 52});
    CHECK(read<order>(all.at, 5, 1, 2) == std::vector{52, 52, 52, 52});
}
