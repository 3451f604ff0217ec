// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/show/summary.hpp>

#include <onnx2hpp/boards/apply_board.hpp>
#include <onnx2hpp/boards/find_board.hpp>
#include <onnx2hpp/onnx/operator_table.hpp>
#include <onnx2hpp/placement/parse_rules.hpp>
#include <onnx2hpp/placement/place_tensors.hpp>
#include <onnx2hpp/plan/memories_left.hpp>
#include <onnx2hpp/show/memories.hpp>
#include <onnx2hpp/show/peak.hpp>

#include <helpers/contains.hpp>
#include <helpers/converted.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <sstream>

using namespace onnx2hpp;
using namespace onnx2hpp::test;

namespace {

/// A model, what was asked for, and what came of it.
struct summarized {
    options wanted;
    lowered_model model;

    explicit summarized(const std::string& file) {
        wanted.input = TIGRIS_TESTS + file;
        wanted.name = "m";
        model = converted(wanted);
    }
    analysis found() const { return analyze(model, wanted); }
    std::string text() const { return to_summary(found(), false); }
};

summarized fashion() { return summarized("/../examples/fashion/fashion_int8.onnx"); }

/// As rules say.
lowered_model placed(const options& wanted) {
    onnx_model read = load(wanted, all_operators());
    const model_names names(read, keeps_elements);
    run_passes(read, wanted);
    return with_memories_left(with_places(lower(read, wanted), names, wanted), wanted);
}

std::vector<std::string> lines_of(const std::string& text) {
    std::vector<std::string> lines;
    std::istringstream in(text);
    for (std::string line; std::getline(in, line);) lines.push_back(line);
    return lines;
}

void check_size(const std::vector<std::string>& lines) {
    CHECK(lines.size() >= 7);
    CHECK(lines.size() <= most_summary_lines);
    for (const std::string& line : lines) CHECK_MESSAGE(line.size() <= summary_columns, line);
}

/// What no summary may lack.
void check_verdicts(const analysis& a) {
    const std::string text = to_summary(a, false);
    check_size(lines_of(text));
    for (const memory_line& line : describe_memories(a, false)) {
        const std::string shown = line.text.substr(0, line.text.find(','));
        CHECK_MESSAGE(contains(text, shown), line.text);
    }
    CHECK(contains(text, "\npeak  "));
    CHECK(contains(text, "\n         largest: "));
}

const alternative* find(const analysis& a, alternative_kind kind) {
    const auto at = std::find_if(a.alternatives.begin(), a.alternatives.end(),
                                 [&](const alternative& other) { return other.kind == kind; });
    return at == a.alternatives.end() ? nullptr : &*at;
}

}  // namespace

TEST_CASE("a summary has at most 15 lines of at most 100 columns") {
    for (const char* board : {"", "apollo510", "esp32s3", "stm32h743"})
        for (const std::uint64_t fast : {1u << 10, 9u << 10, 1u << 20}) {
            summarized m = fashion();
            if (*board) apply_board(board, {}, m.wanted);
            m.wanted.fast = fast;
            check_size(lines_of(m.text()));
        }
}

TEST_CASE("on each board a summary has all memories, the peak and the largest tensors") {
    for (const ready_made_board& board : ready_made_boards())
        for (const char* model : {"fashion/fashion_float", "camera/person_int8"})
            for (const std::uint64_t fast : {std::uint64_t(3 << 10), tigris::unlimited}) {
                CAPTURE(board.name);
                summarized m("/../examples/" + std::string(model) + ".onnx");
                apply_board(std::string(board.name), {}, m.wanted);
                m.wanted.search_effort = effort::none;
                m.wanted.fast = fast;
                check_verdicts(m.found());
            }
}

TEST_CASE("a long summary keeps its verdicts") {
    summarized m = fashion();
    m.wanted.search_effort = effort::none;
    m.wanted.backend = tigris::arm_dsp;
    m.wanted.core = "cortex-m7";
    m.wanted.fast = 6 << 10;
    m.wanted.slow = 2 << 20;
    m.wanted.flash = 16 << 10;
    analysis a = m.found();
    a.model.removed = {1, 2, 3, 4};
    a.model.stream_frames = 1, a.model.stream_window = 2;
    a.model.inputs.assign(3, a.model.inputs[0]);
    a.model.outputs.assign(3, a.model.outputs[0]);
    a.model.nodes[std::size_t(a.plan.peak_step)].name = std::string(80, 's');
    REQUIRE(a.exceeded);
    CHECK(contains(to_summary(a, false), "\nflash    ["));
    check_verdicts(a);
}

TEST_CASE("what fits is told with its share of the budget, what does not with what is lacking") {
    summarized m = fashion();
    m.wanted.search_effort = effort::none;
    m.wanted.fast = 64 << 10;
    CHECK(contains(m.text(), "of 64.0 KB, fits"));
    const std::int64_t least = m.found().smallest_without_slow;
    m.wanted.fast = std::uint64_t(least) - 100;
    CHECK(contains(m.text(), "does NOT fit: 100 bytes lacking"));
    m.wanted.flash = 1000;
    const std::int64_t flash = m.found().plan.flash_bytes;
    CHECK(contains(m.text(), "does NOT fit: " + std::to_string(flash - 1000) + " bytes lacking"));
}

TEST_CASE("what -m leaves of a board's memory is told beside the memory") {
    summarized m = fashion();
    m.wanted.search_effort = effort::none;
    apply_board("rp2040", {}, m.wanted);
    CHECK(!contains(m.text(), "\n-m"));
    m.wanted.fast = 2 << 10;
    CHECK(contains(m.text(), "\n-m "));
    CHECK(contains(m.text(), "of 2.0 KB, does NOT fit"));
}

TEST_CASE("what constants leave of a board's memory is no -m") {
    summarized m = fashion();
    m.wanted.search_effort = effort::none;
    apply_board("stm32h743", {}, m.wanted);
    m.wanted.rules = {parse_place("CONSTANT=DTCM")};
    m.model = placed(m.wanted);
    CHECK(contains(m.text(), "\nleft     ["));
    CHECK_FALSE(contains(m.text(), "\n-m"));
    m.wanted.fast = 64 << 10;
    CHECK(contains(m.text(), "\n-m       ["));
    CHECK_FALSE(contains(m.text(), "\nleft"));
    m.wanted.fast = 1 << 30;
    CHECK(contains(m.text(), "\nleft     ["));
}

TEST_CASE("the layout of an image is said, with ONNX's extents beside it") {
    CHECK(contains(summarized("/models/mix_int8/model.onnx").text(), " NHWC (ONNX 1x"));
    CHECK_FALSE(contains(summarized("/models/wave_int8/model.onnx").text(), "NHWC"));
}

TEST_CASE("the kind of plan is that of its segments") {
    summarized m = fashion();
    CHECK(contains(m.text(), "plan     whole: "));
    m.wanted.fast = std::uint64_t(m.found().smallest_without_slow);
    CHECK(contains(m.text(), "plan     streamed: "));
    m.wanted.fast = std::uint64_t(m.found().smallest_with_slow);
    m.wanted.slow = 1 << 20;
    CHECK(contains(m.text(), " moved in a run"));
}

TEST_CASE("who holds memory adds up to the bytes that are live, where nothing overlaps") {
    const analysis found = fashion().found();
    const peak_holders peak = find_peak_holders(found);
    CHECK(peak.bytes == *std::max_element(found.live_bytes.begin(), found.live_bytes.end()));
    std::int64_t by_step = 0, by_operator = 0;
    for (const holder& h : peak.steps) by_step += h.bytes;
    for (const holder& h : peak.operators) by_operator += h.bytes;
    CHECK(by_step == by_operator);
    CHECK(by_step >= peak.bytes);
    CHECK(std::is_sorted(peak.steps.begin(), peak.steps.end(),
                         [](const holder& a, const holder& b) { return a.bytes > b.bytes; }));
}

TEST_CASE("long names of the line peak are whole, on lines of their own") {
    analysis a = fashion().found();
    const auto peak = std::max_element(a.live_bytes.begin(), a.live_bytes.end());
    const std::string step(80, 's');
    a.model.nodes[std::size_t(peak - a.live_bytes.begin())].name = step;
    const std::string text = to_summary(a, false);
    CHECK(contains(text, "\n         most: " + step + "\n"));
    for (std::size_t i = 0; i < a.model.nodes.size(); ++i)
        a.model.nodes[i].name = std::string(60, 'n') + std::to_string(i);
    for (const holder& h : {find_peak_holders(a).steps[0], find_peak_holders(a).steps[1]})
        CHECK_MESSAGE(contains(to_summary(a, false), " " + h.name + " "), h.name);
    for (const std::string& line : lines_of(to_summary(a, false)))
        CHECK_MESSAGE(line.size() <= summary_columns, line);
}

TEST_CASE("what would change memory is a plan that a conversion makes") {
    summarized m = fashion();
    m.wanted.search_effort = effort::none;
    const analysis found = m.found();
    const alternative* smallest = find(found, alternative_kind::smallest);
    REQUIRE(smallest);
    CHECK(smallest->fast_bytes == found.smallest_without_slow);

    const alternative* slow = find(found, alternative_kind::slow_memory);
    REQUIRE(slow);
    CHECK(slow->fast_bytes == found.smallest_with_slow);
    CHECK(slow->slow_traffic_bytes > 0);

    const alternative* rows = find(found, alternative_kind::row_inputs);
    REQUIRE(rows);
    m.wanted.input_modes = {tigris::io::rows};
    const analysis by_rows = m.found();
    CHECK(rows->fast_bytes == by_rows.smallest_without_slow);
    CHECK_FALSE(find(by_rows, alternative_kind::row_inputs));
}

TEST_CASE("a plan that takes more fast memory stands under no word that promises less") {
    analysis a = fashion().found();
    a.alternatives = {
        {.kind = alternative_kind::row_inputs, .fast_bytes = a.plan.fast_peak_bytes + 1}};
    CHECK(contains(to_summary(a, false), "\nI/O      "));
    CHECK_FALSE(contains(to_summary(a, false), "\nless "));
    a.alternatives[0].fast_bytes -= 2;
    CHECK(contains(to_summary(a, false), "\nless     "));
    CHECK_FALSE(contains(to_summary(a, false), "\nI/O "));
}

TEST_CASE("steps on portable kernels are counted in words that agree") {
    analysis a = fashion().found();
    a.target.backend = tigris::arm_dsp;
    std::size_t left = 2;
    for (tigris::planning::task_plan& t : a.plan.tasks)
        if (t.step >= 0 && a.plan.steps[std::size_t(t.step)].macs > 0)
            t.kernel.backend = left > 0 ? --left, tigris::portable : tigris::arm_dsp;
        else
            t.kernel.backend = tigris::arm_dsp;
    CHECK(contains(to_summary(a, false), " and 1 more step run "));
}

TEST_CASE("more memory spares what is computed twice or moved") {
    summarized m = fashion();
    m.wanted.search_effort = effort::none;
    m.wanted.fast = std::uint64_t(m.found().smallest_with_slow);
    m.wanted.slow = 1 << 20;
    const analysis found = m.found();
    const alternative* more = find(found, alternative_kind::undoubled);
    REQUIRE(more);
    m.wanted.fast = std::uint64_t(more->fast_bytes);
    const analysis made = m.found();
    CHECK(made.plan.slow_traffic_bytes == 0);
    CHECK(made.plan.recomputed_macs == 0);
    CHECK_FALSE(find(made, alternative_kind::undoubled));
}

TEST_CASE("JSON and sweeps look for no other plans") {
    summarized m = fashion();
    m.wanted.json = true;
    CHECK(m.found().alternatives.empty());
}

TEST_CASE("bars have colors on request only") {
    summarized m = fashion();
    m.wanted.fast = 64 << 10;
    CHECK_FALSE(contains(m.text(), "\x1b["));
    CHECK(contains(to_summary(m.found(), true), "\x1b[32m["));
    m.wanted.fast = 1 << 10;
    CHECK(contains(to_summary(m.found(), true), "\x1b[31m["));
}

TEST_CASE("a conversion prints five lines and a call") {
    const summarized m = fashion();
    const std::vector<std::string> lines = lines_of(to_short_summary(m.found()));
    REQUIRE(lines.size() == 7);
    CHECK(contains(lines[3], "memory   fast "));
    CHECK(contains(lines[6], "tigris::run(m::model, input, output);"));
}

TEST_CASE("a conversion says on its first line what was removed") {
    analysis a = fashion().found();
    a.model.removed.channels = 12;
    const std::vector<std::string> lines = lines_of(to_short_summary(a));
    CHECK(lines.size() == 7);
    CHECK(lines[0].ends_with("; 12 dead channels removed"));
}

TEST_CASE("a conversion says how many inputs and outputs it did not print") {
    analysis a = fashion().found();
    a.model.outputs.push_back(a.model.inputs[0]);
    const std::vector<std::string> lines = lines_of(to_short_summary(a));
    CHECK_FALSE(contains(lines[1], "more"));
    CHECK(contains(lines[2], "; and 1 more"));
}

TEST_CASE("states are no inputs and outputs of the caller") {
    summarized m = fashion();
    CHECK_FALSE(contains(m.text(), "state "));
    analysis a = m.found();
    a.model.inputs.push_back(a.model.outputs[0]);
    a.model.outputs.push_back(a.model.outputs[0]);
    a.model.state_count = 1;
    a.plan.state_bytes = 12;
    const std::string text = to_summary(a, false);
    CHECK(contains(text, "state    1 tensor, 12 B, kept from run to run beside fast memory"));
    CHECK(lines_of(text).size() == lines_of(m.text()).size() + 1);
    CHECK(contains(lines_of(to_short_summary(a))[3], ", state 12 B"));
    CHECK_FALSE(contains(to_short_summary(m.found()), "state "));
}

TEST_CASE("decoded constants hold memory at the peak") {
    analysis a = fashion().found();
    const peak_holders own = find_peak_holders(a);
    a.plan.prefix_bytes = 1 << 20;
    const peak_holders peak = find_peak_holders(a);
    CHECK(peak.bytes == own.bytes + (1 << 20));
    CHECK(peak.steps.front().name == "decoded constants");
    CHECK(peak.operators.front().bytes == 1 << 20);
}

TEST_CASE("a model of constants alone has no inputs, and nothing in memory") {
    lowered_model model = fashion().model;
    model.inputs.clear();
    model.outputs.resize(1);
    analysis a;
    a.model = std::move(model);
    a.model.nodes.clear();
    const std::vector<std::string> lines = lines_of(to_short_summary(a));
    CHECK(lines[1] == "input    none");
    CHECK(contains(lines.back(), "tigris::run(m::model, tigris::inputs(), output);"));
    CHECK(contains(to_summary(a, false), "input    none"));
}

TEST_CASE("-f says how much of a board's flash constants may take") {
    summarized m = fashion();
    apply_board("stm32h743", {}, m.wanted);
    m.wanted.flash = 1000;
    CHECK(contains(m.text(), "\nFLASH"));
    CHECK(contains(m.text(), " of 1000 B, does NOT fit"));
    m.wanted.flash = 8u << 20;
    CHECK(contains(m.text(), " of 8192 KB, fits"));
}
