// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/show/analysis.hpp>

#include <onnx2hpp/boards/apply_board.hpp>
#include <onnx2hpp/load/load.hpp>
#include <onnx2hpp/lower/lower.hpp>
#include <onnx2hpp/passes/pass_list.hpp>
#include <onnx2hpp/show/advice.hpp>
#include <onnx2hpp/show/summary.hpp>

#include <helpers/contains.hpp>
#include <helpers/converted.hpp>
#include <helpers/onnx_builder.hpp>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <sstream>

using namespace onnx2hpp;
using namespace onnx2hpp::test;
using nlohmann::ordered_json;

namespace {

/// A model, what was asked for, and what came of it.
struct analyzed {
    options wanted;
    lowered_model model;

    explicit analyzed(const char* file) {
        wanted.input = std::string(TIGRIS_TESTS) + file;
        wanted.name = "m";
        model = converted(wanted);
    }
    analysis result() const { return analyze(model, wanted); }
    ordered_json json() const { return ordered_json::parse(to_json(result())); }
};

analyzed analyzed_small() { return analyzed("/models/conv_int8/model.onnx"); }
analyzed analyzed_large() { return analyzed("/../examples/fashion/fashion_int8.onnx"); }

std::vector<std::string> keys_of(const ordered_json& object) {
    std::vector<std::string> keys;
    for (const auto& [key, value] : object.items()) keys.push_back(key);
    return keys;
}

}  // namespace

TEST_CASE("without budgets a model fits, and nothing of it is tiled") {
    const analyzed a = analyzed_small();
    const analysis found = a.result();
    CHECK_FALSE(found.exceeded);
    CHECK(found.plan.calls == 3);
    CHECK(contains(to_details(found), "it fits"));
}

TEST_CASE("what does not fit is shown as its smallest plan") {
    analyzed a = analyzed_large();
    a.wanted.fast = 1024;
    const analysis found = a.result();
    REQUIRE(found.exceeded);
    CHECK(contains(found.exceeded->sentence, std::to_string(found.smallest_without_slow)));
    CHECK(found.plan.fast_peak_bytes > 1024);
    CHECK(contains(to_details(found), "it does NOT fit; this is the smallest plan"));
    CHECK(a.json().at("fits") == false);
}

TEST_CASE("of steps with equal peaks the one that needs most itself is named") {
    onnx::ModelProto m = make_model();
    add_input(m, "x", {1, 1000});
    add_node(m, "Sigmoid", {"x"}, {"a"});
    set(add_node(m, "ReduceMean", {"a"}, {"mean"}), "axes", std::vector<std::int64_t>{1});
    add_node(m, "Tanh", {"a"}, {"b"});
    add_node(m, "Add", {"b", "a"}, {"both"});
    add_node(m, "Add", {"both", "mean"}, {"y"});
    add_output(m, "y");
    options wanted;
    onnx_model loaded = load_proto(m);
    run_passes(loaded, wanted);
    const analysis found = analyze(lower(loaded, wanted), wanted);
    const int mean = 1, sum = 3;
    REQUIRE(found.plan.segments[mean].peak_bytes == found.plan.segments[sum].peak_bytes);
    CHECK(found.plan.peak_step == sum);
}

TEST_CASE("what does not fit is shown as the smallest plan that the search found") {
    analyzed a = analyzed_large();
    const std::int64_t own = a.result().smallest_without_slow;
    a.wanted.fast = std::uint64_t(own) / 2;
    a.wanted.calls = true;
    const analysis found = a.result();
    REQUIRE(found.exceeded);
    CHECK(found.plan.fast_peak_bytes < own);
    CHECK(found.plan.fast_peak_bytes == found.smallest_without_slow);
    const std::string bytes = std::to_string(found.plan.fast_peak_bytes);
    const std::string& step = found.model.nodes[std::size_t(found.plan.peak_step)].name;
    CHECK(contains(found.exceeded->sentence, "fits in " + bytes + " bytes"));
    CHECK(contains(found.exceeded->sentence, "step '" + step + "' needs most"));
    CHECK(*std::max_element(found.live_bytes.begin(), found.live_bytes.end()) <=
          found.plan.fast_peak_bytes);
    CHECK_FALSE(found.calls.empty());
    CHECK_FALSE(found.was_searched);
    CHECK(a.json()["totals"]["fast_peak_bytes"] == found.smallest_without_slow);
    CHECK_FALSE(contains(to_summary(found, false), "without a search"));
}

TEST_CASE("what lacks both memories is shown with the slow memory that there is") {
    for (const effort how : {effort::none, effort::normal}) {
        analyzed a = analyzed_large();
        a.wanted.search_effort = how;
        a.wanted.fast = 512;
        a.wanted.slow = 100;
        const analysis found = a.result();
        REQUIRE(found.exceeded);
        CHECK(found.plan.slow_peak_bytes <= 100);
        CHECK(contains(found.exceeded->sentence,
                       "fits in " + std::to_string(found.plan.fast_peak_bytes) + " bytes of fast"));
    }
}

TEST_CASE("where no search ran, the smallest plan is told so") {
    analyzed a = analyzed_large();
    a.wanted.fast = 1024;
    a.wanted.search_effort = effort::none;
    const analysis found = a.result();
    REQUIRE(found.exceeded);
    CHECK(contains(found.exceeded->sentence, std::to_string(found.plan.fast_peak_bytes)));
    CHECK(contains(to_summary(found, false),
                   " bytes lacking\n         by the smallest plan without "));
    CHECK(contains(to_details(found), "this is the smallest plan without a search\n"));
    a.wanted.fast = 1 << 20;
    CHECK_FALSE(a.result().may_shrink);
}

TEST_CASE("text names every segment, step, tensor in memory, and all totals") {
    analyzed a = analyzed_large();
    a.wanted.fast = std::uint64_t(a.result().smallest_without_slow);
    const analysis found = a.result();
    const std::string text = to_details(found);
    for (const char* part : {"chain", "global_average_pool", "input 0", "output 0", "fast at 0",
                             "smallest fast memory", "recomputed"})
        CHECK_MESSAGE(contains(text, part), std::string(part));
    CHECK(contains(text, "fast memory: " + std::to_string(found.plan.fast_peak_bytes) + " bytes"));
    CHECK(contains(text, "segments: " + std::to_string(found.plan.segment_count) + ";"));
}

TEST_CASE("inputs of one mode are counted, not listed") {
    analysis a = analyzed_small().result();
    const int input = a.model.inputs[0];
    CHECK(contains(to_title(a), "input: caller;"));
    a.model.inputs.assign(12, input);
    CHECK(contains(to_title(a), "input: caller (12);"));
    a.target.input.of[2] = tigris::io::rows;
    CHECK(contains(to_title(a), "input: caller (2), rows, caller (9);"));
}

TEST_CASE("modes are those of the caller's inputs and outputs, not of states") {
    analysis a;
    a.model.inputs = {0, 1, 2};
    a.model.outputs = {3, 4, 5};
    a.model.state_count = 2;
    CHECK(contains(to_title(a), "input: caller; output: caller;"));
}

TEST_CASE("names in a table are unique") {
    analyzed a = analyzed_large();
    for (std::size_t i = 0; i < a.model.tensor_names.size(); ++i)
        a.model.tensor_names[i] =
            "a_beginning_of_all_names_" + std::to_string(i) + "_and_an_equal_end";
    const std::string text = to_details(a.result());
    const std::size_t tensors = text.find("\ntensors but constants\n");
    std::istringstream rows(text.substr(tensors));
    std::vector<std::string> names;
    for (std::string row; std::getline(rows, row);)
        if (row.starts_with("  ")) names.push_back(row.substr(0, row.find(' ', 2)));
    REQUIRE(names.size() > 10);
    std::sort(names.begin(), names.end());
    CHECK(std::adjacent_find(names.begin(), names.end()) == names.end());
}

TEST_CASE("the advice has whole ids") {
    analyzed a = analyzed_large();
    for (std::string& name : a.model.tensor_names) name.insert(0, 60, 'x');
    apply_board("stm32h743", {}, a.wanted);
    const analysis found = a.result();
    const std::vector<advised_move> moves = advise(found);
    REQUIRE_FALSE(moves.empty());
    CHECK(contains(to_details(found),
                   "  " + found.model.tensor_names[std::size_t(moves[0].tensor)] + "\n"));
}

TEST_CASE("transfers are told as what they are") {
    analyzed a = analyzed_large();
    a.wanted.fast = std::uint64_t(a.result().smallest_with_slow);
    a.wanted.slow = 1 << 20;
    a.wanted.input_modes = {tigris::io::rows};
    a.wanted.output_modes = {tigris::io::rows};
    const std::string text = to_details(a.result());
    for (const char* part : {"receive", "send", "spill", "reload", "slow at 0", "spilled"})
        CHECK_MESSAGE(contains(text, part), std::string(part));
}

TEST_CASE("the plan is that of the header, which may have a hint") {
    analyzed a = analyzed_large();
    a.wanted.fast = 12 << 10;
    const analysis searched = a.result();
    CHECK(searched.was_searched);
    CHECK(contains(to_details(searched), "with a hint"));
    a.wanted.search_effort = effort::none;
    const analysis own = a.result();
    CHECK_FALSE(own.was_searched);
    CHECK(to_json(own) != to_json(searched));
}

TEST_CASE("a sweep has one line for each budget") {
    analyzed a = analyzed_large();
    a.wanted.search_effort = effort::none;
    const std::int64_t least = a.result().smallest_without_slow;
    a.wanted.sweep = {std::uint64_t(least) - 1, std::uint64_t(least), 1 << 20};
    const analysis found = a.result();
    CHECK_FALSE(found.sweep[0].plan);
    CHECK(found.sweep[1].plan->fast_peak_bytes <= least);
    CHECK(found.sweep[2].plan->calls <= found.sweep[1].plan->calls);
    CHECK(a.json().at("sweep").size() == 3);
    CHECK(contains(to_sweep(found, false), std::to_string(least - 1) + "  no: 1 byte lacking"));
    CHECK(a.json()["sweep"][0] == ordered_json{{"fast_bytes", least - 1}, {"fits", false}});
}

TEST_CASE("what a search fits into a smaller budget counts as the smallest fast memory") {
    analyzed a = analyzed_large();
    const std::int64_t own = a.result().smallest_without_slow;
    a.wanted.sweep = {std::uint64_t(own) * 96 / 100, std::uint64_t(own) / 2};
    const analysis found = a.result();
    REQUIRE(found.sweep[0].plan);
    CHECK(found.smallest_without_slow <= std::int64_t(found.sweep[0].fast));
    CHECK(found.smallest_without_slow == *found.sweep[1].least_searched);
    const std::int64_t lacking = found.smallest_without_slow - std::int64_t(found.sweep[1].fast);
    CHECK(contains(to_sweep(found, true), "no: " + std::to_string(lacking) + " bytes"));
    CHECK_FALSE(contains(to_sweep(found, true), "searched"));
    CHECK(contains(to_sweep(found, false), "None of these plans was searched for."));
}

TEST_CASE("the sentence names the least that a search finds, and so much is enough") {
    analyzed a = analyzed_large();
    const std::int64_t own = a.result().smallest_without_slow;
    a.wanted.fast = std::uint64_t(own) / 4;
    const analysis refused = a.result();
    REQUIRE(refused.exceeded);
    const std::int64_t least = refused.smallest_without_slow;
    CHECK(least < own);
    CHECK(contains(refused.exceeded->sentence,
                   "fits in " + std::to_string(least) + " bytes of fast"));
    a.wanted.fast = std::uint64_t(least);
    CHECK_FALSE(a.result().exceeded);
}

TEST_CASE("a sweep without a list goes from the smallest plan to the cheapest") {
    analyzed a = analyzed_large();
    a.wanted.search_effort = effort::none;
    a.wanted.finds_sweep = true;
    const analysis found = a.result();
    REQUIRE(found.sweep.size() >= 3);
    CHECK(std::int64_t(found.sweep.front().fast) == found.smallest_without_slow);
    CHECK(found.sweep.back().plan->recomputed_macs == 0);
    a.wanted.finds_sweep = false;
    for (const swept_budget& point : found.sweep) {
        a.wanted.fast = point.fast;
        CHECK(a.result().plan.fast_peak_bytes == point.plan->fast_peak_bytes);
        CHECK(a.result().plan.cost == point.plan->cost);
    }
    a.wanted.fast.reset();
    a.wanted.finds_sweep = true;
    CHECK(a.json().at("sweep").size() == found.sweep.size());
}

TEST_CASE("JSON has everything, in an order that stays") {
    analyzed a = analyzed_large();
    a.wanted.fast = 64 << 10;
    const ordered_json json = a.json();
    const analysis found = a.result();
    CHECK(keys_of(json) == std::vector<std::string>{"schema_version", "model", "target", "fits",
                                                    "smallest_fast_bytes", "totals", "regions",
                                                    "segments", "tasks", "buffers", "tensors",
                                                    "steps", "constants", "removed", "summary"});
    CHECK(json["model"] == "m");
    CHECK(json["target"]["fast_bytes"] == 65536);
    CHECK(json["target"]["flash_bytes"].is_null());
    CHECK(json["target"]["input"] == ordered_json{"caller"});
    CHECK(json["totals"]["fast_peak_bytes"] == found.plan.fast_peak_bytes);
    CHECK(json["segments"].size() == found.plan.segments.size());
    CHECK(json["tasks"].size() == found.plan.tasks.size());
    CHECK(json["buffers"].size() == found.plan.buffers.size());
    CHECK(json["tensors"].size() == a.model.tensors.size());
    CHECK(json["steps"].size() == a.model.nodes.size());
    CHECK(json["steps"][0]["name"] == a.model.nodes[0].name);
}

TEST_CASE("the steps of all segments are the model's, less what is only another shape") {
    analyzed a = analyzed_large();
    const ordered_json json = a.json();
    std::size_t steps = 0;
    for (const auto& segment : json["segments"]) steps += segment["steps"].size();
    std::size_t runs = 0;
    for (const auto& step : json["steps"]) runs += step["task"] >= 0;
    CHECK(steps == runs);
}

TEST_CASE("JSON says what the model is, not only where it lies") {
    analyzed a = analyzed_large();
    const ordered_json json = a.json();
    const ordered_json& conv = json["steps"][1];
    CHECK(conv["operator"] == "conv");
    CHECK(conv["inputs"].size() == 5);
    CHECK(conv["output_shape"] == ordered_json{1, 14, 14, 16});
    CHECK(conv["output_type"] == "int8_t");
    std::int64_t weights = 0, constants = 0;
    for (const auto& step : json["steps"]) weights += step["weights_bytes"].get<std::int64_t>();
    for (const auto& c : json["constants"]) constants += c["bytes"].get<std::int64_t>();
    CHECK(weights == constants);
    const ordered_json& input = json["tensors"][0];
    CHECK(input["kind"] == "input");
    CHECK(input["shape"] == ordered_json{1, 28, 28, 1});
    CHECK(input["onnx_shape"] == ordered_json{1, 1, 28, 28});
    CHECK(input["scale"].is_null());
    CHECK(json["tensors"][1]["scale"] == a.model.tensors[1].quant.scale);
    CHECK(json["summary"][0].get<std::string>().starts_with("m: "));
}

TEST_CASE("calls are as many as the plan counts, and listed where they are wanted") {
    analyzed a = analyzed_large();
    CHECK_FALSE(a.json().contains("calls"));
    a.wanted.fast = 12 << 10;
    a.wanted.calls = true;
    const analysis found = a.result();
    std::vector<int> calls(found.plan.tasks.size());
    for (const task_call& c : found.calls) ++calls[std::size_t(c.task)];
    int counted = 0;
    for (std::size_t k = 0; k < calls.size(); ++k) {
        const auto& t = found.plan.tasks[k];
        const bool adds_up = t.contract == tigris::ops::contract::accumulate && !t.whole;
        counted += adds_up ? 1 : calls[k];
        CHECK(calls[k] > 0);
    }
    CHECK(counted == found.plan.calls);
    const ordered_json json = a.json();
    CHECK(json["calls"].size() == found.calls.size());
    CHECK(json["calls"][0] == ordered_json{0, 0, found.calls[0].rows});
    CHECK(json["calls_cut"] == false);
}

TEST_CASE("names that are no UTF-8 do not break JSON") {
    analyzed a = analyzed_small();
    a.model.tensor_names[0] = "\xff\"\n";
    CHECK_NOTHROW(a.json());
}

TEST_CASE("a board's memories are shown with what the plan takes of them") {
    analyzed a = analyzed_large();
    apply_board("apollo510", {}, a.wanted);
    const analysis found = a.result();
    const std::string text = to_details(found);
    CHECK(contains(text, "constants   read  write  section"));
    for (const char* part : {"ITCM", "DTCM", "SRAM", "MRAM", "PSRAM", ".bss.psram", "2.000"})
        CHECK_MESSAGE(contains(text, part), std::string(part));
    CHECK(contains(text, std::to_string(found.plan.region_bytes[1]) + "          -  0.000  0.000"));
    const ordered_json regions = a.json()["regions"];
    CHECK(regions[1]["name"] == "DTCM");
    CHECK(regions[1]["bytes"] == 496 << 10);
    CHECK(regions[1]["peak_bytes"] == found.plan.region_bytes[1]);
}

TEST_CASE("a sweep with a board uses no more than its memories") {
    analyzed a = analyzed_large();
    apply_board("rp2040", {}, a.wanted);
    a.wanted.sweep = {std::uint64_t(a.result().smallest_without_slow), 1 << 30};
    const analysis found = a.result();
    REQUIRE(found.sweep[1].plan);
    CHECK(found.sweep[1].plan->fast_peak_bytes <= 264 << 10);
    CHECK(found.sweep[0].plan->fast_peak_bytes <= found.smallest_without_slow);
}

TEST_CASE("what a board has no room for names the board, not -m") {
    analyzed a = analyzed_large();
    const temporary_folder folder;
    const std::string file =
        folder.write("tiny.yaml",
                     "{name: tiny, core: c, clock: 1 Hz, backend: portable, alignment: 4,"
                     " memories: [{name: R, size: 1K, read: 0, write: 0}]}");
    apply_board(file, {}, a.wanted);
    const analysis found = a.result();
    REQUIRE(found.exceeded);
    CHECK(contains(found.exceeded->sentence, "was given 1024; step "));
    CHECK(contains(found.exceeded->sentence, "the board has no more"));
    CHECK_FALSE(contains(found.exceeded->sentence, "raise -m"));
}
