// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/printable.hpp>

#include <onnx2hpp/diagnostic.hpp>
#include <onnx2hpp/onnx_model.hpp>

#include <doctest/doctest.h>

using namespace onnx2hpp;

TEST_CASE("what a terminal shows stays, whatever language it is in") {
    for (const char* text : {"", "conv/Relu:0 'x'", "\xc3\xa4 \xe2\x82\xac \xf0\x9f\x98\x80"})
        CHECK(printable(text) == text);
}

TEST_CASE("what does more than show is escaped") {
    CHECK(printable("a\nb\tc") == "a\\x0ab\\x09c");
    CHECK(printable("\x1b[31m") == "\\x1b[31m");
    CHECK(printable("\x7f\xc2\x9b") == "\\x7f\\xc2\\x9b");
    CHECK(printable("\xe2\x80\xae") == "\\xe2\\x80\\xae");  // turns text around
    CHECK(printable(std::string("\0", 1)) == "\\x00");
}

TEST_CASE("what is no UTF-8 is escaped") {
    CHECK(printable("\xff") == "\\xff");
    CHECK(printable("\xc3") == "\\xc3");           // cut off
    CHECK(printable("\xc3(") == "\\xc3(");         // no continuation
    CHECK(printable("\xc0\xaf") == "\\xc0\\xaf");  // longer than it need be
    CHECK(printable("\xe0\x80\xaf") == "\\xe0\\x80\\xaf");
    CHECK(printable("\xed\xa0\x80") == "\\xed\\xa0\\x80");  // half of a pair
    CHECK(printable("\xf4\x90\x80\x80") == "\\xf4\\x90\\x80\\x80");
}

TEST_CASE("long names keep their ends, and characters stay whole") {
    const std::string name = printable_name("begin" + std::string(1 << 20, 'x') + "end");
    CHECK(name.size() < 200);
    CHECK(name.starts_with("begin"));
    CHECK(name.ends_with("end"));
    std::string euros;
    for (int i = 0; i < 100; ++i) euros += "\xe2\x82\xac";
    const std::string cut = printable_name(euros);
    CHECK(printable(cut) == cut);
}

TEST_CASE("messages show types and domains in one line") {
    node n;
    n.name = "a\nb";
    n.op_type = "Op\x1b[2J" + std::string(5000, 'x');
    n.domain = "own\r";
    const std::string label = label_of(n);
    CHECK(label.find_first_of("\n\r\x1b") == std::string::npos);
    CHECK(label.size() < 400);
}
