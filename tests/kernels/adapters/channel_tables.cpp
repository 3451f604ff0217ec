// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/kernels/adapters/channel_tables.hpp>

#include <doctest/doctest.h>

using namespace tigris;
using namespace tigris::kernels;

namespace {

constexpr finish_key key{.rounds = rounding::tflite, .per_channel = true};

/// One channel, of sums of ten products.
struct one_channel {
    int32_t bias;
    int32_t multiplier;
    int8_t shift;
    int32_t words[2]{};
    channel_tables tables{};

    bool make(const result_codes& codes = {0, -128, 127}) {
        const epilogue<int8_t> e{
            .bias = &bias, .multipliers = &multiplier, .shifts = &shift, .codes = codes};
        return make_channel_tables<key>(tables, words, e, 1, 10);
    }
};

}  // namespace

TEST_CASE("usual constants stay, and biases of 2^30, which real models have") {
    one_channel usual{-9000, 1 << 30, -9}, dead{1 << 30, 1320764593, -27};
    CHECK(usual.make());
    CHECK(usual.tables.bias[0] == -9000);
    CHECK(usual.tables.shifts[0] == -9);
    CHECK(dead.make());
    CHECK(dead.tables.bias[0] == 1 << 30);
    CHECK(dead.tables.shifts[0] == -27);
}

TEST_CASE("what saturates in every case gets other constants of the same code") {
    one_channel high{INT32_MAX, 1 << 30, -9}, low{INT32_MIN, 1 << 30, -9};
    CHECK(high.make());
    CHECK(high.tables.bias[0] == 1 << 29);
    CHECK(low.make());
    CHECK(low.tables.bias[0] == -(1 << 29));
    CHECK(low.tables.multipliers[0] == 1 << 30);
}

TEST_CASE("what vanishes in every case becomes zero") {
    one_channel small{1000, 1 << 30, -31};
    CHECK(small.make());
    CHECK(small.tables.bias[0] == 0);
    CHECK(small.tables.shifts[0] == -30);
}

TEST_CASE("what a library would compute otherwise is left to others") {
    one_channel between{INT32_MAX, 1 << 30, -25}, shifted{9000, 1 << 30, 14};
    CHECK(!between.make());
    CHECK(!shifted.make());
}
