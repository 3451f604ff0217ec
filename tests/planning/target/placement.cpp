// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Pinned tensors: each lies where it is wanted, and the plan computes the same.

#include <tigris/planning/make_plan.hpp>

#include <helpers/check.hpp>
#include <helpers/plan_runner.hpp>
#include <helpers/random_network.hpp>
#include <helpers/seeds.hpp>

#include <onnx2hpp/search/candidate.hpp>

#include <doctest/doctest.h>

namespace {

using namespace tigris;
using namespace tigris::planning;
using onnx2hpp::owned_plan;
using onnx2hpp::planner;

const int networks = test::seeds(300);

enum region { tcm, sram, psram, hyper, count };

/// Two fast banks, each of so many bytes, and two slow ones.
memory_map map_of(std::uint64_t bytes) {
    return {{{.name = "TCM", .bytes = bytes},
             {.name = "SRAM", .bytes = bytes, .read_cost = 200, .write_cost = 200},
             {.name = "PSRAM", .bytes = 1 << 20, .read_cost = 4000, .write_cost = 4000},
             {.name = "HYPER", .bytes = 1 << 20, .read_cost = 5000, .write_cost = 5000}}};
}

/// A network, some of whose tensors are pinned: reshaped ones where what they are made of is.
struct pinned_case {
    test::owned_network n;
    memory_map map;
    std::vector<std::int8_t> regions;
    target like{};

    pinned_case(int seed, std::uint64_t bytes)
        : n(test::random_network(std::uint64_t(seed)).make(2 + seed % 10)),
          map(map_of(bytes)),
          regions(n.tensors.size(), -1) {
        const io modes[]{io::caller, io::arena, io::rows, io::slow};
        like.alignment = 4;
        like.input = modes[seed % 4];
        like.output = modes[seed / 4 % 4];
        like.memories = &map;
        const std::vector<std::int16_t> storage = test::storages_of(n);
        test::random_numbers random(std::uint64_t(seed) + 7);
        for (std::size_t t = 0; t < regions.size(); ++t)
            if (random.chance(3)) regions[std::size_t(storage[t])] = std::int8_t(pick(random));
        for (std::size_t t = 0; t < regions.size(); ++t)
            regions[t] = regions[std::size_t(storage[t])];
    }
    static int pick(test::random_numbers& random) { return random.between(0, count - 1); }

    network view() const {
        network made = n.view();
        made.regions = {regions.data(), int(regions.size())};
        return made;
    }
};

/// Whether a buffer lies where it is wanted. A ring of what is pinned to slow memory may be
/// anywhere while its rows are made.
bool is_obeyed(const pinned_case& c, const buffer_plan& b) {
    if (b.home != home::arena || b.tensor < 0 || b.first_segment < 0) return true;
    const int wanted = c.regions[std::size_t(b.tensor)];
    const bool is_slow = wanted == psram || wanted == hyper;
    if (wanted < 0 || (is_slow && !b.alive_after)) return true;
    return b.region == wanted;
}

int count_disobeyed(const pinned_case& c, const owned_plan& p) {
    return int(std::count_if(p.buffers.begin(), p.buffers.begin() + p.buffer_count,
                             [&](const buffer_plan& b) { return !is_obeyed(c, b); }));
}

/// Tensors that a run makes for itself, wants in slow memory and reads, but keeps nowhere there.
int count_lost(const pinned_case& c, const owned_plan& p) {
    int lost = 0;
    const std::vector<std::int16_t> storage = test::storages_of(c.n);
    for (int t = 0; t < int(c.regions.size()); ++t) {
        const bool is_slow = c.regions[std::size_t(t)] >= psram;
        const bool is_own = c.n.tensors[std::size_t(t)].kind == tensor_kind::activation;
        if (!is_slow || !is_own || storage[std::size_t(t)] != t) continue;
        const tensor_plan& where = p.tensors[std::size_t(t)];
        const bool is_read = where.last_step > where.first_step;
        lost += where.home == home::arena && is_read && where.region != c.regions[std::size_t(t)];
    }
    return lost;
}

}  // namespace

TEST_CASE("pinned tensors lie where they are wanted, and plans compute the same") {
    int pinned = 0, planned = 0, rings = 0;
    for (int seed = 0; seed < networks; ++seed) {
        CAPTURE(seed);
        for (const std::uint64_t bytes : {1u << 16, 4096u, 1024u}) {
            const pinned_case c(seed, bytes);
            planner plans(c.view(), c.like);
            const target full = resolve(c.like, plans.alignment());
            const std::optional<owned_plan> p = plans.plan(full.fast, full.slow);
            if (!p) continue;
            REQUIRE(test::mistake_of(c.n, *p, c.like, test::layer_by_layer(c.n)) == "");
            REQUIRE(count_disobeyed(c, *p) == 0);
            REQUIRE(count_lost(c, *p) == 0);
            for (int r = 0; r < count; ++r)
                REQUIRE(std::uint64_t(p->region_bytes[std::size_t(r)]) <= c.map[r].bytes);
            ++planned;
            for (const buffer_plan& b : p->buffers) {
                pinned += b.pinned;
                rings += b.pinned && !b.alive_after;
            }
        }
    }
    CHECK(planned > networks);
    CHECK(pinned > 2 * networks);
    CHECK(rings > networks / 4);
}

TEST_CASE("a plan for other rules disobeys") {
    pinned_case c(5, 1 << 16);
    c.like.input = c.like.output = io::arena;
    std::fill(c.regions.begin(), c.regions.end(), std::int8_t(tcm));
    planner plans(c.view(), c.like);
    const std::optional<owned_plan> p = plans.plan(1 << 16, 0);
    REQUIRE(p.has_value());
    CHECK(count_disobeyed(c, *p) == 0);
    std::fill(c.regions.begin(), c.regions.end(), std::int8_t(sram));
    CHECK(count_disobeyed(c, *p) > 0);
}

TEST_CASE("a hint that puts a pinned tensor elsewhere is refused") {
    pinned_case c(1, 1 << 16);
    c.like.input = c.like.output = io::arena;
    std::fill(c.regions.begin(), c.regions.end(), std::int8_t(tcm));
    planner plans(c.view(), c.like);
    const target full = resolve(c.like, plans.alignment());
    const std::optional<owned_plan> p = plans.plan(full.fast, full.slow);
    REQUIRE(p.has_value());
    CHECK(p->region_bytes[sram] == 0);
    onnx2hpp::owned_hint hint = onnx2hpp::hint_of(*p, full);
    onnx2hpp::candidate made = onnx2hpp::try_hint(plans, hint);
    REQUIRE(made.is_possible());
    for (const block& b : made.plan.blocks[fast_space])
        hint.fast_offsets.push_back(std::int32_t(b.offset / plans.alignment()));
    CHECK(onnx2hpp::try_hint(plans, hint).is_possible());
    for (std::int32_t& offset : hint.fast_offsets) offset += (1 << 16) / 4;
    CHECK(onnx2hpp::try_hint(plans, hint).plan.fault == hint_fault::offsets);
}

TEST_CASE("what is pinned to fast memory is not spilled, and fits nowhere else") {
    for (int seed = 0; seed < networks / 10; ++seed) {
        CAPTURE(seed);
        pinned_case c(seed, 256);
        std::fill(c.regions.begin(), c.regions.end(), std::int8_t(tcm));
        planner plans(c.view(), c.like);
        const target full = resolve(c.like, plans.alignment());
        const std::optional<owned_plan> p = plans.plan(full.fast, full.slow);
        if (p) CHECK(p->region_bytes[psram] + p->region_bytes[hyper] == 0);
        if (p) CHECK(count_disobeyed(c, *p) == 0);
    }
}

TEST_CASE("rules of tensors go before those of kinds, and these before those of all") {
    constexpr placement_rule all{.memory = "A"}, kind{.kind = placed::scratch, .memory = "A"},
        tensor{.id = "t", .memory = "A"}, both{.kind = placed::scratch, .id = "t", .memory = "A"};
    TIGRIS_HOLDS(all.rank() < kind.rank() && kind.rank() < tensor.rank());
    TIGRIS_HOLDS(tensor.rank() < both.rank());
    TIGRIS_HOLDS(placement_rules{{kind, {.id = "t", .destination = "B"}}}.size() == 2);
    TIGRIS_HOLDS(placement_rules{{kind, {.id = "names no memory"}, all}}.size() == 1);
}

TEST_CASE("rules are equal if they say the same of the same tensors") {
    constexpr placement_rule rule{
        .kind = placed::scratch, .id = "t", .memory = "A", .destination = "B"};
    const auto changed = [&](auto placement_rule::*member, auto value) {
        placement_rules other{{rule}};
        other.rules[0].*member = value;
        return other;
    };
    constexpr placement_rules rules{{rule}};
    TIGRIS_HOLDS(placement_rules{{rule}} == rules);
    TIGRIS_HOLDS(rules[0] == rule && !rules[1].exists());
    CHECK_FALSE(changed(&placement_rule::kind, placed::all) == rules);
    CHECK_FALSE(changed(&placement_rule::id, "u") == rules);
    CHECK_FALSE(changed(&placement_rule::memory, "B") == rules);
    CHECK_FALSE(changed(&placement_rule::destination, "A") == rules);
    CHECK_FALSE(placement_rules{{rule, rule}} == rules);
}
