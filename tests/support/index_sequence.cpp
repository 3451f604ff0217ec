// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/support/index_sequence.hpp>

#include <doctest/doctest.h>

#include <vector>

using namespace tigris;

namespace {

template <int... Index>
constexpr int digits(index_sequence<Index...>) {
    int number = 0;
    ((number = 10 * number + Index), ...);
    return number;
}

}  // namespace

TEST_CASE("a sequence counts from 0") {
    static_assert(digits(make_index_sequence<4>{}) == 123);
    static_assert(digits(make_index_sequence<0>{}) == 0);
}

TEST_CASE("a function is called with each index in order, also with more than 256") {
    std::vector<int> seen;
    for_each_index<300>([&](auto index) {
        static_assert(decltype(index)::value < 300);
        seen.push_back(index.value);
    });
    REQUIRE(seen.size() == 300);
    for (int i = 0; i < 300; ++i) CHECK(seen[std::size_t(i)] == i);
    for_each_index<0>([&](auto) { seen.clear(); });
    CHECK(seen.size() == 300);
}
