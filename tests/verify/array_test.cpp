// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "array.hpp"

#include <doctest/doctest.h>

#include <cstring>

using namespace verify;
using tigris::dtype;

TEST_CASE("real numbers become codes as wide as the model's input") {
    const float reals[]{-3, 0.25f, 200};
    array values{"x", dtype::f32, {3}, {}};
    values.bytes.resize(sizeof reals);
    std::memcpy(values.bytes.data(), reals, sizeof reals);
    for (const dtype type : {dtype::i8, dtype::u8, dtype::i16}) {
        const array codes = as_type(values, type, {0.25f, 20});
        REQUIRE(codes.bytes.size() == 3 * std::size_t(tigris::bits_of(type)) / 8);
        CHECK(number_at(codes, 0) == 8);
        CHECK(number_at(codes, 1) == 21);
        CHECK(number_at(codes, 2) == (tigris::bits_of(type) == 16 ? 820 : highest_of(type)));
    }
}

TEST_CASE("codes of uint8 are 128 less as int8, numbers are not converted") {
    array values{"x", dtype::u8, {3}, {std::byte{0}, std::byte{128}, std::byte{255}}};
    const array codes = as_type(values, dtype::i8, {0.5f, -128});
    CHECK(number_at(codes, 0) == -128);
    CHECK(number_at(codes, 1) == 0);
    CHECK(number_at(codes, 2) == 127);
    CHECK_THROWS(as_type(values, dtype::i8, {}));
}
