// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "count/memories.hpp"

#include <doctest/doctest.h>

namespace {

count::memory_map map_of_board() {
    count::memory_map map;
    CHECK(map.add("DTCM:4096:1024:0:0") == "");
    CHECK(map.add("SRAM:8192:1024:125:250") == "");
    return map;
}

std::string complaint_about(std::string_view text) { return map_of_board().add(text); }

bool contains(const std::string& text, const char* part) { return text.find(part) != text.npos; }

}  // namespace

TEST_CASE("an access costs its bytes, read or written") {
    count::memory_map map = map_of_board();
    map.access(8192, 4, false);
    map.access(9215, 1, false);
    map.access(8200, 8, true);
    const count::memory& sram = map.memories()[1];
    CHECK(sram.read_bytes == 5);
    CHECK(sram.written_bytes == 8);
    CHECK(sram.charge() == 5 * 125 + 8 * 250);
}

TEST_CASE("an access of memory without wait states costs nothing and is counted") {
    count::memory_map map = map_of_board();
    map.access(4096, 4, false);
    CHECK(map.memories()[0].read_bytes == 4);
    CHECK(map.memories()[0].charge() == 0);
    CHECK(map.memories()[1].charge() == 0);
}

TEST_CASE("an access that crosses the end belongs to the memory of its first byte") {
    count::memory_map map = map_of_board();
    map.access(5118, 4, false);
    map.access(9216, 4, false);
    CHECK(map.memories()[0].read_bytes == 4);
    CHECK(map.memories()[1].read_bytes == 0);
}

TEST_CASE("an access outside of all memories is nobody's") {
    count::memory_map map = map_of_board();
    for (const uint64_t address : {4095U, 5120U, 8191U, 9216U}) map.access(address, 4, true);
    for (const count::memory& m : map.memories()) CHECK(m.written_bytes == 0);
}

TEST_CASE("a memory that is not understood is not added") {
    for (const char* text : {"", "A", "A:0:16:0", "A:0:16:0:0:0", ":0:16:0:0", "A:x:16:0:0",
                             "A:0:16:-1:0", "A:0:16:0.5:0", "A:0:18446744073709551616:0:0"})
        CHECK_MESSAGE(contains(complaint_about(text), "not understood"), text);
}

TEST_CASE("a memory that cannot be is not added") {
    CHECK(contains(complaint_about("A:0:0:0:0"), "has no bytes"));
    CHECK(contains(complaint_about("A:18446744073709551615:2:0:0"), "beyond the last address"));
    CHECK(complaint_about("A:18446744073709551615:1:0:0") == "");
}

TEST_CASE("memories do not overlap") {
    for (const char* text : {"A:4096:1:0:0", "A:4000:97:0:0", "A:5119:100:0:0", "A:0:100000:0:0"})
        CHECK_MESSAGE(contains(complaint_about(text), "overlaps memory 'DTCM'"), text);
    CHECK(complaint_about("A:5120:3072:0:0") == "");
}
