// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/identifier.hpp>

#include <doctest/doctest.h>

using namespace onnx2hpp;

TEST_CASE("a file's stem becomes an identifier") {
    CHECK(identifier_from("kws") == "kws");
    CHECK(identifier_from("vww-96 int8") == "vww_96_int8");
    CHECK(identifier_from("a--_-b") == "a_b");
    CHECK(identifier_from("__model__") == "model");
    CHECK(identifier_from("96_vww") == "model_96_vww");
    CHECK(identifier_from("while") == "while_");
    CHECK(identifier_from("tigris") == "tigris_");
    CHECK(identifier_from("signal") == "signal_");
    CHECK(identifier_from("\xc3\xa4.\xc3\xa4") == "model");
    CHECK(identifier_from("") == "model");
    CHECK(identifier_from("M_PI") == "M_PI_");
    CHECK(identifier_from("PRIu8") == "PRIu8_");
    CHECK(identifier_from("quad") == "quad_");
}

TEST_CASE("words of C are no names either") {
    CHECK(identifier_from("restrict") == "restrict_");
    CHECK(identifier_from("typeof") == "typeof_");
    for (const char* prefix : {"ac", "sem", "pthread_mutex", "atomic_flag", "td"})
        CHECK(is_taken_prefix(prefix));
    for (const char* prefix : {"kws", "se", "semi", ""}) CHECK_FALSE(is_taken_prefix(prefix));
}

TEST_CASE("whatever it is made of, it is an identifier") {
    for (const char* text :
         {"", "1", "_", "class", "a__b", "-x-", "std", "co_await", "\x01", "9a9"})
        CHECK_FALSE(mistake_in_identifier(identifier_from(text)));
}

TEST_CASE("what C++ reserves or does not allow is no identifier") {
    for (const char* text : {"", "1a", "_a", "a__b", "a-b", "a b", "int", "xor_eq", "std", "time",
                             "main", "EOF", "yn", "KWS", "PRIx8", "\xc3\xa4"})
        CHECK(mistake_in_identifier(text));
}

TEST_CASE("of what is no identifier the one reason is told") {
    CHECK(mistake_in_identifier("a-b") ==
          "has other characters than letters, digits and underlines");
    CHECK(mistake_in_identifier("1a") == "begins with a digit");
    CHECK(mistake_in_identifier("_a") == "begins with an underline");
    CHECK(mistake_in_identifier("a__b") == "has two underlines in a row");
    CHECK(mistake_in_identifier("while") == "is a word of C or C++");
    CHECK(mistake_in_identifier("tigris") == "is a namespace of every header");
    CHECK(mistake_in_identifier("time") == "is a name of the C library");
    CHECK(mistake_in_identifier("KWS") == "has no small letter, so it could be a macro");
    CHECK(mistake_in_identifier("PRIx8") == "could be a macro of <inttypes.h>");
    CHECK_FALSE(mistake_in_identifier("kws_12"));
}
