// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/kernels/arithmetic/int4_weights.hpp>

#include <helpers/int4_codes.hpp>

#include <doctest/doctest.h>

using namespace tigris;
using namespace tigris::kernels;
using namespace tigris::test;

TEST_CASE("a reader finds elements from any place on, and adds up their products") {
    const random_bytes weights(4), x(5);
    for (int first = 0; first < 9; ++first) {
        const int4_reader reader = raw(constant_pointer<int4_code>{weights.bytes}) + first;
        int sum = 7;
        for (int count = 0; count < 40; ++count) {
            REQUIRE(reader.add_products(7, x.bytes, count) == sum);
            REQUIRE(reader[count] == int4_at(weights.bytes, first + count));
            sum += x.bytes[count] * int4_at(weights.bytes, first + count);
        }
    }
}

TEST_CASE("a layer with weights of 4 bits adds up as one of bytes does") {
    CHECK(is_same<activation_t<int4_weights>, int8_t>);
    CHECK(is_same<accumulator_t<int4_weights>, int32_t>);
    CHECK(is_same<weight_t<int4_weights>, int4_code>);
}
