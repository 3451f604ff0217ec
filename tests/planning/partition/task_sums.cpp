// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/planning/partition/task_sums.hpp>

#include <helpers/random_network.hpp>
#include <helpers/synthetic_rows.hpp>

#include <doctest/doctest.h>

#include <vector>

using namespace tigris;
using namespace tigris::planning;

namespace {

/// The sums of all tasks of a network whose rings hold `ring_rows` rows.
struct summed {
    test::synthetic_rows rows;
    std::vector<task_sums> sums;

    summed(const test::owned_network& n, io_modes modes, std::int32_t ring_rows = 1)
        : rows(n, modes, modes), sums(rows.tasks.size()) {
        const std::vector<std::int32_t> ring(rows.tensors.size(), ring_rows);
        find_sums(rows.network(), lifetimes(), {ring.data(), int(ring.size())}, {},
                  {sums.data(), int(sums.size())});
    }
    view<const lifetime> lifetimes() const {
        return {rows.lifetimes.data(), int(rows.lifetimes.size())};
    }
    /// Bytes of all tensors in the arena that live across a cut.
    std::int64_t across(int cut) const {
        std::int64_t bytes = 0;
        for (std::size_t t = 0; t < rows.tensors.size(); ++t) {
            const row_tensor& tensor = rows.tensors[t];
            const bool is_there = tensor.given || rows.lifetimes[t].producer >= 0;
            if (is_there && tensor.home == home::arena && rows.lifetimes[t].crosses(cut))
                bytes += tensor.bytes();
        }
        return bytes;
    }
};

}  // namespace

TEST_CASE("bytes across a cut are those of the tensors that live there") {
    for (unsigned seed = 0; seed < 100; ++seed) {
        CAPTURE(seed);
        const summed made(test::random_network(seed).make(8), seed % 2 ? io::arena : io::caller);
        CHECK(given_bytes(made.rows.network(), made.lifetimes()) == made.across(0));
        for (std::size_t k = 0; k < made.sums.size(); ++k)
            REQUIRE(made.sums[k].carried == made.across(int(k) + 1));
    }
}

TEST_CASE("costs until a task are those of all tasks row by row") {
    for (unsigned seed = 0; seed < 20; ++seed) {
        const summed made(test::random_network(seed).make(8), io::caller);
        std::int64_t cost = 0;
        for (const task_sums& s : made.sums) {
            cost += s.cost_by_rows;
            CHECK(s.cost_until == cost);
            CHECK(s.cost_whole <= s.cost_by_rows);
        }
        CHECK(cost > 0);
    }
}

TEST_CASE("a task's rows, ring and readers") {
    test::network_builder b;
    const int x = b.input({1, 8, 5, 2}), made = b.pointwise(x, 4);
    b.keep(b.add(b.pointwise(made, 4), made));
    const summed s(b.made, io::caller, 3);
    CHECK(s.sums[0].row_bytes == 5 * 4);
    CHECK(s.sums[0].pixel_bytes == 4);
    CHECK(s.sums[0].width == 5);
    CHECK(s.sums[0].ring_bytes == 3 * 5 * 4);
    CHECK(s.sums[0].output_bytes == 8 * 5 * 4);
    CHECK(s.sums[0].first_reader == 1);
    CHECK(s.sums[0].last_reader == 2);
    CHECK(s.sums[0].reads == 1);
    CHECK(s.sums[2].reads == 2);
    CHECK(s.sums[0].in_arena);
    CHECK_FALSE(s.sums[2].in_arena);
    CHECK(s.sums[0].by_columns);
    CHECK_FALSE(s.sums[0].passes);
    CHECK(summed(b.made, io::caller).sums[0].passes);
}

TEST_CASE("only tensors that rows are read of are counted") {
    test::network_builder b;
    const int x = b.input({1, 4, 4, 1}), weights = b.constant({1, 1, 1, 4});
    b.keep(b.add(weights, x));
    CHECK(summed(b.made, io::caller).sums[0].reads == 1);
}
