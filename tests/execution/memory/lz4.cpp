// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/execution/memory/lz4.hpp>

#include <doctest/doctest.h>

#include <cstdint>
#include <string>
#include <vector>

using namespace tigris::execution;

namespace {

/// What a block decodes to, or "none".
std::string decoded(const std::vector<std::uint8_t>& block, int bytes) {
    std::string out(std::size_t(bytes), '.');
    const bool is_block = decode_lz4(block.data(), int(block.size()), out.data(), bytes);
    return is_block ? out : "none";
}

}  // namespace

TEST_CASE("a block is literals and matches, as LZ4's format says") {
    CHECK(decoded({0x30, 'a', 'b', 'c'}, 3) == "abc");
    // Two literals, 4 bytes from 2 behind, one literal.
    CHECK(decoded({0x20, 'a', 'b', 2, 0, 0x10, 'c'}, 7) == "abababc");
    // A match that overlaps itself: one literal, 4 + 3 times the same.
    CHECK(decoded({0x13, 'x', 1, 0, 0x10, 'y'}, 9) == "xxxxxxxxy");
    CHECK(decoded({0x00}, 0) == "");
}

TEST_CASE("long lengths go on in bytes of 255") {
    std::vector<std::uint8_t> block{0xf0, 255, 10};  // 15 + 255 + 10 literals
    std::string expected;
    for (int i = 0; i < 280; ++i) expected += char('a' + i % 26);
    block.insert(block.end(), expected.begin(), expected.end());
    CHECK(decoded(block, 280) == expected);
    CHECK(decoded({0x1f, 'z', 1, 0, 5, 0x10, 'e'}, 26) == std::string(25, 'z').append("e"));
}

TEST_CASE("what is no block of that length is refused, and nothing is written beyond it") {
    CHECK(decoded({0x30, 'a', 'b'}, 3) == "none");              // a literal is missing
    CHECK(decoded({0x30, 'a', 'b', 'c'}, 2) == "none");         // too many
    CHECK(decoded({0x30, 'a', 'b', 'c'}, 4) == "none");         // too few
    CHECK(decoded({0x10, 'a', 2, 0, 0x10, 'b'}, 6) == "none");  // from before the begin
    CHECK(decoded({0x10, 'a', 0, 0, 0x10, 'b'}, 6) == "none");  // from itself
    CHECK(decoded({0x10, 'a', 1}, 5) == "none");                // half a distance
    CHECK(decoded({0xf0, 255}, 300) == "none");                 // an endless length
    char around[]{'[', '.', '.', ']'};
    const std::uint8_t block[]{0x13, 'x', 1, 0};
    CHECK_FALSE(decode_lz4(block, 4, around + 1, 2));
    CHECK(around[3] == ']');
}

TEST_CASE("the checksum is FNV-1a") {
    // Source of the numbers: draft-eastlake-fnv, test vectors.
    CHECK(checksum_of("", 0) == 0x811c9dc5);
    CHECK(checksum_of("a", 1) == 0xe40c292c);
    CHECK(checksum_of("foobar", 6) == 0xbf9cf968);
}
