// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/show/matter.hpp>

#include <doctest/doctest.h>

using namespace onnx2hpp;

namespace {

std::vector<matter> three_matters() {
    return {{"fast", items_of(worth::verdict, {"fits"})},
            {"less", items_of(worth::remedy, {"first", "second"})},
            {"note", items_of(worth::note, {"one", "two"})}};
}

}  // namespace

TEST_CASE("a matter has its title before its first line") {
    CHECK(joined(three_matters(), 9) == text_lines{"fast     fits", "less     first",
                                                   "         second", "note     one",
                                                   "         two"});
}

TEST_CASE("what is worth least goes first, the last of it before the others") {
    CHECK(joined(three_matters(), 4).back() == "note     one");
    CHECK(joined(three_matters(), 3).back() == "         second");
    CHECK(joined(three_matters(), 2).back() == "less     first");
}

TEST_CASE("a verdict never goes") {
    CHECK(joined(three_matters(), 0) == text_lines{"fast     fits"});
}

TEST_CASE("an item goes whole, with the lines that continue it") {
    const std::string begin(60, 'x'), end(60, 'y');
    std::vector<matter> matters = three_matters();
    matters.back() = {"more", items_of(worth::remedy, {begin + ", " + end})};
    CHECK(joined(matters, 5).back() == "         " + end);
    CHECK(joined(matters, 4) == text_lines{"fast     fits", "less     first", "         second"});
}

TEST_CASE("colors take no columns of a line") {
    const std::string bar = "\x1b[32m[###]\x1b[0m", rest(84, 'x');
    CHECK(joined({{"fast", items_of(worth::verdict, {bar + ", " + rest})}}, 9).size() == 1);
}
