// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// What every backend's global averages of int8 are tried with, against portable.

#include <helpers/row_runs.hpp>
#include <helpers/variants_agree.hpp>
#include <helpers/weighted_case.hpp>
#include <tigris/kernels/portable/global_average_pool.hpp>

#include <doctest/doctest.h>

#include <vector>

namespace tigris::test {

template <rounding R = rounding::nearest, bool Mean = false>
inline constexpr kernels::global_average_pool_key average_key{.mean = Mean, .rounds = R};

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
    kernels::add_rows<average_key<>>(kernels::portable_tag{}, layer, expected.data(), window, 0,
                                     rows);
    kernels::add_rows<average_key<>>(Tag{}, layer, sums.data(), window, 0, rows);
    return sums == expected;
}

/// Few channels and many, and rows of one to more pixels than add up in 16 bits.
template <class Tag>
void check_averages() {
    for (const int channels : {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 32, 75})
        for (const int width : {1, 2, 7, 255, 256, 600})
            for (int seed = 0; seed < 8; ++seed) {
                const bool same = averages_agree<Tag>(seed, channels, width);
                CHECK_MESSAGE(same, channels << " channels, width " << width);
            }
}

/// Between tensors of any quantization, of one, or of one scale.
inline kernels::rescaling random_rescaling(random_numbers& r) {
    const tensor from{.type = dtype::i8, .quant = random_quantization<int8_t>(r)};
    tensor to{.type = dtype::i8, .quant = random_quantization<int8_t>(r)};
    if (r.chance(3)) to.quant = from.quant;
    if (r.chance(3)) to.quant.scale = from.quant.scale;
    if (r.chance(9)) to.quant.scale = from.quant.scale * (r.chance(2) ? 1e6f : 1e-6f);
    return kernels::rescaling_of(random_clamp(r), from, to, rounding::nearest);
}

/// Sums of random codes, some exactly between two averages.
template <class Tag, rounding R, bool Mean>
bool average_codes_agree(int seed, int channels, int pixels) {
    constexpr kernels::global_average_pool_key G = average_key<R, Mean>;
    random_numbers r(uint64_t(seed * 1000 + channels * 20 + pixels));
    kernels::global_average_pool_layer<int8_t> layer{};
    layer.result = random_rescaling(r);
    layer.channels = channels;
    layer.pixels = pixels;
    layer.of_pixel = kernels::divided(layer.result.multiplier, pixels);
    std::vector<int32_t> sums(std::size_t(channels), 0);
    for (int32_t& sum : sums)
        sum = r.chance(2) ? r.between(-128 * pixels, 127 * pixels)
                          : r.between(-128, 126) * pixels + pixels / 2;
    const std::vector<int8_t> untouched(std::size_t(channels + 1), 99);
    std::vector<int8_t> expected = untouched;
    kernels::end<G>(kernels::portable_tag{}, layer, sums.data(), expected.data());
    return variants_agree<G>(Tag{}, layer, [&]<kernels::global_average_pool_key Key>() {
        std::vector<int8_t> codes = untouched;
        kernels::end<Key>(Tag{}, layer, sums.data(), codes.data());
        return codes == expected;
    });
}

/// Of one pixel to more than anyone has.
template <class Tag, rounding R, bool Mean>
void check_average_codes() {
    for (int channels = 1; channels <= 17; ++channels)
        for (const int pixels : {1, 2, 3, 64, 125, 3600, 65536, (1 << 23) - 1})
            for (int seed = 0; seed < 30; ++seed) {
                const bool same = average_codes_agree<Tag, R, Mean>(seed, channels, pixels);
                CHECK_MESSAGE(same, channels << " channels, " << pixels << " pixels");
            }
}

/// With both roundings, as averages and as means.
template <class Tag>
void check_all_average_codes() {
    check_average_codes<Tag, rounding::nearest, false>();
    check_average_codes<Tag, rounding::nearest, true>();
    check_average_codes<Tag, rounding::tflite, false>();
    check_average_codes<Tag, rounding::tflite, true>();
}

}  // namespace tigris::test
