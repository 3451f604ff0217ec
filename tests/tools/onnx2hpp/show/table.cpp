// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/show/table.hpp>

#include <doctest/doctest.h>

using onnx2hpp::shorten;
using onnx2hpp::shorten_all;
using onnx2hpp::table;

TEST_CASE("columns are as wide as their widest cell, numbers at the right") {
    table t({"n", "<name", "bytes"});
    t.add({"1", "convolution", "5"});
    t.add({"20", "x", "123456"});
    CHECK(t.text() ==
          "   n  name          bytes\n"
          "   1  convolution       5\n"
          "  20  x            123456\n");
}

TEST_CASE("no line ends with spaces") {
    table t({"<name", "<rest"});
    t.add({"a", ""});
    CHECK(t.text() == "  name  rest\n  a\n");
}

TEST_CASE("long names keep their beginning and end") {
    CHECK(shorten("0123456789", 10) == "0123456789");
    CHECK(shorten("0123456789a", 10) == "012345..9a");
}

TEST_CASE("names are cut between characters, and padded by columns") {
    CHECK(shorten("\u00e4\u00e4\u00e4\u00e4\u00e4\u00e4\u00e4\u00e4\u00e4\u00e4\u00e4", 8) ==
          "\u00e4\u00e4\u00e4\u00e4..\u00e4\u00e4");
    CHECK(shorten("\U0001F600\U0001F600\U0001F600\U0001F600", 7) == "\U0001F600\U0001F600..");
    table t({"<name", "<rest"});
    t.add({"\u65e5\u672c", "wide"});
    t.add({"e\u0301a", "combining"});
    CHECK(t.text() ==
          "  name  rest\n"
          "  \u65e5\u672c  wide\n"
          "  e\u0301a    combining\n");
}

TEST_CASE("long names that begin alike keep what follows") {
    CHECK(shorten_all({"net/block_1/conv", "net/block_2/add", "x"}, 8) ==
          std::vector<std::string>{"..1/conv", "..2/add", "x"});
}

TEST_CASE("names that would become the same get numbers, equal names the same one") {
    const std::vector<std::string> made =
        shorten_all({"abcdefgh1xyz", "abcdefgh2xyz", "abcdefgh1xyz", "short"}, 10);
    CHECK(made == std::vector<std::string>{"abcdef..yz", "abcdef..yz~2", "abcdef..yz", "short"});
}
