// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/support/text.hpp>

#include <helpers/check.hpp>
#include <tigris/support/equal_text.hpp>
#include <tigris/support/type_list.hpp>

using namespace tigris;

namespace {

template <text Name>
struct named {
    static constexpr const char* name = Name.chars;
};

}  // namespace

TEST_CASE("equal texts name one type, others do not") {
    static_assert(is_same<named<"conv">, named<"conv">>);
    static_assert(!is_same<named<"conv">, named<"conw">>);
    static_assert(!is_same<named<"conv">, named<"convs">>);
    CHECK(equal_text(named<"conv">::name, "conv"));
}

TEST_CASE("a text ends as its literal does") {
    TIGRIS_HOLDS(sizeof(text("abc").chars) == 4 && text("abc").chars[3] == 0);
    TIGRIS_HOLDS(sizeof(text("").chars) == 1 && text("").chars[0] == 0);
}
