// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/boards/units.hpp>

#include <helpers/onnx_builder.hpp>

#include <doctest/doctest.h>

using namespace onnx2hpp;
using namespace onnx2hpp::test;

namespace {

template <class Parse>
bool refuses(const Parse& parse, const char* text) {
    return verdict_of([&] { parse(text); }).code == outcome::bad_input;
}

}  // namespace

TEST_CASE("clocks have a number and a unit") {
    CHECK(parse_clock("240 MHz") == 240'000'000);
    CHECK(parse_clock("1.5GHz") == 1'500'000'000);
    CHECK(parse_clock("32.768 kHz") == 32'768);
    CHECK(parse_clock("7 Hz") == 7);
    for (const char* text : {"", "240", "MHz", "240 mhz", "-1 MHz", "0 MHz", "1.5 Hz", "240 MB",
                             "1.0000001 MHz", "99999999999999999999 GHz", "1..5 MHz", "1. MHz"})
        CHECK(refuses(parse_clock, text));
}

TEST_CASE("cycles have up to three decimals and no unit") {
    CHECK(parse_cycles("0") == 0);
    CHECK(parse_cycles("0.125") == 125);
    CHECK(parse_cycles("7.5") == 7500);
    CHECK(parse_cycles("1000") == 1'000'000);
    for (const char* text : {"", ".5", "0.1255", "-1", "1000.001", "3 cycles", "1e3", "nan", "5."})
        CHECK(refuses(parse_cycles, text));
}

TEST_CASE("addresses are hexadecimal") {
    CHECK(parse_address("0x20000000") == 0x20000000);
    CHECK(parse_address("0xffffffffffffffff") == UINT64_MAX);
    for (const char* text : {"", "0x", "20000000", "0x1g", "0x10000000000000000", "-0x1"})
        CHECK(refuses(parse_address, text));
}

TEST_CASE("alignments are powers of two") {
    CHECK(parse_power_of_two("1", 1) == 1);
    CHECK(parse_power_of_two("65536", 4) == 65536);
    for (const char* text : {"", "0", "2", "12", "131072", "-4", "4K"})
        CHECK(refuses([](const char* t) { parse_power_of_two(t, 4); }, text));
}

TEST_CASE("shares are written with a percent sign") {
    CHECK(parse_percent("15%") == 15);
    CHECK(parse_percent("0%") == 0);
    for (const char* text : {"", "%", "15", "101%", "-1%", "1.5%"})
        CHECK(refuses(parse_percent, text));
}
