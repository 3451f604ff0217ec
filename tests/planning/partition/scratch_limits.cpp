// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/planning/partition/scratch_limits.hpp>

#include <helpers/random_network.hpp>
#include <helpers/seeds.hpp>
#include <onnx2hpp/plan/planner.hpp>
#include <onnx2hpp/search/candidate.hpp>

#include <doctest/doctest.h>

#include <algorithm>

namespace {

using namespace tigris;
using namespace tigris::planning;
using onnx2hpp::owned_plan;
using onnx2hpp::planner;

const int networks = test::seeds(150);

step_facts wanting(int32_t scratch, bool is_substitute = false) {
    return {.kernel = {.scratch_bytes = scratch, .is_substitute = is_substitute}};
}

std::vector<std::uint64_t> limits_of(const std::vector<step_facts>& own,
                                     const std::vector<step_facts>& least) {
    std::vector<std::uint64_t> limits(own.size());
    const int count =
        find_scratch_limits({own.data(), int(own.size())}, {least.data(), int(least.size())},
                            {limits.data(), int(limits.size())});
    limits.resize(std::size_t(count));
    return limits;
}

/// A network some of whose kernels want much scratch, with substitutes for most of these.
struct thirsty_case {
    test::owned_network n;
    std::vector<step_facts> least;
    target like{.alignment = 4};

    explicit thirsty_case(int seed)
        : n(test::random_network(std::uint64_t(seed)).make(2 + seed % 12)), least(n.steps) {
        for (std::size_t i = 0; i < n.steps.size(); ++i) {
            kernel_facts& own = n.steps[i].kernel;
            if (own.scratch_bytes == 0 || (int(i) + seed) % 4 == 0) continue;
            least[i].kernel.is_substitute = true;
            own.scratch_bytes *= 20 + seed % 3 * 20;
        }
    }
    network with_substitutes() const {
        network made = n.view();
        made.least = {least.data(), int(least.size())};
        return made;
    }
    int substitutes_of(const owned_plan& p) const {
        return int(std::count_if(p.steps.begin(), p.steps.end(),
                                 [](const step_plan& s) { return s.is_substitute; }));
    }
    std::vector<std::uint64_t> limits() const { return limits_of(n.steps, least); }
};

}  // namespace

TEST_CASE("each limit makes one kernel more give way, or all that want the same") {
    const std::vector<step_facts> own{wanting(30), wanting(70), wanting(30), wanting(50),
                                      wanting(90)};
    std::vector<step_facts> least(5, wanting(4, true));
    least[4] = own[4];  // it has no substitute
    CHECK(limits_of(own, least) == std::vector<std::uint64_t>{69, 49, 29});
}

TEST_CASE("kernels that gave way already make no limit") {
    const std::vector<step_facts> least{wanting(4, true), wanting(4, true)};
    CHECK(limits_of({wanting(4, true), wanting(8)}, least) == std::vector<std::uint64_t>{7});
    CHECK(limits_of({wanting(8), wanting(8)}, {wanting(8), wanting(8)}).empty());
}

TEST_CASE("the first limit that is enough is found, whichever it is") {
    for (int count = 1; count < 40; ++count)
        for (int enough = 0; enough < count; ++enough) {
            limit_search search{.enough = count - 1};
            int tried = 0;
            for (; !search.is_over(); ++tried) search = search.next(search.middle() >= enough);
            CHECK(search.enough == enough);
            CHECK(tried <= 6);
        }
}

TEST_CASE("limits that leave a kernel more than the whole memory are not tried") {
    constexpr std::uint64_t limits[]{89, 69, 49, 29};
    const auto first = [&](std::uint64_t fast) { return first_search({limits, 4}, fast); };
    CHECK(first(90) == limit_search{-1, 3});
    CHECK(first(89) == limit_search{-1, 3});  // the first limit is for the first of them
    CHECK(first(69) == limit_search{0, 3});
    CHECK(first(50) == limit_search{0, 3});
    CHECK(first(49) == limit_search{1, 3});
    CHECK(first(1) == limit_search{2, 3});
}

TEST_CASE("a plan that fits takes no substitutes") {
    for (int seed = 0; seed < networks; ++seed) {
        CAPTURE(seed);
        const thirsty_case c(seed);
        planner alone(c.n.view(), c.like), plans(c.with_substitutes(), c.like);
        const auto least = std::uint64_t(alone.smallest_fast_bytes(false));
        for (const std::uint64_t fast : {least, least * 3 / 2, unlimited}) {
            const auto expected = alone.plan(fast, 0), made = plans.plan(fast, 0);
            REQUIRE(made.has_value());
            CHECK(made->how == expected->how);
            CHECK(made->fast_peak_bytes == expected->fast_peak_bytes);
            CHECK(made->scratch == unlimited);
            CHECK(c.substitutes_of(*made) == 0);
        }
    }
}

TEST_CASE("with substitutes the smallest budget fits, and no smaller one") {
    int smaller = 0;
    for (int seed = 0; seed < networks; ++seed) {
        CAPTURE(seed);
        const thirsty_case c(seed);
        planner alone(c.n.view(), c.like), plans(c.with_substitutes(), c.like);
        const std::int64_t least = plans.smallest_fast_bytes(false);
        CHECK(least <= alone.smallest_fast_bytes(false));
        smaller += least < alone.smallest_fast_bytes(false);
        CHECK(plans.plan(std::uint64_t(least), 0).has_value());
        if (least > 0) CHECK_FALSE(plans.plan(std::uint64_t(least - 1), 0).has_value());
        REQUIRE(plans.smallest_plan(false).has_value());
        CHECK(plans.smallest_plan(false)->fast_peak_bytes <= least);
    }
    CHECK(smaller > networks / 4);
}

TEST_CASE("with one substitute less no plan fits") {
    int some_left = 0;
    for (int seed = 0; seed < networks; ++seed) {
        CAPTURE(seed);
        const thirsty_case c(seed);
        planner alone(c.n.view(), c.like), plans(c.with_substitutes(), c.like);
        const std::int64_t most = alone.smallest_fast_bytes(false);
        const std::int64_t least = plans.smallest_fast_bytes(false);
        const std::vector<std::uint64_t> limits = c.limits();
        for (const std::int64_t fast : {most - 1, (most + least) / 2, least}) {
            const auto made = plans.plan(std::uint64_t(fast), 0);
            if (!made || made->scratch == unlimited) continue;
            CHECK(c.substitutes_of(*made) > 0);
            const auto at = std::find(limits.begin(), limits.end(), made->scratch);
            REQUIRE(at != limits.end());
            some_left += at + 1 != limits.end();
            if (at != limits.begin())
                CHECK_FALSE(plans.with_scratch(at[-1]).plan(std::uint64_t(fast), 0).has_value());
        }
    }
    CHECK(some_left > 0);
}

TEST_CASE("a plan's hint makes that plan again, and its hash is that of its kernels") {
    int made_again = 0;
    for (int seed = 0; seed < networks; ++seed) {
        CAPTURE(seed);
        const thirsty_case c(seed);
        planner plans(c.with_substitutes(), c.like);
        const auto made = plans.plan(std::uint64_t(plans.smallest_fast_bytes(false)), 0);
        const onnx2hpp::hinted_plan again = plans.plan(onnx2hpp::hint_of(*made, c.like).view());
        CHECK(again.fault == hint_fault::none);
        CHECK(again.scratch == made->scratch);
        CHECK(c.substitutes_of(again) == c.substitutes_of(*made));
        CHECK((plans.graph_hash(unlimited) == plans.graph_hash(made->scratch)) ==
              (made->scratch == unlimited));
        made_again += made->scratch < unlimited;
    }
    CHECK(made_again > 0);
}
