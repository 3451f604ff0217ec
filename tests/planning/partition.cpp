// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/planning/partition.hpp>

#include <helpers/plan_runner.hpp>
#include <helpers/random_network.hpp>
#include <helpers/wide_network.hpp>
#include <onnx2hpp/plan/planner.hpp>

#include <doctest/doctest.h>

using namespace tigris;
using namespace tigris::planning;

namespace {

/// What a search may take, and what else planning takes for the segments and the layout.
std::int64_t most_work(int tasks) {
    constexpr std::int64_t searches = 10, rest = 60'000;
    return searches * (work_of_search + (work_of_task + rest) * tasks);
}

}  // namespace

TEST_CASE("a search among many ways to cut ends, and what it finds computes the same") {
    for (const int branches : {40, 160}) {
        CAPTURE(branches);
        const test::owned_network n = test::wide_network(branches);
        onnx2hpp::planner plans(n.view(), {});
        const attempt spilling{.smallest = true, .may_spill = true, .may_recompute = true};
        const std::optional<onnx2hpp::owned_plan> p = plans.plan(spilling);
        REQUIRE(p.has_value());
        CHECK(plans.work() < most_work(plans.task_count()));
        const test::plan_runner run(n, *p, io::caller, io::caller);
        CHECK(run.mistake() == "");
        const test::layer_by_layer expected(n);
        const int last = int(n.tensors.size()) - 1;
        CHECK(run.output(0) == expected.tensor(last));
    }
}

TEST_CASE("attempts that were made are not made again") {
    const test::owned_network n = test::wide_network(20);
    onnx2hpp::planner plans(n.view(), {});
    const std::int64_t least = plans.smallest_fast_bytes(true), once = plans.work();
    CHECK(plans.smallest_fast_bytes(true) == least);
    CHECK(plans.work() == once);
}

TEST_CASE("bytes across a cut are those of the tensors that live there") {
    for (int seed = 0; seed < 100; ++seed) {
        CAPTURE(seed);
        const test::owned_network made = test::random_network(std::uint64_t(seed)).make(8);
        std::vector<std::int16_t> storage(made.tensors.size());
        const io_modes modes = seed % 2 ? io::arena : io::caller;
        const row_network_size size = size_of_rows(made.view(), modes, modes);
        std::vector<task> tasks(std::size_t(size.tasks));
        std::vector<row_read> reads(std::size_t(size.reads));
        std::vector<row_tensor> tensors(std::size_t(size.tensors));
        row_network_builder rows{
            {tasks.data(), size.tasks}, {reads.data(), size.reads}, {tensors.data(), size.tensors}};
        find_rows(made.view(), modes, modes, {storage.data(), int(storage.size())}, rows);
        const row_network n{{tasks.data(), rows.task_count},
                            {reads.data(), rows.read_count},
                            {tensors.data(), rows.tensor_count}};
        std::vector<lifetime> lifetimes(std::size_t(n.tensors.size));
        std::vector<std::int32_t> ring(lifetimes.size(), 1);
        find_lifetimes(n, {lifetimes.data(), int(lifetimes.size())});
        std::vector<task_sums> sums(std::size_t(n.tasks.size));
        find_sums(n, {lifetimes.data(), int(lifetimes.size())}, {ring.data(), int(ring.size())}, {},
                  {sums.data(), int(sums.size())});
        for (int k = 0; k < n.tasks.size; ++k) {
            std::int64_t bytes = 0;
            for (int t = 0; t < n.tensors.size; ++t) {
                const bool is_there = n.tensors[t].given || lifetimes[std::size_t(t)].producer >= 0;
                if (is_there && n.tensors[t].lives == home::arena &&
                    lifetimes[std::size_t(t)].crosses(k + 1))
                    bytes += n.tensors[t].bytes();
            }
            REQUIRE(sums[std::size_t(k)].carried == bytes);
        }
    }
}
