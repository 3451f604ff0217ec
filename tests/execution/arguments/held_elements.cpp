// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/execution/arguments/held_elements.hpp>

#include <doctest/doctest.h>

#include <array>
#include <span>
#include <type_traits>

using namespace tigris::execution;

namespace {

/// Twelve elements somewhere else.
struct pointing {
    float* first;
    constexpr float* data() const { return first; }
    constexpr std::size_t size() const { return 12; }
};
using rows = float[2][3];
using numbers = std::array<float, 3>;
using three = std::span<float, 3>;

}  // namespace

TEST_CASE("an array's class holds its elements, a class that points to them does not") {
    CHECK(holds_elements<numbers>);
    CHECK_FALSE(holds_elements<pointing>);
    CHECK_FALSE(holds_elements<three>);
    CHECK_FALSE(holds_elements<float>);
}

TEST_CASE("elements of a temporary are lost, those of a variable are not") {
    CHECK(is_lost<rows>);
    CHECK(is_lost<numbers>);
    CHECK_FALSE(is_lost<rows&>);
    CHECK_FALSE(is_lost<numbers&>);
    CHECK_FALSE(is_lost<three>);
}

TEST_CASE("a run writes to variables and to what temporaries point to") {
    CHECK(std::is_same_v<written_buffer<numbers>, const numbers>);
    CHECK(std::is_same_v<written_buffer<numbers&>, numbers>);
    CHECK(std::is_same_v<written_buffer<three>, three>);
    CHECK(std::is_same_v<written_buffer<const rows&>, const rows>);
}
