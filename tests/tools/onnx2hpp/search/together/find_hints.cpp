// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/search/search.hpp>

#include <helpers/converted.hpp>
#include <onnx2hpp/command_line/parse_options.hpp>
#include <onnx2hpp/diagnostic.hpp>
#include <onnx2hpp/emit/emit.hpp>
#include <onnx2hpp/load/load.hpp>
#include <onnx2hpp/lower/lower.hpp>
#include <onnx2hpp/passes/pass_list.hpp>
#include <onnx2hpp/plan/plan.hpp>

#include <tigris/planning/hints/graph_hash.hpp>

#include <doctest/doctest.h>

#include <cstdlib>
#include <filesystem>

namespace {

using namespace onnx2hpp;
using namespace onnx2hpp::test;

options fashion() {
    options wanted;
    wanted.input = std::string(TIGRIS_TESTS) + "/../examples/fashion/fashion_int8.onnx";
    wanted.output = wanted.name = "fashion";
    return wanted;
}

options parsed(std::vector<const char*> words) {
    words.insert(words.begin(), {"onnx2hpp", "m.onnx", "-o", "m.hpp"});
    return *parse_options(int(words.size()), words.data());
}

}  // namespace

TEST_CASE("hints are for a budget") {
    const options wanted = fashion();
    CHECK(find_hints(converted(wanted), wanted).empty());
}

TEST_CASE("what does not fit may fit with a hint, whatever the effort") {
    options wanted = fashion();
    const lowered_model model = converted(wanted);
    wanted.fast = least_bytes(model, wanted) - 100;
    for (const effort how : {effort::fast, effort::normal}) {
        wanted.search_effort = how;
        const std::vector<owned_hint> hints = find_hints(model, wanted);
        REQUIRE(hints.size() == 1);
        CHECK(hints[0].target == target_of(model, wanted));
        CHECK(hints[0].graph == tigris::planning::graph_hash(network_of(model).view()));
    }
}

TEST_CASE("what cannot fit has no hint") {
    options wanted = fashion();
    const lowered_model model = converted(wanted);
    wanted.fast = 500;
    CHECK(find_hints(model, wanted).empty());
    wanted.fast = 11'000;
    CHECK(find_hints(model, wanted).size() == 1);
    wanted.flash = 1;
    CHECK(find_hints(model, wanted).empty());
}

TEST_CASE("a large plan with slow memory is written for compilers, though nothing is better") {
    const char* shared = std::getenv("TIGRIS_SHARED");
    options wanted = fashion();
    wanted.input = std::string(shared ? shared : TIGRIS_TESTS "/../../shared") +
                   "/models/mobilenet_v2_224_int8/model.onnx";
    if (!std::filesystem::exists(wanted.input)) return;
    wanted.fast = 32 << 10, wanted.slow = 8 << 20;
    wanted.search_effort = effort::fast;
    const std::vector<owned_hint> hints = find_hints(converted(wanted), wanted);
    REQUIRE(hints.size() == 1);
    CHECK_FALSE(hints[0].fast_offsets.empty());
    wanted.search_effort = effort::none;
    CHECK(find_hints(converted(wanted), wanted).empty());
}

TEST_CASE("two runs write the same header, hints included") {
    options wanted = fashion();
    const lowered_model model = converted(wanted);
    wanted.fast = 11'000;
    const std::string once = emit(model, wanted, find_hints(model, wanted))[0].bytes;
    CHECK(once == emit(model, wanted, find_hints(model, wanted))[0].bytes);
    CHECK(once.find("hints{{") != std::string::npos);
    CHECK(emit(model, wanted)[0].bytes.find("hint") == std::string::npos);
}

TEST_CASE("the effort is an option") {
    CHECK(parsed({}).search_effort == effort::normal);
    CHECK(parsed({"--effort", "fast"}).search_effort == effort::fast);
    CHECK(parsed({"--effort", "max"}).search_effort == effort::max);
    CHECK_THROWS_AS(parsed({"--effort", "much"}), failure);
}
