// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/support/sort.hpp>

#include <helpers/check.hpp>
#include <helpers/random.hpp>

#include <algorithm>
#include <vector>

using namespace tigris;

namespace {

constexpr bool ascending(int a, int b) { return a < b; }

/// Sorts 40 numbers in the compiler, too.
constexpr bool sorts(int seed) {
    test::random_numbers random{uint64_t(seed)};
    int numbers[40]{};
    long sum = 0;
    for (int& n : numbers) n = random.between(0, 30), sum += n;
    sort(view_of(numbers), ascending);
    for (int& n : numbers) sum -= n;
    return sum == 0 && is_sorted(view_of(numbers), ascending);
}

}  // namespace

TEST_CASE("numbers are sorted, in constant expressions, too") { TIGRIS_CHECK_SEEDS(60, sorts); }

TEST_CASE("it sorts as the standard library does") {
    test::random_numbers random(11);
    for (int count = 0; count < 100; ++count) {
        std::vector<int> numbers;
        for (int i = 0; i < count; ++i) numbers.push_back(random.between(-50, 50));
        std::vector<int> expected = numbers;
        std::sort(expected.begin(), expected.end(), std::greater<>());
        sort(view<int>{numbers.data(), count}, [](int a, int b) { return a > b; });
        CHECK(numbers == expected);
    }
}

TEST_CASE("what is in order takes one comparison for each neighbor") {
    int numbers[50], compared = 0;
    for (int i = 0; i < 50; ++i) numbers[i] = i / 2;
    sort(view_of(numbers), [&](int a, int b) { return ++compared, a < b; });
    CHECK(compared == 49);
}
