// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/nearest_word.hpp>

#include <doctest/doctest.h>

using namespace onnx2hpp;

TEST_CASE("letters are added, removed and replaced") {
    CHECK(letters_between("", "abc") == 3);
    CHECK(letters_between("abc", "") == 3);
    CHECK(letters_between("analyse", "analyze") == 1);
    CHECK(letters_between("kitten", "sitting") == 3);
    CHECK(letters_between("same", "same") == 0);
}

TEST_CASE("the nearest word is named unless it is far away") {
    const std::vector<std::string> words{"analyze", "report", "tensors"};
    CHECK(nearest_word("analyse", words) == "analyze");
    CHECK(nearest_word("reprot", words) == "report");
    CHECK(nearest_word("REPORT", words) == "report");
    CHECK(nearest_word("int8_max", {"INT8_MAX"}) == "INT8_MAX");
    CHECK_FALSE(nearest_word("model", words));
    CHECK_FALSE(nearest_word("analyze", {}));
}
