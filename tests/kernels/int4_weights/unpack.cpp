// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/kernels/int4_weights/unpack.hpp>

#include <helpers/random.hpp>
#include <tigris/kernels/helium/unpack_int4.hpp>

#include <doctest/doctest.h>

using namespace tigris;
using namespace tigris::kernels;
using namespace tigris::test;

namespace {

/// Element i by ONNX's definition (technical/int4.md): two's complement, the first in the low half.
int int4_at(const int8_t* packed, int i) {
    const int half = (packed[i / 2] + 256) / (i % 2 ? 16 : 1) % 16;
    return half < 8 ? half : half - 16;
}

struct random_bytes {
    int8_t bytes[64];

    explicit random_bytes(uint64_t seed) {
        random_numbers r(seed);
        for (int8_t& b : bytes) b = int8_t(r.between(-128, 127));
    }
};

}  // namespace

TEST_CASE("four int4 become four bytes, whatever they are") {
    for (uint32_t all = 0; all < 65536; ++all) {
        const int8_t packed[]{int8_t(all & 255), int8_t(all >> 8)};
        const uint32_t four = four_bytes(all);
        for (int i = 0; i < 4; ++i)
            if (int8_t(four >> (8 * i)) != int4_at(packed, i)) FAIL(all);
    }
}

TEST_CASE_TEMPLATE("as many are unpacked as are wanted", Tag, working_tag, helium_tag) {
    const random_bytes from(3);
    for (int count = 0; count <= 100; ++count) {
        CAPTURE(count);
        int8_t to[101];
        for (int8_t& b : to) b = 99;
        unpack_int4(Tag{}, from.bytes, count, to);
        for (int i = 0; i < count; ++i) REQUIRE(to[i] == int4_at(from.bytes, i));
        REQUIRE(to[count] == 99);
    }
}

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
