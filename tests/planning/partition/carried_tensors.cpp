// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/planning/partition/carried_tensors.hpp>

#include <helpers/partition_rows.hpp>
#include <helpers/synthetic_rows.hpp>

#include <doctest/doctest.h>

#include <vector>

using namespace tigris;
using namespace tigris::planning;

namespace {

/// input -> first -> second -> sum of both -> last, of 8 rows of 8 bytes but for the input's 16.
struct network_with_sum {
    int input = 0, first = 0, second = 0, sum = 0, last = 0;
    test::owned_network made;

    network_with_sum() {
        test::network_builder b;
        input = b.input({1, 8, 4, 4});
        first = b.pointwise(input, 2);
        second = b.pointwise(first, 2);
        sum = b.add(second, first);
        last = b.pointwise(sum, 2);
        b.keep(last);
        made = b.made;
    }
};

/// What the partition reads of it. Its tasks have the numbers 0 to 3, tensors those of the model.
struct carried : network_with_sum {
    test::synthetic_rows rows{made, io::arena, io::arena};
    std::vector<task_sums> sums{rows.tasks.size()};
    std::vector<std::int16_t> slow_edges{std::vector<std::int16_t>(8, 0)};
    partition_input input_of_partition{};

    explicit carried(bool slow_input = false) {
        if (slow_input) rows.tensors[std::size_t(input)].space = slow_space;
        const std::vector<std::int32_t> ring(rows.tensors.size(), 1);
        const view<const lifetime> lifetimes{rows.lifetimes.data(), int(rows.lifetimes.size())};
        find_sums(rows.network(), lifetimes, {ring.data(), int(ring.size())}, {},
                  {sums.data(), int(sums.size())});
        input_of_partition.n = rows.network();
        input_of_partition.lifetimes = lifetimes;
        input_of_partition.sums = {sums.data(), int(sums.size())};
        input_of_partition.memory.slow_edges = {slow_edges.data(), int(slow_edges.size())};
    }
    carried_tensors found() const { return carried_tensors(input_of_partition); }
    static segment_sums segment(int begin, int end) {
        segment_sums s{};
        s.begin = begin;
        s.end = end;
        return s;
    }
};

/// Tasks that each make a tensor of the input, then tasks that add these up.
test::owned_network sum_of_many(int terms) {
    test::network_builder b;
    const int x = b.input({1, 8, 4, 4});
    std::vector<int> made;
    for (int k = 0; k < terms; ++k) made.push_back(b.pointwise(x, 2));
    int sum = made[0];
    for (int k = 1; k < terms; ++k) sum = b.add(sum, made[std::size_t(k)]);
    b.keep(sum);
    return b.made;
}

label in_slow(int tensor) {
    label l{};
    l.add(std::int16_t(tensor));
    return l;
}

std::vector<int> reloaded(const carried& c, const label& before, const segment_sums& s) {
    std::vector<int> tensors;
    c.found().for_each_reloaded(before, s, [&](std::int16_t t) { tensors.push_back(t); });
    return tensors;
}

}  // namespace

TEST_CASE("across a cut lies what was made before and is read behind, less what is spilled") {
    const carried c;
    constexpr int bytes = 8 * 8;
    CHECK(c.found().across(0, {}) == 2 * bytes);  // the input
    CHECK(c.found().across(1, {}) == bytes);
    CHECK(c.found().across(2, {}) == 2 * bytes);
    CHECK(c.found().across(2, in_slow(c.first)) == bytes);
    CHECK(c.found().across(3, {}) == bytes);
    CHECK(c.found().across(4, {}) == bytes);  // the output
    CHECK(carried(true).found().across(0, {}) == 0);
}

TEST_CASE("a segment reloads what it reads of slow memory, and nothing else") {
    const carried c, slow(true);
    const auto segment = carried::segment;
    CHECK(reloaded(c, in_slow(c.first), segment(2, 3)) == std::vector{c.first});
    CHECK(reloaded(c, in_slow(c.first), segment(3, 4)).empty());
    CHECK(reloaded(slow, {}, segment(0, 2)) == std::vector{slow.input});
    CHECK(slow.found().edges_reloaded(segment(0, 2)) == 1);
    CHECK(slow.found().edges_reloaded(segment(1, 4)) == 0);
    CHECK(c.found().edges_reloaded(segment(0, 2)) == 0);
}

TEST_CASE("spilled tensors are remembered as long as somebody reads them") {
    const carried c;
    label made{};
    CHECK(c.found().keep_slow(carried::segment(1, 2), in_slow(c.first), made));
    CHECK(made.in_slow_count == 1);
    CHECK(made.holds(std::int16_t(c.first)));
    label behind{};
    CHECK(c.found().keep_slow(carried::segment(2, 3), in_slow(c.first), behind));
    CHECK(behind.in_slow_count == 0);
    label spilling{.spills = true};
    CHECK(c.found().keep_slow(carried::segment(0, 2), {}, spilling));
    CHECK(spilling.holds(std::int16_t(c.first)));
    CHECK(spilling.holds(std::int16_t(c.second)));
}

TEST_CASE("the largest input of the first task that dies in the segment may be overlapped") {
    const carried c;
    const auto segment = carried::segment;
    CHECK(c.found().dying_input(segment(0, 1), {}) == c.input);
    CHECK(c.found().dying_input(segment(1, 2), {}) == -1);  // the sum still reads it
    CHECK(c.found().dying_input(segment(1, 3), {}) == c.first);
    CHECK(c.found().dying_input(segment(1, 3), in_slow(c.first)) == -1);
    CHECK(carried(true).found().dying_input(segment(0, 1), {}) == -1);
}

TEST_CASE("an input has a bank beside the largest output, unless it is in slow memory") {
    carried c;
    segment_sums s = carried::segment(1, 2);
    s.largest_sink = 64;
    c.input_of_partition.banks = {.all = 200, .largest = 100, .second = 50};
    CHECK_FALSE(c.found().have_banks(s, {}));
    CHECK(c.found().have_banks(s, in_slow(c.first)));
    s.largest_sink = 36;
    CHECK(c.found().have_banks(s, {}));
}

TEST_CASE("a segment does not spill more tensors than a label can note") {
    constexpr int most = label::max_in_slow;
    test::partition_rows rows(sum_of_many(most + 1));
    const partition_input input = rows.input();
    const carried_tensors found(input);
    label spilled{.spills = true}, too_many{.spills = true};
    CHECK(found.keep_slow(carried::segment(0, most), {}, spilled));
    CHECK(spilled.in_slow_count == most);
    CHECK_FALSE(found.keep_slow(carried::segment(0, most + 1), {}, too_many));
}
