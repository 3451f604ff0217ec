// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/option_values.hpp>

#include <helpers/onnx_builder.hpp>

#include <doctest/doctest.h>

using namespace onnx2hpp;
using namespace onnx2hpp::test;

TEST_CASE("a bound is a node's name and a positive number") {
    CHECK(parse_bound("nms=16") == std::pair<std::string, std::int64_t>{"nms", 16});
    CHECK(parse_bound("a=b=1").first == "a=b");
    for (const char* text : {"nms", "nms=", "=3", "nms=0", "nms=-1", "nms=1.5", "nms=9999999"})
        CHECK(verdict_of([&] { parse_bound(text); }).code == outcome::bad_input);
}

TEST_CASE("sizes are numbers of bytes with an optional K, M or G") {
    CHECK(parse_size("4096") == 4096);
    CHECK(parse_size("64K") == 65536);
    CHECK(parse_size("1M") == 1048576);
    CHECK(parse_size("2g") == 2147483648);
    CHECK(parse_size("17179869183G") == 18446744072635809792u);
}

TEST_CASE("anything else is no size") {
    for (const char* text : {"", "K", "0", "0K", "-1", "+1", "1.5K", "1KB", "1 K", "0x10",
                             "99999999999999999999", "17179869184G", "many"})
        CHECK_MESSAGE(verdict_of([text] { parse_size(text); }).code == outcome::bad_input, text);
}

TEST_CASE("sizes have commas between them") {
    CHECK(parse_sizes("1") == std::vector<std::uint64_t>{1});
    CHECK(parse_sizes("16K,8,1M") == std::vector<std::uint64_t>{16384, 8, 1048576});
    for (const char* text : {"", ",", "1,", ",1", "1,,2", "1, 2", "1;2"})
        CHECK_MESSAGE(verdict_of([text] { parse_sizes(text); }).code == outcome::bad_input, text);
}

TEST_CASE("a compression is lz4, with the largest group if one is wanted") {
    CHECK(!parse_compression("lz4"));
    CHECK(parse_compression("lz4,GROUP=96K") == 98304u);
    CHECK(parse_compression("lz4,GROUP=1") == 1u);
    CHECK(parse_compression("lz4,GROUP=1G") == 1u << 30);
    for (const char* text : {"", "lz", "LZ4", "lz4hc", "lz4,", "lz4 ", "lz4,group=1K",
                             "lz4;GROUP=1K", "zip", "GROUP=1K", ",GROUP=1K"})
        CHECK_MESSAGE(verdict_of([text] {
                          parse_compression(text);
                      }).says(outcome::bad_input, "write lz4 or lz4,GROUP=16K"),
                      text);
    for (const char* text : {"lz4,GROUP=", "lz4,GROUP=0", "lz4,GROUP=-1", "lz4,GROUP=16KB"})
        CHECK_MESSAGE(verdict_of([text] {
                          parse_compression(text);
                      }).says(outcome::bad_input, "is not understood"),
                      text);
    for (const char* text : {"lz4,GROUP=1073741825", "lz4,GROUP=2G", "lz4,GROUP=17179869183G"})
        CHECK_MESSAGE(
            verdict_of([text] { parse_compression(text); }).says(outcome::bad_input, "at most 1G"),
            text);
}

TEST_CASE("an input's shape is its name and positive extents") {
    CHECK(parse_input_shape("x=1,2") == std::pair<std::string, extents>{"x", {1, 2}});
    CHECK(parse_input_shape("a=b:0=3") == std::pair<std::string, extents>{"a=b:0", {3}});
    for (const char* text : {"", "x", "x=", "=1", "x=1,", "x=,1", "x=0", "x=-1", "x=1,a", "x=1 2"})
        CHECK_MESSAGE(verdict_of([text] { parse_input_shape(text); }).code == outcome::bad_input,
                      text);
}

TEST_CASE("a constant is an input's name and a file") {
    using pair = std::pair<std::string, std::string>;
    CHECK(parse_constant("w=a/b.pb") == pair{"w", "a/b.pb"});
    CHECK(parse_constant("a=b:0=w.pb") == pair{"a=b:0", "w.pb"});
    for (const char* text : {"", "w", "w=", "=w.pb", "="})
        CHECK_MESSAGE(verdict_of([text] {
                          parse_constant(text);
                      }).says(outcome::bad_input, "write NAME=FILE.pb"),
                      text);
}

TEST_CASE("a branch is the name of a node, and then or else") {
    using pair = std::pair<std::string, bool>;
    CHECK(parse_branch("a/b=then") == pair{"a/b", true});
    CHECK(parse_branch("a=b=else") == pair{"a=b", false});
    for (const std::string text : {"a", "=then", "a=", "a=true", "a=Then"})
        CHECK(verdict_of([&] {
                  parse_branch(text);
              }).says(outcome::bad_input, "write NODE=then or NODE=else"));
}

TEST_CASE("numbers stand alone, or have commas between them and brackets around them") {
    CHECK(numbers_in("16000") == names{"16000"});
    CHECK(numbers_in("1,-2,3.5,1e-3") == names{"1", "-2", "3.5", "1e-3"});
    CHECK(numbers_in("[1, 2, 3]") == names{"1", "2", "3"});
    CHECK(numbers_in("[7]") == names{"7"});
    CHECK(numbers_in("1e999") == names{"1e999"});
    for (const char* text : {"", "[]", "[", "1,", ",1", "1,,2", "[1,2", "1 2", "1.pb", "./1", "a",
                             "1,w.pb", "0x10", "+1", "[[1]]"})
        CHECK_MESSAGE(numbers_in(text).empty(), text);
}

TEST_CASE("I/O modes are four words") {
    using tigris::io;
    CHECK(parse_modes("--input", "caller,arena,rows,slow") ==
          std::vector{io::caller, io::arena, io::rows, io::slow});
    for (const char* text : {"", "rows,", "Rows", "row", "rows caller", "rows;caller"})
        CHECK_MESSAGE(verdict_of([text] {
                          parse_modes("--input", text);
                      }).says(outcome::bad_input, "--input"),
                      text);
}

TEST_CASE("a misspelled mode is told the modes, and of outputs what -o is") {
    const auto said_of = [](const char* option) {
        return verdict_of([option] { parse_modes(option, "row"); }).sentence;
    };
    const std::string modes =
        " 'row': the modes are caller, arena, rows, slow, for all, or one each with commas between "
        "them";
    CHECK(said_of("--input") == "--input" + modes + "; did you mean rows?");
    CHECK(said_of("--output") ==
          "--output" + modes + "; -o names the header to write; did you mean rows?");
}

TEST_CASE("no more I/O modes than can be told apart") {
    CHECK(parse_modes("--input", "rows,rows,rows,rows,rows,rows,rows,rows").size() == 8);
    CHECK(verdict_of([] {
              parse_modes("--input", "rows,rows,rows,rows,rows,rows,rows,rows,rows");
          }).says(outcome::bad_input, "9 modes"));
}

TEST_CASE("an alignment is a power of two of a word at least") {
    for (const std::uint32_t n : {4u, 8u, 16u, 32u, 65536u})
        CHECK(parse_alignment(std::to_string(n)) == n);
    for (const char* text : {"", "0", "1", "2", "3", "12", "131072", "-4", "16B"})
        CHECK_MESSAGE(verdict_of([text] { parse_alignment(text); }).code == outcome::bad_input,
                      text);
}
