// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/kernels/arithmetic/epilogue.hpp>

#include <helpers/check.hpp>

#include <cmath>
#include <cstdint>
#include <initializer_list>

using namespace tigris;
using namespace tigris::kernels;

namespace {

/// A layer of two output channels of bytes: 1/4 and 3/8 of the sums and biases, less 10.
constexpr int32_t bias[]{100, -7};
constexpr int32_t multipliers[]{1 << 30, 3 << 29};
constexpr std::int8_t shifts[]{-1, -1};
constexpr epilogue<std::int8_t> layer{bias, multipliers, shifts, 3, {-10, -100, 90}};
constexpr double scales[]{0.25, 0.375};
constexpr finish_key of_channels{.per_channel = true}, of_all{};

/// Halves up, in double.
int expected_code(int channel, int scale, int sum) {
    const double code = std::floor(scales[scale] * (double(bias[channel]) + sum) + 0.5) - 10;
    return int(std::fmin(std::fmax(code, -100), 90));
}

/// Operands of a layer whose third to fifth inputs there are, as many scales as `scales`.
struct described {
    tensor tensors[6]{};
    std::int16_t inputs[5]{0, 1, 2, 3, 4}, outputs[1]{5};

    constexpr explicit described(int32_t count) {
        tensors[0].quant = {0.5f, 3};
        for (int k = 1; k < 5; ++k)
            tensors[k] = {
                .kind = tensor_kind::constant, .index = std::int16_t(k - 1), .dims = {1, {count}}};
        tensors[5] = {.type = dtype::i8, .quant = {0.25f, -10}};
    }
    constexpr operands all(int count) const { return {{tensors, 6}, inputs, outputs, count, 1}; }
};

constexpr constant constants[]{{}, {.words = bias}, {.words = multipliers}, {.bytes = shifts}};

}  // namespace

TEST_CASE("a sum gets its channel's bias and scale, the zero point and the range") {
    int different = 0;
    for (int sum = -2000; sum <= 2000; ++sum)
        for (const int channel : {0, 1}) {
            const auto own = finish<of_channels, std::int8_t>(layer, channel, sum);
            const auto shared = finish<of_all, std::int8_t>(layer, channel, sum);
            different += own != expected_code(channel, channel, sum);
            different += shared != expected_code(channel, 0, sum);
        }
    CHECK(different == 0);
}

TEST_CASE("a saturated bias and a sum do not overflow") {
    static constexpr int32_t dead[]{INT32_MAX, INT32_MIN};
    constexpr epilogue<std::int8_t> e{dead, multipliers, shifts, 0, {0, -128, 127}};
    TIGRIS_HOLDS(finish<of_all, std::int8_t>(e, 0, 1000) == 127);
    TIGRIS_HOLDS(finish<of_all, std::int8_t>(e, 1, -1000) == -128);
}

TEST_CASE("sums of 16-bit codes exceed 32 bits") {
    static constexpr std::int8_t far[]{-30, -30};
    constexpr epilogue<std::int16_t> e{bias, multipliers, far, 0, {0, -32768, 32767}};
    constexpr std::int64_t sum = std::int64_t(5) << 40;
    TIGRIS_HOLDS(finish<of_all, std::int16_t>(e, 0, sum) == 5 * 512);  // 2^-31 of 5 * 2^40
    TIGRIS_HOLDS(finish<of_all, std::int16_t>(e, 0, sum * 100) == 32767);
}

TEST_CASE("a bias is added to sums of 64 bits, too") {
    constexpr epilogue<std::int16_t> e{bias, multipliers, shifts, 0, {0, -32768, 32767}};
    TIGRIS_HOLDS(finish<of_channels, std::int16_t>(e, 0, 300) == 100);
    TIGRIS_HOLDS(finish<of_channels, std::int16_t>(e, 1, 807) == 300);
}

TEST_CASE("without scales the results are the sums") {
    TIGRIS_HOLDS(finish<of_all, int32_t>(epilogue<std::int8_t>{}, 0, -123456) == -123456);
}

TEST_CASE("floats get their bias and activation") {
    alignas(4) static constexpr std::int8_t half_and_two[]{0, 0, 0, 63, 0, 0, 0, 64};
    constexpr epilogue<float> e{{half_and_two}, {-1, 6}}, no_bias{{}, {-1, 6}};
    TIGRIS_HOLDS(finish<of_all, float>(e, 0, 1.25f) == 1.75f);
    TIGRIS_HOLDS(finish<of_all, float>(e, 1, 1.25f) == 3.25f);
    TIGRIS_HOLDS(finish<of_all, float>(e, 1, 5) == 6 && finish<of_all, float>(e, 1, -9) == -1);
    TIGRIS_HOLDS(finish<of_all, float>(no_bias, 1, 1.25f) == 1.25f);
}

TEST_CASE("weights of codes scale the sum, not the bias") {
    alignas(4) static constexpr std::int8_t half_and_two[]{0, 0, 0, 63, 0, 0, 0, 64};
    epilogue<coded<dtype::i8>> e{};
    e.bias = e.scales = {half_and_two};
    CHECK(finish<of_channels, float>(e, 0, 8) == 4.5f);
    CHECK(finish<of_channels, float>(e, 1, 8) == 18);
    CHECK(finish<of_all, float>(e, 1, 8) == 6);
}

TEST_CASE("an epilogue is made of the inputs behind the weights") {
    constexpr described scaled(2);
    constexpr auto e =
        epilogue_of<std::int8_t>({0, 6}, scaled.all(5), {constants, 4}, rounding::nearest);
    TIGRIS_HOLDS(e.bias == bias && e.multipliers == multipliers && e.shifts == shifts);
    TIGRIS_HOLDS(e.codes == result_codes{-10, -10, 14});
    TIGRIS_HOLDS(e.zero_point_in == 3 && padding_of(e) == 3);
    TIGRIS_HOLDS(padding_of(epilogue<float>{}) == 0);
}

TEST_CASE("without multipliers there is nothing but the input's zero point") {
    constexpr described sums(2);
    constexpr auto e = epilogue_of<std::int8_t>({}, sums.all(2), {constants, 4}, rounding::nearest);
    TIGRIS_HOLDS(e.bias == nullptr && e.multipliers == nullptr && e.zero_point_in == 3);
    TIGRIS_HOLDS(!is_per_channel(sums.all(2)));
}

TEST_CASE("several scales are one for each channel") {
    constexpr described several(2), one(1);
    TIGRIS_HOLDS(finish_key_of(several.all(5), rounding::tflite) ==
                 finish_key{.rounds = rounding::tflite, .per_channel = true});
    TIGRIS_HOLDS(!finish_key_of(one.all(5), rounding::tflite).per_channel);
}

TEST_CASE("of a layer's key, products depend on the finish and the order of the weights") {
    struct layer_key {
        int32_t channels = 0;
        finish_key finish{};
        weight_order weights{};
    };
    constexpr layer_key key{7, of_channels, weight_order::blocked_fours};
    TIGRIS_HOLDS(products_key_of(key) == products_key{of_channels, weight_order::blocked_fours});
    TIGRIS_HOLDS(products_key_of(layer_key{8}) == products_key{});
}
