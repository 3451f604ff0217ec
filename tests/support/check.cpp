// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/support/check.hpp>

#include <tigris/support/type_list.hpp>

#include <doctest/doctest.h>

using namespace tigris;

namespace {

/// Says what is wrong as soon as it is completed.
template <bool Wrong>
struct mistake {
    static_assert(!Wrong, "completed too early");
};

/// What a function that looks for mistakes returns, here for what is fine and what is not.
template <bool Wrong>
constexpr auto check() {
    if constexpr (Wrong)
        return as_check<mistake<true>>();
    else
        return as_check<nothing_to_say>();
}

}  // namespace

TEST_CASE("a mistake is found and named without a word of it") {
    const void* const found =
        check<true>();  // comparing the pointer itself would complete the class
    CHECK(found == nullptr);
    static_assert(is_same<pointed_check<decltype(check<true>())>::type, mistake<true>>);
    static_assert(is_fault<decltype(check<true>())>);
    static_assert(!is_fault<decltype(check<false>())>);
}

TEST_CASE("what holds is completed, and is a base that adds nothing") {
    struct derived : checked<complete(as_check<mistake<false>>())> {
        char byte = 0;
    };
    CHECK(complete(as_check<mistake<false>>()));
    CHECK(sizeof(derived) == 1);
}
