// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/enumerators.hpp>

#include <tigris/ops/pool.hpp>

#include <doctest/doctest.h>

#include <string>

namespace {

using namespace onnx2hpp;

enum class fruit : unsigned char { apple, pear, plum };
enum class other { apple = 1 };

}  // namespace

TEST_CASE("an enumerator is spelled as the library declares it") {
    using tigris::ops::pool_function;
    CHECK(std::string(name_of(pool_function::average)) == "average");
    CHECK(std::string(qualified_name(pool_function::average)) ==
          "tigris::ops::pool_function::average");
    static_assert(std::string_view(name_of(pool_function::max)) == "max");
}

TEST_CASE("all enumerators are counted, and found by their names") {
    static_assert(enumerators::count<fruit>() == 3);
    static_assert(enumerators::count<other>() == 0);
    for (const fruit f : {fruit::apple, fruit::pear, fruit::plum})
        CHECK(enumerator_of<fruit>(name_of(f)) == f);
    CHECK(!enumerator_of<fruit>("fruit"));
    CHECK(!enumerator_of<fruit>(""));
}

TEST_CASE("a value without an enumerator has no name") {
    CHECK_THROWS_AS(name_of(static_cast<fruit>(3)), std::logic_error);
}
