// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/kernels/contract/first_word.hpp>

#include <doctest/doctest.h>

#include <cstdint>

using namespace tigris::kernels;

namespace {

/// Of memory that begins `offset` bytes behind an aligned place: how far on the first word is.
template <class T>
int bytes_before(int offset) {
    alignas(16) static char memory[32];
    return int(reinterpret_cast<char*>(first_word<T>(memory + offset)) - (memory + offset));
}

}  // namespace

TEST_CASE("words begin at the next multiple of four bytes") {
    constexpr int expected[]{0, 3, 2, 1, 0, 3, 2, 1};
    for (int offset = 0; offset < 8; ++offset) {
        CHECK(bytes_before<std::int32_t>(offset) == expected[offset]);
        CHECK(bytes_before<float>(offset) == expected[offset]);
        CHECK(bytes_before<std::int16_t>(offset) == expected[offset]);
    }
}

TEST_CASE("double words begin at the next multiple of eight bytes") {
    constexpr int expected[]{0, 7, 6, 5, 4, 3, 2, 1};
    for (int offset = 0; offset < 8; ++offset)
        CHECK(bytes_before<std::int64_t>(offset) == expected[offset]);
}
