// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/kernels/blocked/multiply_block.hpp>

#include <doctest/doctest.h>

#include <cstdint>
#include <vector>

using namespace tigris;
using namespace tigris::kernels;
using namespace tigris::kernels::blocked_kernels;

namespace {

/// Windows of five elements, seven from one to the next, and weights of up to six outputs.
constexpr int depth = 5, apart = 7, most_windows = 5, most_outputs = 6;
template <class T>
struct block {
    T x[most_windows * apart];
    std::int8_t weights[most_outputs * depth];

    block() {
        for (int i = 0; i < most_windows * apart; ++i) x[i] = T(i * 11 % 17 - 8);
        for (int i = 0; i < most_outputs * depth; ++i) weights[i] = std::int8_t(i * 7 % 23 - 11);
    }
    std::vector<std::int32_t> sums(int windows, int outputs, int step) const {
        std::vector<std::int32_t> made(std::size_t(windows * step), 77);
        for (int n = 0; n < windows; ++n)
            for (int o = 0; o < outputs; ++o) {
                std::int32_t& sum = made[std::size_t(n * step + o)] = 0;
                for (int k = 0; k < depth; ++k)
                    sum += std::int32_t(x[n * apart + k]) * weights[o * depth + k];
            }
        return made;
    }
};

template <weight_order Order>
std::vector<std::int32_t> multiplied(int windows, int outputs, int step) {
    const block<std::int8_t> b;
    std::int8_t arranged[8 * depth];
    arrange_fours({.outputs = outputs, .rows = 1, .span = depth}, b.weights, arranged);
    const bool is_arranged = Order != weight_order::canonical;
    std::vector<std::int32_t> out(std::size_t(windows * step), 77);
    multiply_windows<products_key{.weights = Order}, std::int8_t>(
        epilogue<std::int8_t>{}, constant_pointer<std::int8_t>{is_arranged ? arranged : b.weights},
        windows_in<std::int8_t>{b.x, apart, depth}, windows, outputs, out.data(), step);
    return out;
}

template <weight_order Order>
void check_products() {
    const block<std::int8_t> b;
    for (int windows = 1; windows <= most_windows; ++windows)
        for (int outputs = 1; outputs <= most_outputs; ++outputs) {
            CAPTURE(windows);
            CAPTURE(outputs);
            CHECK(multiplied<Order>(windows, outputs, outputs) ==
                  b.sums(windows, outputs, outputs));
            CHECK(multiplied<Order>(windows, outputs, 9) == b.sums(windows, outputs, 9));
        }
}

}  // namespace

TEST_CASE("any number of windows and outputs has the sums of a plain loop") {
    check_products<weight_order::canonical>();
    check_products<weight_order::blocked_fours>();
}

TEST_CASE("sums begin with what they held") {
    const block<std::int8_t> b;
    const weights_of_four<weight_order::canonical, std::int8_t> weights({b.weights}, 1, 4, depth,
                                                                        0);
    std::int32_t sums[2][4]{{1000, 2000, 3000, 4000}, {}};
    multiply_block<2>(b.x, apart, weights, depth, sums);
    const std::vector<std::int32_t> expected = b.sums(2, 5, 5);
    CHECK(sums[0][0] == 1000 + expected[1]);
    CHECK(sums[0][3] == 4000 + expected[4]);
    CHECK(sums[1][2] == expected[5 + 3]);
}

TEST_CASE("floats are multiplied by weights that are halves") {
    // 1, 2, -3 of one output, and 0.5, 0, 4 of another.
    alignas(2) constexpr std::int8_t halves[12]{0, 0x3c, 0, 0x40, 0, -0x3e, 0, 0x38, 0, 0, 0, 0x44};
    const float x[3]{10, 100, 1000};
    float out[2]{};
    multiply_windows<products_key{}, float>(epilogue<float>{}, constant_pointer<half>{halves},
                                            windows_in<float>{x, 3, 3}, 1, 2, out, 2);
    CHECK(out[0] == 10 + 200 - 3000);
    CHECK(out[1] == 5 + 4000);
}

TEST_CASE("bytes in the canonical order are multiplied by one window at a time") {
    CHECK((pixels_in_registers<weight_order::canonical, std::int8_t>() == 1));
    CHECK((pixels_in_registers<weight_order::blocked_fours, std::int8_t>() ==
           pixels_in_registers<weight_order::canonical, float>()));
}
