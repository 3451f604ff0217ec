// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/kernels/fast_int8/looked_up_bytes.hpp>

#include <doctest/doctest.h>

#include <cstdint>
#include <vector>

using namespace tigris;
using namespace tigris::kernels;

namespace {

/// A backend's own look-up, which counts its calls.
struct counted_look_ups {
    static inline int calls = 0;

    static void bytes(std::int8_t* to, const std::int8_t* from, std::int32_t count,
                      const std::uint8_t* table) {
        ++calls;
        for (int i = 0; i < count; ++i) to[i] = std::int8_t(table[std::uint8_t(from[i])]);
    }
};

/// The code of -2 is 20, that of -1 is 10, that of 1 is 11, and so on; others are 0.
struct small_table {
    std::uint8_t of[256]{};

    small_table() {
        of[254] = 20, of[255] = 10;
        for (int i = 1; i < 7; ++i) of[i] = std::uint8_t(10 + i);
    }
};

std::vector<int> looked_up(std::int32_t elements, std::int32_t span, std::int32_t step) {
    const small_table table;
    const std::int8_t in[6]{-2, -1, 1, 2, 3, 4};
    std::int8_t out[10]{};
    counted_look_ups::calls = 0;
    look_up_row<counted_look_ups>(table.of, in, elements, span, out, step);
    return {out, out + 10};
}

}  // namespace

TEST_CASE("a row of one span is looked up at once") {
    CHECK(looked_up(6, 6, 6) == std::vector{20, 10, 11, 12, 13, 14, 0, 0, 0, 0});
    CHECK(counted_look_ups::calls == 1);
    looked_up(0, 6, 6);
    CHECK(counted_look_ups::calls == 0);
}

TEST_CASE("spans go to places that lie apart") {
    CHECK(looked_up(6, 2, 4) == std::vector{20, 10, 0, 0, 11, 12, 0, 0, 13, 14});
    CHECK(counted_look_ups::calls == 3);
}

TEST_CASE("tables are read for codes of bytes, and for no others") {
    constexpr unary_key codes{.in = dtype::i8, .out = dtype::u8, .quantized = true};
    CHECK(reads_table(codes));
    unary_key numbers = codes, wide_in = codes, wide_out = codes;
    numbers.quantized = false, wide_in.in = dtype::i16, wide_out.out = dtype::f32;
    CHECK_FALSE((reads_table(numbers) || reads_table(wide_in) || reads_table(wide_out)));
}

TEST_CASE("rows are looked up in the curve's table, with room between the output's pixels") {
    constexpr auto bits = __builtin_bit_cast(std::uint32_t, 1.0f);
    constexpr unary_key absolute{.curve = {.scale_in = bits, .scale_out = bits},
                                 .function = ops::unary_function::abs,
                                 .in = dtype::i8,
                                 .out = dtype::i8,
                                 .quantized = true,
                                 .out_pixel_stride = 3};
    const std::int8_t in[8]{-1, 2, -3, 4, 5, -6, 7, -8};
    std::int8_t out[12]{};
    look_up_by<absolute, counted_look_ups>(unary_layer<std::int8_t>{4, 2}, out, 2,
                                           whole_window(in, 0, 2, 4));
    CHECK(std::vector<int>(out, out + 12) == std::vector{1, 2, 0, 3, 4, 0, 5, 6, 0, 7, 8, 0});
}
