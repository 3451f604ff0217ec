// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/kernels/arrange_weights.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <initializer_list>
#include <vector>

using namespace tigris;

namespace {

using bytes = std::vector<std::int8_t>;

/// Bytes 1, 2, ... 127, 1, ... of weights whose elements have so many bytes.
bytes canonical_weights(const shape& dims, int element_bytes) {
    bytes weights(std::size_t(element_count(dims) * element_bytes));
    for (std::size_t i = 0; i < weights.size(); ++i) weights[i] = std::int8_t(i % 127 + 1);
    return weights;
}

bytes arranged(weight_order order, const shape& dims, int element_bytes) {
    const bytes from = canonical_weights(dims, element_bytes);
    bytes to(std::size_t(stored_elements(order, dims) * element_bytes));
    kernels::arrange_weights(order, weight_extents_of(dims), from.data(), to.data());
    return to;
}

/// Whether each byte is there as often as in the canonical order, and else there are zeros.
bool keeps_all(weight_order order, const shape& dims, int element_bytes = 1) {
    bytes from = canonical_weights(dims, element_bytes), to = arranged(order, dims, element_bytes);
    const auto padding = std::ptrdiff_t(to.size()) - std::ptrdiff_t(from.size());
    if (std::count(to.begin(), to.end(), 0) != padding) return false;
    std::sort(from.begin(), from.end());
    std::sort(to.begin(), to.end());
    return std::equal(from.begin(), from.end(), to.begin() + padding);
}

constexpr shape conv{4, {5, 3, 3, 7}}, depthwise{3, {3, 3, 32}}, dense{2, {19, 30}};

}  // namespace

TEST_CASE("every order has all weights, and zeros beside them") {
    for (const shape& dims : {conv, dense}) {
        for (const auto order : {weight_order::arm_dsp_pairs, weight_order::arm_dsp_fours,
                                 weight_order::helium_fours, weight_order::blocked_fours})
            CHECK_MESSAGE(keeps_all(order, dims), int(order));
        CHECK(keeps_all(weight_order::simd_sixteens, dims, 4));
        CHECK(keeps_all(weight_order::float_fours, dims, 4));
    }
    CHECK(keeps_all(weight_order::helium_sixteens, depthwise));
}

TEST_CASE("floats of as many outputs lie side by side as the order says") {
    const bytes from = canonical_weights(dense, 4);
    const bytes fours = arranged(weight_order::float_fours, dense, 4);
    const bytes sixteens = arranged(weight_order::simd_sixteens, dense, 4);
    for (int output = 0; output < 19; ++output)
        for (int k = 0; k < 30; ++k) {
            const std::int8_t first_byte = from[std::size_t(4 * (output * 30 + k))];
            CHECK(fours[std::size_t(4 * ((output / 4 * 30 + k) * 4 + output % 4))] == first_byte);
            CHECK(sixteens[std::size_t(4 * ((output / 16 * 30 + k) * 16 + output % 16))] ==
                  first_byte);
        }
}
