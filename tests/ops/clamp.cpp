// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/ops/clamp.hpp>

#include <helpers/check.hpp>

namespace {

using namespace tigris;
using namespace tigris::ops;

constexpr quantization halves{0.5f, 3};

struct code_of {
    float real;
    int expected;
};
constexpr bool holds(const code_of& c) { return quantize(c.real, halves, dtype::i8) == c.expected; }

}  // namespace

TEST_CASE("quantize rounds half to even and saturates") {
    TIGRIS_CHECK(holds, (code_of{0, 3}));
    TIGRIS_CHECK(holds, (code_of{1, 5}));
    TIGRIS_CHECK(holds, (code_of{0.25f, 3}));
    TIGRIS_CHECK(holds, (code_of{0.75f, 5}));
    TIGRIS_CHECK(holds, (code_of{-0.25f, 3}));
    TIGRIS_CHECK(holds, (code_of{1e9f, 127}));
    TIGRIS_CHECK(holds, (code_of{-1e9f, -128}));
    TIGRIS_CHECK(holds, (code_of{infinity, 127}));
}

TEST_CASE("a clamp leaves the type's range where it has no bound") {
    constexpr code_range relu = quantize(clamp{.low = 0}, halves, dtype::i8);
    static_assert(relu.low == 3 && relu.high == 127);
    constexpr code_range relu6 = quantize(clamp{0, 6}, halves, dtype::u8);
    static_assert(relu6.low == 3 && relu6.high == 15);
    CHECK(true);
}
