// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/support/is_set.hpp>

#include <helpers/check.hpp>

namespace {

inline constexpr int object = 7;
int variable = 7;

}  // namespace

TEST_CASE("a pointer to an object is set, a null pointer is not") {
    TIGRIS_HOLDS(tigris::is_set(&object));
    TIGRIS_HOLDS(tigris::is_set(&variable));
    TIGRIS_HOLDS(!tigris::is_set<int>(nullptr));
}

TEST_CASE("so it is at run time, whatever the compiler knows") {
    CHECK(tigris::is_set(tigris::test::unknown(&object)));
    CHECK_FALSE(tigris::is_set(tigris::test::unknown(static_cast<const int*>(nullptr))));
}
