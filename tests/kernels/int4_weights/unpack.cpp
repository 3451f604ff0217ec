// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/kernels/int4_weights/unpack.hpp>

#include <helpers/int4_codes.hpp>
#include <tigris/kernels/helium/unpack_int4.hpp>

#include <doctest/doctest.h>

using namespace tigris;
using namespace tigris::kernels;
using namespace tigris::test;

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
