// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/planning/segments/ring_rows.hpp>

#include <helpers/random_network.hpp>
#include <helpers/synthetic_rows.hpp>

#include <doctest/doctest.h>

#include <vector>

namespace {

using namespace tigris;
using namespace tigris::planning;
using test::network_builder;
using test::synthetic_rows;

constexpr row_extents image{1, 8, 4, 4};

view<const lifetime> lifetimes_of(const synthetic_rows& rows) {
    return {rows.lifetimes.data(), int(rows.lifetimes.size())};
}
std::vector<std::int32_t> rings_of(const synthetic_rows& rows) {
    std::vector<std::int32_t> rings(rows.tensors.size());
    find_ring_rows(rows.network(), lifetimes_of(rows), {rings.data(), int(rings.size())});
    return rings;
}

/// The first task behind all readers of t that nothing made since passes by, one task at a time.
int join_of(const synthetic_rows& rows, int t) {
    int at = rows.life(t).last_reader;
    for (int k = rows.life(t).first_reader; k < at; ++k) {
        const int last = rows.life(rows.tasks[std::size_t(k)].output).last_reader;
        if (last > at && last < int(rows.tasks.size())) at = last;
    }
    return at;
}

std::int32_t walked_rows(const synthetic_rows& rows, int t) {
    const int first = rows.life(t).first_reader, join = join_of(rows, t);
    if (join - first >= max_segment_tasks) return rows.tensors[std::size_t(t)].rows;
    return fan_out_walk{rows.network(), lifetimes_of(rows), std::int16_t(t), first, join}.rows();
}

/// Of so many fan-outs, so many need a row and so many need more.
struct fan_outs {
    int of_one_row = 0;
    int of_more = 0;

    void compare(const synthetic_rows& rows) {
        const std::vector<std::int32_t> rings = rings_of(rows);
        for (int t = 0; t < int(rings.size()); ++t) {
            const lifetime& l = rows.life(t);
            if (l.readers < 2 || l.last_reader >= int(rows.tasks.size())) continue;
            if (rows.tensors[std::size_t(t)].rows == 1) continue;
            const std::int32_t ring = rings[std::size_t(t)];
            CHECK(ring == walked_rows(rows, t));
            ++(ring == 1 ? of_one_row : of_more);
        }
    }
};

/// Sums of what the step before made and of what one some steps earlier made.
synthetic_rows overlapping_sums(int steps, int apart) {
    network_builder b;
    std::vector<int> made{b.input(image)};
    for (int step = 0; step < steps; ++step)
        made.push_back(b.add(made.back(), made[std::size_t(step < apart ? 0 : step - apart)]));
    b.keep(made.back());
    return synthetic_rows(b.made);
}

}  // namespace

TEST_CASE("fan-outs need the rows that walking to their joins finds") {
    fan_outs seen;
    for (int seed = 0; seed < 300; ++seed)
        seen.compare(synthetic_rows(test::random_network(std::uint64_t(seed)).make(4 + seed % 40)));
    CHECK(seen.of_one_row > 20);
    CHECK(seen.of_more > 20);
}

TEST_CASE("fan-outs that overlap need a row where all their tasks are in step") {
    fan_outs seen;
    seen.compare(overlapping_sums(60, 7));
    CHECK(seen.of_one_row > 20);
    CHECK(seen.of_more > 20);
}
