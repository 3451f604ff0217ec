// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/placement/parse_states.hpp>

#include <onnx2hpp/diagnostic.hpp>

#include <doctest/doctest.h>

#include <string>

using namespace onnx2hpp;

namespace {

std::vector<std::pair<std::string, std::string>> states_in(const char* text) {
    return parse_states(parse_yaml("states.yaml", text));
}

std::string mistake_in_states(const char* text) {
    try {
        states_in(text);
    } catch (const failure& f) {
        return f.what();
    }
    return {};
}

}  // namespace

TEST_CASE("a state file lists inputs and the outputs that they are next") {
    const auto states = states_in(R"(
states:
  - {input: h, output: hn}
  - input: cache.0
    output: "cache=1"
)");
    REQUIRE(states.size() == 2);
    CHECK(states[0] == std::pair<std::string, std::string>{"h", "hn"});
    CHECK(states[1] == std::pair<std::string, std::string>{"cache.0", "cache=1"});
}

TEST_CASE("what a state file lacks, or has too much, is said with its line") {
    CHECK(mistake_in_states("states:\n  - {input: h}\n").find("states.yaml:2") == 0);
    CHECK(mistake_in_states("states:\n  - {input: h}\n").find("output") != std::string::npos);
    CHECK(mistake_in_states("states:\n  - {input: h, output: n, from: x}\n").find("'from'") !=
          std::string::npos);
    CHECK(mistake_in_states("tensors: []\n").find("'tensors'") != std::string::npos);
    CHECK_FALSE(mistake_in_states("states: []\n").empty());
}
