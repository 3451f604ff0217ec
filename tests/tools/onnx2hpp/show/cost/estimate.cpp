// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/show/cost/estimate.hpp>

#include <onnx2hpp/emit/weight_order.hpp>
#include <onnx2hpp/show/analysis.hpp>
#include <onnx2hpp/show/boards.hpp>
#include <onnx2hpp/show/cost/features.hpp>
#include <onnx2hpp/show/cost/spell_cost.hpp>

#include <helpers/contains.hpp>
#include <helpers/converted.hpp>

#include <doctest/doctest.h>

#include <fmt/format.h>

#include <cmath>

using namespace onnx2hpp;
using namespace onnx2hpp::test;

namespace {

analysis analyzed(const char* core, tigris::backend backend, std::uint64_t fast = 0) {
    options wanted;
    wanted.input = std::string(TIGRIS_TESTS) + "/../examples/fashion/fashion_int8.onnx";
    wanted.name = "m";
    wanted.edges = edge_types::quantized;
    wanted.core = core;
    wanted.backend = backend;
    if (fast > 0) wanted.fast = fast;
    return analyze(with_weight_orders(converted(wanted), backend), wanted);
}

std::int64_t feature(const kernel_work& work, std::string_view wanted) {
    for (const auto& [name, value] : work.features.all())
        if (name == wanted) return value;
    return -1;
}

}  // namespace

TEST_CASE("a step takes what its features take by the table") {
    const analysis a = analyzed("cortex-m4", tigris::arm_dsp);
    const cost_table& table = *find_core("m4");
    REQUIRE(a.cost.instructions);
    for (std::size_t i = 0; i < a.plan.steps.size(); ++i) {
        if (a.plan.steps[i].task < 0) continue;
        const kernel_work work = work_of_step(a.model, a.plan, int(i));
        double sum = 0;
        for (const auto& [name, coefficient] : table.kernels.at(work.kernel).instructions)
            sum += coefficient * double(std::max<std::int64_t>(feature(work, name), 0));
        CHECK(std::abs(double(*a.cost.steps[i]) - sum) <= 1);
    }
}

TEST_CASE("features count what a layer's loops do") {
    const analysis a = analyzed("cortex-m4", tigris::arm_dsp);
    const kernel_work first = work_of_step(a.model, a.plan, 0);
    const tigris::row_extents out =
        tigris::rows_of(a.model.tensors[std::size_t(a.model.nodes[0].outputs[0])].dims);
    CHECK(first.kernel == "arm_dsp conv int8_t int8_t windows");
    CHECK(feature(first, "calls") == 1);
    CHECK(feature(first, "rows") == out.rows);
    CHECK(feature(first, "pixels") == out.rows * out.width);
    CHECK(feature(first, "elements") == out.rows * out.width * out.channels);
}

TEST_CASE("a plan that streams rows takes more instructions") {
    const analysis whole = analyzed("cortex-m4", tigris::arm_dsp);
    const analysis streamed =
        analyzed("cortex-m4", tigris::arm_dsp, std::uint64_t(whole.smallest_without_slow));
    REQUIRE(streamed.cost.instructions);
    CHECK(*streamed.cost.instructions > *whole.cost.instructions);
}

TEST_CASE("what is not known is a dash, and says why") {
    CHECK_FALSE(analyzed("", tigris::arm_dsp).cost.instructions);
    CHECK(describe_cost(analyzed("", tigris::arm_dsp)).empty());
    const analysis other = analyzed("cortex-m4", tigris::helium);
    CHECK_FALSE(other.cost.instructions);
    REQUIRE(describe_cost(other).size() == 1);
    CHECK(contains(describe_cost(other)[0],
                   "instructions -: there is no cost table of helium kernels on cortex-m4"));
    CHECK(spell_or_dash({}) == "-");
}

TEST_CASE("each missing number has a reason, in tables and in JSON") {
    const analysis none = analyzed("riscv-rv32imafc", tigris::blocked);
    const std::string reason = "there is no cost table of blocked kernels on riscv-rv32imafc";
    CHECK(missing_costs_of(none).instructions == reason);
    CHECK(missing_costs_of(none).milliseconds == reason);
    CHECK_FALSE(missing_costs_of(none).machine_code.empty());
    CHECK(contains(to_json(none), "\"instructions_reason\": \"" + reason));
    CHECK(contains(to_json(none), "\"milliseconds_reason\": \"" + reason));
    CHECK(contains(to_json(none), "\"cycles\": null"));
    CHECK(contains(to_details(none), "\ninstructions -: " + reason));
    CHECK(contains(to_text({board_result{"p4", "riscv-rv32imafc", none, ""}}),
                   "\np4: instructions -: " + reason));
    const analysis known = analyzed("cortex-m4", tigris::arm_dsp);
    CHECK(missing_costs_of(known).instructions.empty());
    CHECK(missing_costs_of(known).milliseconds == "--board names the clock");
    CHECK(contains(to_json(known), "\"instructions_reason\": null"));
    CHECK(contains(to_json(known), fmt::format("\"cycles\": {}", *known.cost.cycles)));
    CHECK_FALSE(contains(to_details(known), "\ninstructions -"));
    CHECK(contains(missing_costs_of(analyzed("", tigris::arm_dsp)).instructions, "--core"));
}

TEST_CASE("milliseconds need a model of cycles and a clock") {
    analysis a = analyzed("cortex-m4", tigris::arm_dsp);
    CHECK_FALSE(milliseconds_of(a));
    a.clock_hz = 1'000'000;
    REQUIRE(milliseconds_of(a));
    CHECK(*milliseconds_of(a) == doctest::Approx(double(*a.cost.cycles) / 1000));
    CHECK(contains(describe_cost(a)[1], "at 1 MHz, without wait states"));
    a.cost.core = "cortex-m7";
    CHECK(contains(describe_cost(a)[1], "by the cycles of cortex-m4"));
    a.cost.cycle_model = "cortex-m7";
    a.cost.cycle_error_percent = 15;
    CHECK(contains(describe_cost(a)[1], " at 1 MHz by a model of +-15 %, without wait states"));
    a.cost.cycle_model.clear();
    CHECK(contains(describe_cost(a)[1], "there is no cycle model of cortex-m7"));
}

TEST_CASE("convolutions that the table does not know are not guessed from their elements") {
    options wanted;
    wanted.input = std::string(TIGRIS_TESTS) + "/models/conv_int16/model.onnx";
    wanted.name = "m";
    wanted.core = "cortex-m4";
    wanted.backend = tigris::arm_dsp;
    const analysis a = analyze(with_weight_orders(converted(wanted), wanted.backend), wanted);
    REQUIRE(describe_cost(a).size() == 1);
    CHECK(contains(describe_cost(a)[0], "the table of m4 lacks [portable conv int16_t int16_t"));
}
