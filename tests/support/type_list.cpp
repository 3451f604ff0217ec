// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/support/type_list.hpp>

#include <doctest/doctest.h>

using namespace tigris;

namespace {

using list = type_list<char, int, long>;
template <class... T>
inline constexpr int bytes = int((sizeof(T) + ... + 0));
template <class... T>
struct sum {
    static constexpr int value = bytes<T...>;
};

}  // namespace

TEST_CASE("types are found by their place") {
    static_assert(list::size == 3);
    static_assert(is_same<list::at<0>, char> && is_same<list::at<2>, long>);
    static_assert(!is_same<list::at<1>, long>);
    static_assert(list::contains<int> && !list::contains<short>);
    static_assert(type_list<>::size == 0 && !type_list<>::contains<int>);
    CHECK(list::apply<sum>::value == int(sizeof(char) + sizeof(int) + sizeof(long)));
}

TEST_CASE("a template argument's type is not const") {
    static_assert(is_same<type_of<7>, int>);
    static_assert(is_same<without_const<const char>::type, char>);
    static_assert(is_same<without_const<char>::type, char>);
    CHECK(true);
}
