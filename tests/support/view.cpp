// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/support/view.hpp>

#include <doctest/doctest.h>

using namespace tigris;

TEST_CASE("a view shows an array's elements, and changes them") {
    int numbers[]{3, 4, 5};
    const view<int> all = view_of(numbers);
    CHECK(all.size == 3);
    all[1] = 40;
    CHECK(numbers[1] == 40);
    int sum = 0;
    for (const int i : all) sum += i;
    CHECK(sum == 48);
    CHECK(all.end() - all.begin() == 3);
}

TEST_CASE("a view without an array is empty") {
    constexpr view<const int> none{};
    static_assert(none.size == 0 && none.begin() == none.end());
    CHECK(none.data == nullptr);
}
