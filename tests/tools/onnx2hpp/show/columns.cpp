// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/show/columns.hpp>

#include <doctest/doctest.h>

using onnx2hpp::display_columns;
using onnx2hpp::first_columns;
using onnx2hpp::last_columns;

TEST_CASE("columns are counted as terminals show them") {
    CHECK(display_columns("abc") == 3);
    CHECK(display_columns("\u05e9\u05dc\u05d5\u05dd") == 4);
    CHECK(display_columns("e\u0301") == 1);
    CHECK(display_columns("\u65e5\u672c\U0001F600") == 6);
    CHECK(display_columns("\xff\xe6\x97") == 3);
}

TEST_CASE("a text is cut at borders of characters only") {
    CHECK(first_columns("\u65e5\u672c", 3) == "\u65e5");
    CHECK(last_columns("\u65e5\u672c", 3) == "\u672c");
    CHECK(first_columns("ae\u0301x", 2) == "ae\u0301");
    CHECK(last_columns("ae\u0301x", 1) == "x");
    CHECK(first_columns("abc", 0) == "");
    CHECK(last_columns("abc", 9) == "abc");
}
