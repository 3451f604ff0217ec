// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/report/picture.hpp>

#include <onnx2hpp/show/columns.hpp>

#include <doctest/doctest.h>

using namespace onnx2hpp;

namespace {

double columns_in(const std::string& name, double width) {
    return double(display_columns(fitting(name, width)));
}

/// Of a name that is cut: two dots take 7.
double width_in(const std::string& name, double width, double of_column) {
    return (columns_in(name, width) - 2) * of_column + 7;
}

}  // namespace

TEST_CASE("a text that fits is whole") {
    CHECK(fitting("Conv_4", 60) == "Conv_4");
    CHECK(fitting("", 60).empty());
    CHECK(fitting("Conv_4", 20).empty());
}

TEST_CASE("fewer capitals than narrow letters fit, and fewer wide characters") {
    // Of DejaVu Sans with 11 units: W takes 10.9, A 7.5, x 6.5, l 3.1, emoji 13.7.
    CHECK(width_in(std::string(80, 'W'), 330, 10.9) <= 330);
    CHECK(width_in(std::string(80, 'A'), 330, 7.6) <= 330);
    CHECK(width_in(std::string(80, 'x'), 330, 6.5) <= 330);
    CHECK(columns_in(std::string(80, 'l'), 330) > columns_in(std::string(80, 'A'), 330));
    std::string emoji;
    for (int i = 0; i < 40; ++i) emoji += "\U0001F600";
    CHECK(width_in(emoji, 330, 13.7 / 2) <= 330);
}
