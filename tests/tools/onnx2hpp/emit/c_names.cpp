// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/emit/c_names.hpp>

#include <doctest/doctest.h>

using namespace onnx2hpp;

TEST_CASE("names become identifiers of C") {
    c_names names;
    CHECK(names.make("image") == "image");
    CHECK(names.make("serving_default_x:0") == "serving_default_x_0");
    CHECK(names.make("restrict") == "restrict_");
    CHECK(names.make("int") == "int_");
    CHECK(names.make("class") == "class_");
    CHECK(names.make("complex") == "complex_");
    CHECK(names.make("NULL") == "NULL_");
    CHECK(names.make("12") == "model_12");
    CHECK(names.make("\xc3\xa4") == "model");
}

TEST_CASE("names that differ in signs or capitals only get numbers") {
    c_names names;
    CHECK(names.make("a.b") == "a_b");
    CHECK(names.make("a/b") == "a_b_2");
    CHECK(names.make("A_b") == "A_b_3");
    CHECK(names.make("int") == "int_");
    CHECK(names.make("Int") == "Int_2");
    CHECK(names.make("a b 2") == "a_b_2_2");
}

TEST_CASE("long names are cut") {
    c_names names;
    const std::string text(100, 'x');
    CHECK(names.make(text) == std::string(48, 'x'));
    CHECK(names.make(text) == std::string(46, 'x') + "_2");
    CHECK(names.make("struct" + std::string(60, '-')) == "struct_");
}

TEST_CASE("macros are in capitals, and neither they nor prefixes end with an underscore") {
    CHECK(macro_name("kws_12") == "KWS_12");
    CHECK(macro_name("float_") == "FLOAT");
    CHECK(c_prefix("float_") == "float");
    CHECK(c_prefix("kws") == "kws");
}
