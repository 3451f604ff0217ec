// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/emit/literal.hpp>

#include <doctest/doctest.h>

#include <cstring>
#include <vector>

using namespace onnx2hpp;

namespace {

std::string escaped(std::initializer_list<int> bytes) {
    std::vector<std::byte> all;
    for (const int b : bytes) all.push_back(std::byte(b));
    return escape(all);
}

}  // namespace

TEST_CASE("printable characters stand as they are, but not those that begin something") {
    CHECK(quote("aZ 0~") == "\"aZ 0~\"");
    CHECK(escaped({'"', '\\', '?'}) == "\\42\\134\\77");
}

TEST_CASE("octal escapes are as short as what follows allows") {
    CHECK(escaped({0, 'a'}) == "\\0a");
    CHECK(escaped({0, '7'}) == "\\0007");
    CHECK(escaped({0, '8'}) == "\\08");
    CHECK(escaped({9, 200, 255}) == "\\11\\310\\377");
}

TEST_CASE("floats read back as the same bits") {
    for (const float x : {0.0235294122f, 1.0f, 1e-30f, 3.4e38f, 1.17549435e-38f, 1e-45f}) {
        const std::string text = spell(x);
        CHECK(text.back() == 'f');
        CHECK(text.find_first_of(".e") != std::string::npos);
        CHECK(std::strtof(text.c_str(), nullptr) == x);
    }
}

TEST_CASE("names from a file cannot end a comment or begin another line") {
    CHECK(spell_comment("a\nb\\") == "a_b_");
    CHECK(spell_comment("conv */ int x; /*").find("*/") == std::string::npos);
}

TEST_CASE("lists are broken before column 100") {
    const std::vector<std::int32_t> numbers(100, -1234567);
    const std::string text = spell_list(numbers, 4);
    for (std::size_t at = 0, end; at < text.size(); at = end + 1) {
        end = std::min(text.find('\n', at), text.size());
        CHECK(end - at <= 100);
    }
    CHECK(spell_list(std::vector<std::int32_t>{INT32_MIN}, 0) == "-2147483647 - 1");
}

TEST_CASE("initializers are broken before members only") {
    const std::string long_name(60, 'x'), half(30, '1');
    CHECK(wrap_members("{.a = " + long_name + ", .b = {" + half + ", " + half + "}, .c = 3}", 2) ==
          "  {.a = " + long_name + ",\n   .b = {" + half + ", " + half + "}, .c = 3}");
    CHECK(wrap_members("{.a = 1, .b = {2, 3}}", 2) == "  {.a = 1, .b = {2, 3}}");
    CHECK(wrap_members("{}", 0) == "{}");
}
