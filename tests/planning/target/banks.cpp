// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/planning/layout/arena_layout.hpp>
#include <tigris/planning/partition/attempt.hpp>
#include <tigris/planning/target/banks.hpp>

#include <helpers/random_network.hpp>
#include <onnx2hpp/plan/planner.hpp>

#include <doctest/doctest.h>

#include <random>
#include <string>
#include <vector>

namespace {

using namespace tigris;
using namespace tigris::planning;

constexpr memory_map apollo{
    {{.name = "MRAM", .bytes = 4000, .read_cost = 600, .is_writable = false},
     {.name = "SRAM", .bytes = 1002, .read_cost = 500, .write_cost = 500},
     {.name = "DTCM", .bytes = 511},
     {.name = "NOR", .bytes = 8000, .is_addressable = false},
     {.name = "PSRAM", .bytes = 9000, .read_cost = 3000, .write_cost = 5000}}};
constexpr target board{.memories = &apollo};

/// Blocks of 40 segments.
std::vector<block> random_blocks(unsigned seed, int count, int most_bytes) {
    std::mt19937 random(seed);
    std::vector<block> blocks;
    for (int i = 0; i < count; ++i) {
        const int first = int(random() % 40);
        blocks.push_back({.bytes = std::int64_t(random() % unsigned(most_bytes / 4) + 1) * 4,
                          .first_segment = std::int16_t(first),
                          .last_segment = std::int16_t(first + int(random() % 4)),
                          .id = std::int16_t(i),
                          .accesses = std::int64_t(random() % 10000)});
    }
    return blocks;
}

std::int64_t lay_out(std::vector<block>& blocks, const space& where) {
    layout_room<100, 50> working;
    return planning::lay_out({blocks.data(), int(blocks.size())}, working.all(), where, 0);
}

bool share_bytes(const block& a, const block& b) {
    return live_together(a, b) && a.offset < b.offset + b.bytes && b.offset < a.offset + a.bytes;
}

int count_overlaps(const std::vector<block>& blocks) {
    int overlaps = 0;
    for (const block& a : blocks)
        for (const block& b : blocks) overlaps += a.id < b.id && share_bytes(a, b);
    return overlaps;
}

int count_straddling(const std::vector<block>& blocks, const space& where) {
    int found = 0;
    for (const block& b : blocks) found += &where.at(b.offset) != &where.at(b.offset + b.bytes - 1);
    return found;
}

/// The tests' spaces: banks of so many bytes, each dearer than the one before.
space banks_of(std::initializer_list<std::int64_t> sizes, std::uint32_t cost_step) {
    space made{};
    made.count = 0;
    std::int64_t begin = 0;
    for (const std::int64_t bytes : sizes) {
        made.banks[made.count] = {begin, begin + bytes, std::int8_t(made.count),
                                  std::uint32_t(made.count) * cost_step};
        ++made.count;
        begin += bytes;
    }
    return made;
}

}  // namespace

TEST_CASE("a target without named memories has a region for each space") {
    for (const int number : {fast_space, slow_space}) {
        const space s = space_of({.fast = 100}, number, 4);
        CHECK(s.count == 1);
        CHECK(s.at(5000).region == number);
        CHECK(s.at(5000).begin == 0);
    }
    CHECK(resolve({.fast = 100, .slow = 7}, 4) == target{.fast = 100, .slow = 7});
}

TEST_CASE("the cheapest memory comes first, and a bank ends at the alignment") {
    const space fast = space_of(board, fast_space, 4);
    REQUIRE(fast.count == 2);
    CHECK(fast.banks[0].region == find_region(apollo, "DTCM"));
    CHECK(fast.banks[0].end == 508);
    CHECK(fast.banks[1].region == find_region(apollo, "SRAM"));
    CHECK(fast.banks[1].begin == 508);
    CHECK(fast.bytes() == 508 + 1000);
    CHECK(fast.at(507).region == 2);
    CHECK(fast.at(508).region == 1);
    CHECK(fast.at(100000).region == 1);
}

TEST_CASE("memory that costs more than a cycle a byte is streamed") {
    const space slow = space_of(board, slow_space, 4);
    REQUIRE(slow.count == 1);
    CHECK(slow.banks[0].region == find_region(apollo, "PSRAM"));
    CHECK(resolve(board, 4).costs.slow_byte == 4000);
}

TEST_CASE("what is read only, or only copied from, holds no activations") {
    CHECK_FALSE(apollo[0].holds_activations());
    CHECK_FALSE(apollo[3].holds_activations());
    CHECK(find_region(apollo, "FLASH") == -1);
}

TEST_CASE("slow memory alone is as good as fast") {
    constexpr memory_map psram{{{.name = "PSRAM", .bytes = 100, .read_cost = 9000}}};
    CHECK(space_of({.memories = &psram}, fast_space, 4).bytes() == 100);
    CHECK(space_of({.memories = &psram}, slow_space, 4).bytes() == 0);
}

TEST_CASE("budgets beside named memories are the most that may be used of them") {
    CHECK(resolve(board, 4).fast == 1508);
    CHECK(resolve(board, 4).slow == 9000);
    CHECK(resolve({.fast = 600, .slow = 50, .memories = &apollo}, 4).fast == 600);
    CHECK(resolve({.fast = 600, .slow = 50, .memories = &apollo}, 4).slow == 50);
    CHECK(resolve(resolve(board, 4), 4) == resolve(board, 4));
}

TEST_CASE("no block straddles two banks, whatever they cost") {
    for (unsigned seed = 0; seed < 40; ++seed) {
        CAPTURE(seed);
        const space where = banks_of({1000, 600, 100000}, seed % 2 ? 300 : 0);
        std::vector<block> blocks = random_blocks(seed, 80, 400);
        lay_out(blocks, where);
        CHECK(count_overlaps(blocks) == 0);
        CHECK(count_straddling(blocks, where) == 0);
    }
}

TEST_CASE("what is larger than the second bank lies in the largest, with all that is as large") {
    const bank_bytes banks = banks_of({400, 600, 500}, 100).sizes();
    CHECK(banks.all == 1500);
    CHECK(banks.largest == 600);
    CHECK(banks.second == 500);
    CHECK(banks.hold(600, 500));
    CHECK(banks.hold(500, 500));
    CHECK_FALSE(banks.hold(501, 502));
    CHECK(bank_bytes{900, 600, 100}.hold(300, 300));
    CHECK_FALSE(bank_bytes{900, 600, 100}.hold(300, 301));
    CHECK(space{}.sizes().hold(INT64_MAX, INT64_MAX / 2));
}

TEST_CASE("estimates know that what shares bytes lies in one bank") {
    int first = 0, any = 0;
    for (int seed = 0; seed < 300; ++seed) {
        const test::owned_network n = test::random_network(std::uint64_t(seed)).make(12);
        const auto least =
            std::uint64_t(onnx2hpp::planner(n.view(), {}).smallest_fast_bytes(false));
        const memory_map map{{{.name = "A", .bytes = least * 12 / 10},
                              {.name = "B", .bytes = least * 3 / 10, .read_cost = 100},
                              {.name = "C", .bytes = least * 3 / 10, .read_cost = 200}}};
        const target wanted = resolve({.memories = &map}, TIGRIS_TENSOR_ALIGN);
        onnx2hpp::planner plans(n.view(), wanted);
        any += plans.plan(wanted.fast, wanted.slow).has_value();
        const auto made = plans.plan(plans.first_attempt(wanted.fast));
        first += made && std::uint64_t(made->fast_peak_bytes) <= wanted.fast;
    }
    CHECK(any == 300);
    CHECK(first > 150);  // 134 where estimates let blocks share bytes of two banks
}

TEST_CASE("two banks hold what neither holds alone") {
    std::vector<block> blocks{
        {.bytes = 400, .id = 0}, {.bytes = 300, .id = 1}, {.bytes = 200, .id = 2}};
    const space where = banks_of({500, 400}, 0);
    lay_out(blocks, where);
    CHECK(end_of({blocks.data(), 3}) > 400);
    CHECK(count_overlaps(blocks) == 0);
    CHECK(count_straddling(blocks, where) == 0);
    CHECK(where.at(blocks[0].offset).region != where.at(blocks[1].offset).region);
}

TEST_CASE("what is accessed most a byte goes to the cheapest bank") {
    std::vector<block> blocks{{.bytes = 400, .id = 0, .accesses = 800},
                              {.bytes = 100, .id = 1, .accesses = 2000},
                              {.bytes = 300, .id = 2, .accesses = 3000}};
    const space where = banks_of({400, 1000}, 300);
    lay_out(blocks, where);
    CHECK(where.at(blocks[0].offset).region == 1);
    CHECK(where.at(blocks[1].offset).region == 0);
    CHECK(where.at(blocks[2].offset).region == 0);
}

TEST_CASE("a layout that fits is better than one that costs less") {
    std::vector<block> blocks{{.bytes = 400, .id = 0, .accesses = 1},
                              {.bytes = 300, .id = 1, .accesses = 9000}};
    lay_out(blocks, banks_of({400, 300}, 300));
    CHECK(blocks[0].offset == 0);
    CHECK(blocks[1].offset == 400);
}

TEST_CASE("what one of several banks holds takes as few bytes as in that bank alone") {
    int smaller_than_by_cost = 0;
    for (unsigned seed = 0; seed < 60; ++seed) {
        CAPTURE(seed);
        std::vector<block> alone = random_blocks(seed, 30, 400), among = alone, by_cost = alone;
        const space banks = banks_of({100'000, 100'000}, 300);
        const std::int64_t least = lay_out(alone, space{});
        CHECK(lay_out(among, banks) == least);
        layout_room<100, 50> working;
        smaller_than_by_cost +=
            lay_out_by_cost({by_cost.data(), int(by_cost.size())}, working.all(), banks) > least;
    }
    CHECK(smaller_than_by_cost > 10);
}

TEST_CASE("packed constants take their bytes from the start of fast memory") {
    CHECK(without_prefix(100, 30) == 70);
    CHECK(without_prefix(30, 30) == 0);
    CHECK(without_prefix(20, 30) == 0);
    CHECK(with_prefix(70, 30) == 100);
    CHECK(without_prefix(unlimited, 30) == unlimited);
    CHECK(with_prefix(unlimited, 30) == unlimited);
}
