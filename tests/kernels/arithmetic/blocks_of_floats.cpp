// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/kernels/arithmetic/blocks_of_floats.hpp>

#include <doctest/doctest.h>

#include <cstring>
#include <vector>

using namespace tigris;

namespace {

/// Floats of some outputs in blocks: element k of output o is 10 * o + k. After the last block
/// comes a 77.
std::vector<float> in_blocks(const weight_extents& e, int32_t block) {
    const int32_t elements = e.rows * e.span, blocks = (e.outputs + block - 1) / block;
    std::vector<float> from, to(std::size_t(blocks * block * elements + 1), 77);
    for (int32_t o = 0; o < e.outputs; ++o)
        for (int32_t k = 0; k < elements; ++k) from.push_back(float(10 * o + k));
    from.insert(from.end(), std::size_t(elements), 55);  // of no output
    kernels::arrange_floats(e, block, reinterpret_cast<const int8_t*>(from.data()),
                            reinterpret_cast<int8_t*>(to.data()));
    return to;
}

}  // namespace

TEST_CASE("floats of a block's outputs lie side by side, element by element") {
    CHECK(in_blocks({.outputs = 2, .rows = 1, .span = 3}, 2) ==
          std::vector<float>{0, 10, 1, 11, 2, 12, 77});
}

TEST_CASE("the last block is filled up with zeros") {
    CHECK(in_blocks({.outputs = 3, .rows = 2, .span = 1}, 2) ==
          std::vector<float>{0, 10, 1, 11, 20, 0, 21, 0, 77});
    CHECK(in_blocks({.outputs = 1, .rows = 1, .span = 1}, 4) == std::vector<float>{0, 0, 0, 0, 77});
}

TEST_CASE("blocks of one output leave all as it was") {
    CHECK(in_blocks({.outputs = 2, .rows = 1, .span = 2}, 1) ==
          std::vector<float>{0, 1, 10, 11, 77});
}

TEST_CASE("as many floats are written as the order stores") {
    constexpr shape dims{2, {5, 3}};
    const weight_extents e = weight_extents_of(dims);
    CHECK(int64_t(in_blocks(e, 4).size()) - 1 == stored_elements(weight_order::float_fours, dims));
    CHECK(int64_t(in_blocks(e, 16).size()) - 1 ==
          stored_elements(weight_order::simd_sixteens, dims));
}
