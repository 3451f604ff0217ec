// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/kernels/walks/spans.hpp>

#include <helpers/check.hpp>

#include <cmath>
#include <cstdint>

using namespace tigris;
using namespace tigris::kernels;

namespace {

/// Three spans of two elements from a tensor whose pixels have four, into one whose have three.
constexpr bool copies_spans(int untouched) {
    int in[11]{}, out[8]{};  // they end with the last span
    for (int i = 0; i < 11; ++i) in[i] = i;
    for (int& element : out) element = untouched;
    copy_spans(portable_tag{}, out, 3, &in[1], 4, 2, 3);
    const int expected[]{1, 2, untouched, 5, 6, untouched, 9, 10};
    for (int i = 0; i < 8; ++i)
        if (out[i] != expected[i]) return false;
    return true;
}

/// 0.75 * (x + 3) + 2 in [-20, 90], of every code of 8 bits; no halves are hit but by quarters.
constexpr rescaling three_quarters{quantized_multiplier(0.75), -3, {2, -20, 90}};
std::int8_t expected_code(int x) {
    const double code = std::floor(0.75 * (x + 3) + 0.5) + 2;
    return std::int8_t(std::fmin(std::fmax(code, -20), 90));
}

}  // namespace

TEST_CASE("spans are copied, and what lies between them stays") { TIGRIS_CHECK(copies_spans, -1); }

TEST_CASE("no spans, or spans of nothing, change nothing") {
    int out[]{7, 7};
    constexpr int in[]{1, 2};
    copy_spans(portable_tag{}, out, 1, in, 1, 1, 0);
    copy_spans(portable_tag{}, out, 1, in, 1, 0, 2);
    CHECK(out[0] == 7);
    CHECK(out[1] == 7);
}

TEST_CASE("spans get other codes, where they lie, too") {
    std::int8_t codes[256], other[2 * 256]{};
    for (int i = 0; i < 256; ++i) codes[i] = std::int8_t(i - 128);
    rescale_spans<rounding::nearest>(portable_tag{}, other, 32, codes, 16, 16, 16, three_quarters);
    rescale_spans<rounding::nearest>(portable_tag{}, codes, 16, codes, 16, 16, 16, three_quarters);
    int different = 0;
    for (int i = 0; i < 256; ++i) {
        different += codes[i] != expected_code(i - 128);
        different += other[i / 16 * 32 + i % 16] != codes[i];
        different += other[i / 16 * 32 + 16 + i % 16] != 0;
    }
    CHECK(different == 0);
}
