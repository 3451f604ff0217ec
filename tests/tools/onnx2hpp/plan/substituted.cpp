// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/plan/substituted.hpp>

#include <onnx2hpp/emit/emit.hpp>
#include <onnx2hpp/search/search.hpp>
#include <onnx2hpp/show/analysis.hpp>

#include <helpers/contains.hpp>
#include <helpers/converted.hpp>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include <algorithm>

using namespace onnx2hpp;
using namespace onnx2hpp::test;

namespace {

/// A model for a backend, and the least fast memory that it needs without substitutes.
struct prepared_case {
    options wanted;
    lowered_model model;
    std::uint64_t own_bytes = 0;

    explicit prepared_case(tigris::backend backend,
                           tigris::rounding rounds = tigris::rounding::tflite,
                           const char* file = "/models/conv_int8/model.onnx") {
        wanted.input = std::string(TIGRIS_TESTS) + file;
        wanted.output = wanted.name = "m";
        wanted.backend = backend;
        wanted.rounds = rounds;
        model = converted(wanted);
        own_bytes = least(wanted);
    }
    std::uint64_t least(const options& with) const {
        const tigris::target t = target_of(model, with);
        const owned_network network = network_of(model, t);
        return std::uint64_t(planner(network.view(), t).smallest_fast_bytes(false));
    }
    /// A budget that takes substitutes.
    prepared_case& with_less() {
        wanted.fast = own_bytes - 1;
        return *this;
    }
    analysis result() const { return analyze(model, wanted); }
};

std::int64_t count_substitutes(const owned_plan& p) {
    return std::count_if(p.steps.begin(), p.steps.end(),
                         [](const auto& s) { return s.is_substitute; });
}

}  // namespace

TEST_CASE("backends that call libraries name substitutes, for models of their rounding") {
    for (const tigris::backend backend : {tigris::cmsis_nn, tigris::esp_nn}) {
        const prepared_case c(backend);
        const std::optional<options> more = with_substitutes(c.model, c.wanted);
        REQUIRE(more.has_value());
        CHECK(more->substitutes);
        CHECK_FALSE(with_substitutes(c.model, *more));
        CHECK(c.least(*more) < c.own_bytes);
        const prepared_case other(backend, tigris::rounding::nearest);
        CHECK_FALSE(with_substitutes(other.model, other.wanted));
    }
    for (const tigris::backend backend : {tigris::portable, tigris::blocked, tigris::arm_dsp}) {
        const prepared_case c(backend);
        CHECK_FALSE(with_substitutes(c.model, c.wanted));
    }
}

TEST_CASE("an analysis says which steps took substitutes, and why") {
    prepared_case c(tigris::esp_nn);
    const analysis found = c.with_less().result();
    CHECK_FALSE(found.exceeded);
    CHECK(std::uint64_t(found.plan.fast_peak_bytes) < c.own_bytes);
    const std::vector<substituted_step> steps =
        substituted_steps(c.model, found.plan, tigris::esp_nn);
    REQUIRE(!steps.empty());
    CHECK(std::int64_t(steps.size()) == count_substitutes(found.plan));
    const std::string sentence = describe_substitutes(c.model, found.plan, tigris::esp_nn).front();
    CHECK(sentence == "step '" + c.model.nodes[std::size_t(steps[0].step)].name +
                          "' takes the blocked kernel: the scratch of esp_nn's, " +
                          std::to_string(steps[0].scratch_bytes) + " bytes, does not fit");
    CHECK(contains(to_details(found), sentence + "\n"));
    const auto json = nlohmann::ordered_json::parse(to_json(found));
    const auto& shown = json["steps"][std::size_t(steps[0].step)];
    CHECK(shown["kernel"] == "blocked");
    CHECK(shown["is_substitute"] == true);
}

TEST_CASE("what fits without substitutes has none") {
    prepared_case c(tigris::esp_nn);
    for (const std::uint64_t fast : {c.own_bytes, c.own_bytes * 2}) {
        c.wanted.fast = fast;
        const analysis found = c.result();
        CHECK(count_substitutes(found.plan) == 0);
        CHECK_FALSE(contains(to_details(found), "takes the"));
        CHECK(std::uint64_t(found.smallest_without_slow) < c.own_bytes);
    }
}

TEST_CASE("what does not fit with substitutes either is shown with them") {
    prepared_case c(tigris::esp_nn);
    c.wanted.fast = 1;
    const analysis found = c.result();
    REQUIRE(found.exceeded.has_value());
    CHECK(count_substitutes(found.plan) > 0);
    CHECK(contains(found.exceeded->sentence,
                   "fits in " + std::to_string(found.smallest_without_slow) + " bytes"));
}

TEST_CASE("each budget of a sweep has the kernels that fit") {
    prepared_case c(tigris::esp_nn);
    c.wanted.sweep = {1, c.own_bytes - 1, c.own_bytes};
    const analysis found = c.result();
    CHECK_FALSE(found.sweep[0].plan.has_value());
    REQUIRE(found.sweep[1].plan.has_value());
    CHECK(found.sweep[1].plan->fast_peak_bytes > 0);
    CHECK(std::uint64_t(found.sweep[1].plan->fast_peak_bytes) < c.own_bytes);
    CHECK(found.sweep[2].plan.has_value());
}

TEST_CASE("a hint for substitutes names their scratch and the hash of their graph") {
    prepared_case c(tigris::esp_nn);
    const options more = *with_substitutes(c.model, c.with_less().wanted);
    const tigris::target t = target_of(c.model, more);
    const owned_network network = network_of(c.model, t);
    planner plans(network.view(), t);
    const owned_plan own = plans.plan(t.fast, t.slow).value();
    owned_hint hint = hint_of(own, t);
    hint.graph = plans.graph_hash(hint.scratch);
    CHECK(hint.graph != plans.graph_hash(tigris::unlimited));
    const std::string header = emit(c.model, more, {hint})[0].bytes;
    CHECK(contains(header, ",\n         .scratch = " + std::to_string(own.scratch) + ","));
    hint.scratch = tigris::unlimited;
    CHECK_FALSE(contains(emit(c.model, more, {hint})[0].bytes, ".scratch"));
}

TEST_CASE("hints that a search finds are for the kernels with which a plan fits") {
    prepared_case c(tigris::esp_nn, tigris::rounding::tflite,
                    "/../examples/fashion/fashion_int8.onnx");
    const options more = *with_substitutes(c.model, c.wanted);
    const std::uint64_t least = c.least(more);
    REQUIRE(least < c.own_bytes);
    int found = 0;
    for (int eighth = 0; eighth < 8; ++eighth) {
        options asked = more;
        asked.fast = least + (c.own_bytes - 1 - least) * std::uint64_t(eighth) / 8;
        const tigris::target t = target_of(c.model, asked);
        const owned_network network = network_of(c.model, t);
        planner plans(network.view(), t);
        const owned_plan own = plans.plan(t.fast, t.slow).value();
        for (const owned_hint& hint : find_hints(c.model, asked)) {
            ++found;
            CHECK(hint.scratch == own.scratch);
            CHECK(hint.graph == plans.graph_hash(own.scratch));
            const hinted_plan made = plans.plan(hint.view());
            CHECK(made.fault == tigris::hint_fault::none);
            CHECK(made.fast_peak_bytes > 0);
            CHECK(std::uint64_t(made.fast_peak_bytes) <= t.fast);
            CHECK(count_substitutes(made) == count_substitutes(own));
        }
    }
    CHECK(found > 0);
}
