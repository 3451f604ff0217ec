// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/show/units.hpp>

#include <doctest/doctest.h>

using namespace onnx2hpp;

TEST_CASE("bytes are told in units of 1 024") {
    CHECK(spell_bytes(0) == "0 B");
    CHECK(spell_bytes(1023) == "1023 B");
    CHECK(spell_bytes(1024) == "1.0 KB");
    CHECK(spell_bytes(8108) == "7.9 KB");
    CHECK(spell_bytes(102348) == "99.9 KB");
    CHECK(spell_bytes(102400) == "100 KB");
    CHECK(spell_bytes(8 << 20) == "8192 KB");
}

TEST_CASE("counts have three digits") {
    CHECK(spell_count(999) == "999");
    CHECK(spell_count(1000) == "1.00 k");
    CHECK(spell_count(12'540) == "12.5 k");
    CHECK(spell_count(999'499) == "999 k");
    CHECK(spell_count(999'500) == "1.00 M");
    CHECK(spell_count(2'656'768) == "2.66 M");
    CHECK(spell_count(301'000'000'000) == "301 G");
}

TEST_CASE("one step is not several") {
    CHECK(spell_step_count(1) == "1 step");
    CHECK(spell_step_count(2) == "2 steps");
    CHECK(spell_more_steps(1) == "1 more step");
    CHECK(spell_more_steps(2) == "2 more steps");
}

TEST_CASE("one byte is lacking, or several bytes") {
    CHECK(spell_lacking(1) == "1 byte lacking");
    CHECK(spell_lacking(300) == "300 bytes lacking");
}

TEST_CASE("a share is never nothing where there is something") {
    CHECK(spell_percent(0, 10) == "0 %");
    CHECK(spell_percent(1, 100'000) == "<0.1 %");
    CHECK(spell_percent(1, 200) == "0.5 %");
    CHECK(spell_percent(1, 3) == "33 %");
    CHECK(spell_percent(3, 2) == "150 %");
    CHECK(spell_percent(1, 0) == "0 %");
}

TEST_CASE("a bar is full only where all is taken") {
    CHECK(draw_bar(0, 100, 4) == "[----]");
    CHECK(draw_bar(0, 0, 4) == "[----]");
    CHECK(draw_bar(1, 100, 4) == "[#---]");
    CHECK(draw_bar(50, 100, 4) == "[##--]");
    CHECK(draw_bar(99, 100, 4) == "[###-]");
    CHECK(draw_bar(100, 100, 4) == "[####]");
    CHECK(draw_bar(250, 100, 4) == "[####]");
}
