// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/two_pass/prepare.hpp>

#include <helpers/contains.hpp>
#include <helpers/squeeze_excite.hpp>
#include <onnx2hpp/emit/emit.hpp>
#include <onnx2hpp/plan/plan.hpp>
#include <onnx2hpp/show/analysis.hpp>
#include <onnx2hpp/two_pass/variants.hpp>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

using namespace onnx2hpp;
using namespace onnx2hpp::test;

namespace {

/// The least that the model needs without and with its second pass.
struct needs {
    std::int64_t once, twice;
};

needs needs_of(const lowered_model& m, const options& wanted) {
    const std::vector<variant> all = variants_of(m, target_of(m, wanted));
    REQUIRE(all.size() == 2);
    return {all[0].plans().smallest_fast_bytes(false), all[1].plans().smallest_fast_bytes(false)};
}

options with_memory(std::int64_t fast, std::uint64_t slow = 0, effort how = effort::none) {
    options wanted;
    wanted.name = "m";
    wanted.fast = std::uint64_t(fast);
    wanted.slow = slow;
    wanted.search_effort = how;
    return wanted;
}

std::size_t steps_again(const lowered_model& m, const options& wanted) {
    return names_of_second_passes(prepare(m, wanted).model).size();
}

}  // namespace

TEST_CASE("what fits as it is has no second pass, whatever the effort") {
    const lowered_model m = squeeze_excite();
    const needs least = needs_of(m, {});
    for (const effort how : {effort::none, effort::normal}) {
        CHECK(steps_again(m, with_memory(least.once, 0, how)) == 0);
        CHECK(steps_again(m, with_memory(least.once / 3 * 2, 0, how)) == 2);
    }
    CHECK(steps_again(m, {}) == 0);
}

TEST_CASE("a second pass may take a hint to fit") {
    const lowered_model m = squeeze_excite();
    const std::int64_t bytes = needs_of(m, {}).twice - 4;
    const prepared_model made = prepare(m, with_memory(bytes, 0, effort::normal));
    CHECK(made.hints.size() == 1);
    CHECK(names_of_second_passes(made.model).size() == 2);
    CHECK(prepare(m, with_memory(bytes)).hints.empty());
    CHECK_FALSE(analyze(m, with_memory(bytes, 0, effort::normal)).exceeded);
    CHECK(analyze(m, with_memory(bytes)).exceeded);
}

TEST_CASE("a second pass comes before slow memory, and slow memory where it is not enough") {
    const lowered_model m = squeeze_excite();
    const needs least = needs_of(m, {});
    const auto moved = [&](std::int64_t fast) {
        const options wanted = with_memory(fast, 1 << 20);
        const prepared_model made = prepare(m, wanted);
        const owned_network network = network_of(made.model);
        planner plans(network.view(), target_of(made.model, wanted));
        return plans.plan(*wanted.fast, *wanted.slow)->slow_traffic_bytes;
    };
    CHECK(moved(least.twice) == 0);
    CHECK(steps_again(m, with_memory(least.twice, 1 << 20)) == 2);
    CHECK(moved(least.twice - 4) > 0);
}

TEST_CASE("where nothing fits, the sentence counts second passes") {
    const lowered_model m = squeeze_excite();
    const needs least = needs_of(m, {});
    const options wanted = with_memory(least.twice - 1);
    const analysis found = analyze(m, wanted);
    REQUIRE(found.exceeded);
    CHECK(contains(found.exceeded->sentence, "fits in " + std::to_string(least.twice) + " bytes"));
    CHECK(found.smallest_without_slow == least.twice);
}

TEST_CASE("a search leaves as many variants affordable as there are without one") {
    const lowered_model m = squeeze_excite();
    const std::int64_t bytes = needs_of(m, {}).twice - 4;
    const auto work_of = [&](effort how) {
        const options wanted = with_memory(bytes, 0, how);
        std::vector<variant> variants;
        variants.emplace_back(m, target_of(m, wanted));
        choose(variants, wanted);
        return variants.back().plans().work();
    };
    CHECK(work_of(effort::normal) < 3 * work_of(effort::none));
}

TEST_CASE("analyze tells what runs again, and counts it") {
    const lowered_model m = squeeze_excite();
    const needs least = needs_of(m, {});
    options wanted = with_memory(least.twice);
    wanted.sweep = {std::uint64_t(least.twice), std::uint64_t(least.once)};
    const analysis found = analyze(m, wanted);
    CHECK(found.macs_made_again == 16 * 16 * 64 * (16 + 9));
    CHECK(found.sweep[0].recomputed_macs() >= found.macs_made_again);
    CHECK(found.sweep[1].macs_made_again == 0);
    const auto json = nlohmann::json::parse(to_json(found));
    CHECK(json["second_passes"]["steps"] == nlohmann::json{"Conv_5_again", "Conv_6_again"});
    CHECK(json["second_passes"]["macs"] == found.macs_made_again);
    CHECK(json["sweep"][0]["recomputed_macs"] == found.sweep[0].recomputed_macs());
    wanted.sweep.clear();
    const std::string text = to_details(analyze(m, wanted));
    CHECK(contains(text, "second passes: Conv_5_again, Conv_6_again (409600 multiply"));
    CHECK(contains(text, "of which 409600 recomputed"));
    wanted.fast = std::uint64_t(least.once);
    CHECK_FALSE(contains(to_details(analyze(m, wanted)), "second passes"));
    CHECK_FALSE(contains(to_json(analyze(m, wanted)), "second_passes"));
}

TEST_CASE("the header's target may recompute what second passes leave") {
    const lowered_model m = squeeze_excite();
    const needs least = needs_of(m, {});
    const auto header = [&](std::int64_t bytes) {
        const options wanted = with_memory(bytes);
        const prepared_model made = prepare(m, wanted);
        return emit(made.model, wanted, made.hints)[0].bytes;
    };
    CHECK(contains(header(least.twice), ".costs = {.recompute_percent = "));
    CHECK_FALSE(contains(header(least.once), ".costs"));
}

TEST_CASE("a hint loses hardly anything by the clock, whatever that prefers") {
    const lowered_model m = squeeze_excite();
    const std::int64_t once = needs_of(m, {}).once;
    int hints = 0;
    for (const bool few : {true, false}) {
        const auto time = [few](const owned_plan& p) {
            return few ? std::int64_t(p.calls) : 1'000'000 / std::int64_t(p.calls);
        };
        const model_clock clock = [time](const auto&, const owned_plan& p) { return time(p); };
        for (const std::int64_t bytes : {once, once * 5 / 4, once * 3 / 2, once * 2}) {
            const options wanted = with_memory(bytes, 0, effort::normal);
            const prepared_model made = prepare(m, wanted, clock);
            if (made.hints.empty()) continue;
            ++hints;
            const owned_network network = network_of(made.model);
            planner plans(network.view(), target_of(made.model, wanted));
            const owned_plan hinted = plans.plan(made.hints[0].view());
            const owned_plan own = *plans.plan(*wanted.fast, 0);
            CHECK(time(hinted) * 200 <= time(own) * 201);
            if (time(hinted) >= time(own)) CHECK(hinted.fast_peak_bytes < own.fast_peak_bytes);
        }
    }
    CHECK(hints > 0);
}

TEST_CASE("without a budget the smallest plan that takes hardly more time is the hint") {
    const lowered_model m = squeeze_excite();
    options wanted;
    wanted.name = "m";
    const owned_network network = network_of(m);
    planner plans(network.view(), target_of(m, wanted));
    const model_clock same = [](const auto&, const owned_plan&) { return 1000; };
    const prepared_model made = prepare(m, wanted, same);
    REQUIRE(made.hints.size() == 1);
    CHECK(made.hints[0].target.fast == tigris::unlimited);
    CHECK(plans.plan(made.hints[0].view()).fast_peak_bytes == plans.smallest_fast_bytes(false));
    CHECK(contains(emit(made.model, wanted, made.hints)[0].bytes, ".fast = tigris::unlimited"));

    const model_clock calls = [](const auto&, const owned_plan& p) { return p.calls; };
    const std::int64_t fewest = plans.plan(tigris::unlimited, 0)->calls;
    for (const owned_hint& hint : prepare(m, wanted, calls).hints)
        CHECK(plans.plan(hint.view()).calls * 200 <= fewest * 201);
    CHECK(prepare(m, wanted).hints.empty());
    wanted.search_effort = effort::fast;
    CHECK(prepare(m, wanted, same).hints.empty());
}

TEST_CASE("a clock that does not know the model changes nothing") {
    const lowered_model m = squeeze_excite();
    const options wanted = with_memory(needs_of(m, {}).once * 3 / 2, 0, effort::normal);
    const auto segments = [&](const model_clock& clock) {
        const prepared_model made = prepare(m, wanted, clock);
        return made.hints.empty() ? std::vector<tigris::segment_hint>{} : made.hints[0].segments;
    };
    CHECK(segments([](const auto&, const auto&) { return std::optional<std::int64_t>{}; }) ==
          segments({}));
}
