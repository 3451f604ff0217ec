// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/search/search.hpp>

#include <helpers/plan_runner.hpp>
#include <helpers/random_network.hpp>
#include <helpers/seeds.hpp>
#include <helpers/wide_network.hpp>
#include <onnx2hpp/emit/hints.hpp>

#include <doctest/doctest.h>

namespace {

using namespace onnx2hpp;
using tigris::io;
using tigris::target;
using tigris::test::layer_by_layer;
using tigris::test::random_network;
using tigris::test::seeds;

constexpr io modes[]{io::caller, io::arena, io::rows};

target target_for(int seed, std::uint64_t fast) {
    return {.fast = fast,
            .slow = seed % 4 == 3 ? 100'000u : 0u,
            .input = modes[seed % 3],
            .output = modes[seed / 3 % 3],
            .alignment = seed % 2 ? 4u : 1u};
}

/// A budget that makes the planner think: halfway between the least and the most.
std::uint64_t scarce_bytes(planner& plans, const target& like) {
    const std::int64_t least = plans.smallest_fast_bytes(like.slow > 0);
    const std::int64_t most = plans.plan(tigris::unlimited, like.slow)->fast_peak_bytes;
    return std::uint64_t((least + most) / 2);
}

struct searched {
    target wanted;
    std::optional<candidate> found;
    owned_plan own;
};

constexpr search_limits little{.plans = 100, .sequences = 100, .starts = 2};

template <class Limits>
searched search_scarce(const tigris::test::owned_network& n, int seed, const Limits& how) {
    target wanted = target_for(seed, 0);
    planner plans(n.view(), wanted);
    wanted.fast = scarce_bytes(plans, wanted);
    owned_plan own = *plans.plan(wanted.fast, wanted.slow);
    return {wanted, search(plans, wanted, how), std::move(own)};
}

}  // namespace

TEST_CASE("what is found fits, is better, and computes the same") {
    int found = 0, raised = 0, placed = 0, spilled = 0, in_strips = 0;
    for (int seed = 0; seed < seeds(80); ++seed) {
        const auto n = random_network(std::uint64_t(seed)).make(3 + seed % 20);
        const searched s = search_scarce(n, seed, little);
        if (!s.found) continue;
        ++found;
        CHECK(s.found->value().excess == 0);
        CHECK(s.found->plan.fast_peak_bytes <= std::int64_t(s.wanted.fast));
        const std::string mistake = mistake_of(n, s.found->plan, s.wanted, layer_by_layer(n));
        CHECK_MESSAGE(mistake.empty(), seed, ": ", mistake);
        for (const std::int32_t tile : s.found->hint.tiles) raised += tile > 1;
        placed += !s.found->hint.fast_offsets.empty();
        for (const tigris::segment_hint& h : s.found->hint.segments)
            spilled += h.spills, in_strips += h.strips > 1;
        planner plans(n.view(), s.wanted);
        const candidate own = try_hint(plans, hint_of(s.own, s.wanted));
        CHECK(is_better(*s.found, own));
    }
    MESSAGE(found, " found, ", raised, " tiles raised, ", placed, " with offsets, ", spilled,
            " segments that spill, ", in_strips, " in strips");
    CHECK(found > seeds(20));
    CHECK(raised > seeds(20));
    CHECK(placed == found);
}

/// What is left below a limit goes into rows a call, of which a hint of these decisions says
/// nothing: another layout may be found.
bool has_no_room(const owned_plan& p) { return p.how.smallest || p.how.limit == INT64_MAX; }

TEST_CASE("a plan's decisions as a hint make the same plan") {
    int without_room = 0;
    for (int seed = 0; seed < seeds(60); ++seed) {
        CAPTURE(seed);
        const auto n = random_network(std::uint64_t(seed)).make(3 + seed % 40);
        target t = target_for(seed, 0);
        planner plans(n.view(), t);
        t.fast = scarce_bytes(plans, t);
        for (const owned_plan& own :
             {*plans.plan(t.fast, t.slow), *plans.plan(plans.find_least(t.slow > 0).how)}) {
            const hinted_plan again = plans.plan(hint_of(own, t).view());
            REQUIRE(again.fault == tigris::hint_fault::none);
            CHECK(again.segments.size() == own.segments.size());
            CHECK(again.tasks.size() == own.tasks.size());
            CHECK(again.slow_traffic_bytes == own.slow_traffic_bytes);
            if (!has_no_room(own)) continue;
            CHECK(again.fast_peak_bytes <= own.fast_peak_bytes);
            ++without_room;
        }
    }
    CHECK(without_room > seeds(30));
}

TEST_CASE("with more memory hardly any plan costs more than with less") {
    int dearer = 0, compared = 0;
    constexpr search_limits some{.plans = 500, .sequences = 100, .starts = 48};
    for (int seed = 0; seed < seeds(40); ++seed) {
        const auto n = random_network(std::uint64_t(seed)).make(3 + seed % 20);
        target wanted = target_for(seed, 0);
        planner plans(n.view(), wanted);
        const std::uint64_t least = std::uint64_t(plans.smallest_fast_bytes(wanted.slow > 0));
        std::int64_t cheapest = INT64_MAX;
        for (const std::uint64_t tenths : {10u, 12u, 15u, 20u, 30u}) {
            wanted.fast = least * tenths / 10;
            const std::optional<candidate> found = search(plans, wanted, some);
            const candidate best =
                found ? *found : try_own(plans, *plans.plan(wanted.fast, wanted.slow), wanted);
            dearer += cheapest < INT64_MAX && best.plan.run_cost > cheapest + cheapest / 50;
            cheapest = std::min(cheapest, best.plan.run_cost);
            ++compared;
        }
    }
    MESSAGE(dearer, " of ", compared, " plans cost more than with less memory");
    CHECK(dearer <= 3);
}

TEST_CASE("offsets that are wrong are noticed") {
    int noticed = 0;
    for (int seed = 0; seed < seeds(40); ++seed) {
        const auto n = random_network(std::uint64_t(seed)).make(12);
        const searched s = search_scarce(n, seed, little);
        if (!s.found || s.found->hint.fast_offsets.size() < 2) continue;
        planner plans(n.view(), s.wanted);
        owned_hint wrong = s.found->hint;
        for (std::int32_t& offset : wrong.fast_offsets) offset = 0;
        noticed += plans.plan(wrong.view()).fault == tigris::hint_fault::overlap;
    }
    CHECK(noticed > seeds(3));
}

TEST_CASE("the same search finds the same, and spells it the same") {
    for (int seed = 0; seed < 10; ++seed) {
        const auto n = random_network(std::uint64_t(seed)).make(20);
        const searched a = search_scarce(n, seed, little);
        const searched b = search_scarce(n, seed, little);
        REQUIRE(a.found.has_value() == b.found.has_value());
        if (a.found) CHECK(spell_hints({a.found->hint}) == spell_hints({b.found->hint}));
    }
}

TEST_CASE("in little time only what does not fit is searched for") {
    for (int seed = 0; seed < 10; ++seed)
        CHECK_FALSE(
            search_scarce(random_network(std::uint64_t(seed)).make(8), seed, effort::fast).found);
}

TEST_CASE("without fast memory the smallest plan is searched for") {
    std::int64_t saved = 0;
    for (int seed = 0; seed < seeds(60); ++seed) {
        const auto n = random_network(std::uint64_t(seed)).make(20);
        const target wanted = target_for(seed, 0);
        planner plans(n.view(), wanted);
        const std::optional<candidate> found = search(plans, wanted, little);
        if (!found) continue;
        const std::int64_t own = plans.smallest_fast_bytes(wanted.slow > 0);
        saved += std::max<std::int64_t>(0, own - found->plan.fast_peak_bytes);
        CHECK(mistake_of(n, found->plan, wanted, layer_by_layer(n)).empty());
    }
    CHECK(saved > 0);
}

TEST_CASE("a segment is spelled until its last member that is not the default") {
    const owned_hint hint{.segments = {{1},
                                       {2, true},
                                       {3, false, true},
                                       {4, false, false, 3},
                                       {5, false, true, 1, 4},
                                       {6, false, false, 1, 1, true},
                                       {7, true, true, 1, 2, false, true}}};
    CHECK(spell_hints({hint}).find("{\n        {1}, {2, true}, {3, false, true}, "
                                   "{4, false, false, 3}, {5, false, true, 1, 4},\n"
                                   "        {6, false, false, 1, 1, true}, "
                                   "{7, true, true, 1, 2, false, true}};") != std::string::npos);
}

TEST_CASE("a hint is spelled with its key, and only with what it has") {
    const owned_hint hint{.graph = 0x12,
                          .target = {.fast = 100, .input = io::rows, .alignment = 4},
                          .segments = {{1, true}, {3}},
                          .fast_offsets = {0, 25}};
    CHECK(spell_hints({}).empty());
    const std::string text = spell_hints({hint});
    CHECK(text.find("hint_0_segments[]{\n        {1, true}, {3}};") != std::string::npos);
    CHECK(text.find(".graph = 0x12u") != std::string::npos);
    CHECK(text.find(
              ".target = {.fast = 100, .slow = 0, .input = tigris::io::rows, .alignment = 4}") !=
          std::string::npos);
    CHECK(text.find("hint_0_fast_offsets[]{\n        0, 25};") != std::string::npos);
    CHECK(text.find("tiles") == std::string::npos);
}

TEST_CASE("a search ends with its work, however many plans it may try") {
    const tigris::test::owned_network n = tigris::test::deep_network(300);
    target wanted{.fast = 0, .slow = 100'000};
    planner plans(n.view(), wanted);
    wanted.fast = scarce_bytes(plans, wanted);
    constexpr search_limits most{
        .plans = 30'000, .sequences = 30'000, .starts = 4, .work = 50'000'000};
    const std::int64_t before = plans.work();
    bool ended_early = false;
    search(plans, wanted, most, &ended_early);
    CHECK(ended_early);
    CHECK(plans.work() - before < 3 * most.work);
}

TEST_CASE("efforts allow work in proportion to the tasks, at most") {
    for (const effort how : {effort::fast, effort::normal, effort::max}) {
        const std::int64_t few = limits_for(1000, how).work, many = limits_for(4000, how).work;
        CHECK(many <= 4 * few);
        CHECK(few <= 4'500'000'000);
    }
}

TEST_CASE("each effort allows more work than the one before it") {
    for (const int tasks : {1, 1000, 4000, 32'000}) {
        CHECK(limits_for(tasks, effort::fast).work < limits_for(tasks, effort::normal).work);
        CHECK(limits_for(tasks, effort::normal).work < limits_for(tasks, effort::max).work);
    }
}

TEST_CASE("budgets of a sweep share the work of one search") {
    for (const effort how : {effort::fast, effort::normal, effort::max})
        CHECK(8 * limits_for(1000, how, 8).work <= limits_for(1000, how).work);
}
