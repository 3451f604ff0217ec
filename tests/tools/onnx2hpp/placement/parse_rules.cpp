// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/placement/parse_rules.hpp>

#include <helpers/onnx_builder.hpp>
#include <helpers/outcomes.hpp>

#include <doctest/doctest.h>

using namespace onnx2hpp;
using namespace onnx2hpp::test;
using tigris::placed;

namespace {

std::vector<tensor_rule> rules_in(const std::string& text) {
    return parse_rules(parse_yaml("rules.yaml", text));
}
verdict verdict_of_rules_in(const std::string& text) {
    return verdict_of([&] { rules_in(text); });
}
verdict verdict_of_place_of(const std::string& text) {
    return verdict_of([&] { parse_place(text); });
}

using ids = std::vector<std::string>;

}  // namespace

TEST_CASE("the specification's ruleset is understood") {
    const auto rules = rules_in(R"(tensors:
- type: "*" # Tensor kind: SCRATCH | PERSISTENT | CONSTANT | "*" for all
  id: null # Tensor id or list of ids, or null for all
  attributes:
    memory: DTCM # MemoryType
- type: PERSISTENT
  attributes:
    memory: SRAM
- id: ["conv2d_3_weight", "conv2d_3_bias"]
  attributes:
    memory: MRAM
- type: SCRATCH
  id: "large_scratch_tensor"
  attributes:
    memory: PSRAM
)");
    REQUIRE(rules.size() == 4);
    CHECK(rules[0].kind == placed::all);
    CHECK(rules[0].ids.empty());
    CHECK(rules[0].memory.name == "DTCM");
    CHECK(rules[0].where == "rules.yaml:2");
    CHECK(rules[0].memory.where == "rules.yaml:5");
    CHECK(rules[1].kind == placed::persistent);
    CHECK(rules[1].memory.name == "SRAM");
    CHECK(rules[2].kind == placed::all);
    CHECK(rules[2].ids == ids{"conv2d_3_weight", "conv2d_3_bias"});
    CHECK(rules[3].kind == placed::scratch);
    CHECK(rules[3].ids == ids{"large_scratch_tensor"});
    CHECK(rules[3].memory.name == "PSRAM");
}

TEST_CASE("the specification's other examples are understood") {
    const auto defaults = rules_in(R"(tensors:
# Default: everything to DTCM
- attributes: { memory: DTCM }
# Persistent tensors (variables) to SRAM
- type: PERSISTENT
  attributes: { memory: SRAM }
# Specific large weights to MRAM
- id: ["fc_5_weight", "fc_5_bias"]
  attributes: { memory: MRAM }
)");
    REQUIRE(defaults.size() == 3);
    CHECK(defaults[0].rank() == 0);
    CHECK(defaults[1].rank() == 1);
    CHECK(defaults[2].rank() == 2);
    const auto hot = rules_in(R"(tensors:
- type: SCRATCH
  attributes: { memory: PSRAM }
- type: SCRATCH
  id: ["hot_buf_0", "hot_buf_1"]
  attributes: { memory: DTCM }
)");
    REQUIRE(hot.size() == 2);
    CHECK(hot[1].rank() == 3);
    CHECK(hot[1].ids == ids{"hot_buf_0", "hot_buf_1"});
    const auto constants = rules_in(R"(tensors:
- type: CONSTANT
  attributes: { memory: MRAM }
)");
    REQUIRE(constants.size() == 1);
    CHECK(constants[0].kind == placed::constant);
    const auto staged = rules_in(R"(tensors:
- type: CONSTANT
  attributes:
    memory: MRAM # source (cold) memory
    constant_destination_memory: DTCM # runtime arena memory (staged)
)");
    REQUIRE(staged.size() == 1);
    CHECK(staged[0].memory.name == "MRAM");
    CHECK(staged[0].destination.name == "DTCM");
}

TEST_CASE("what is wrong in a file is said with its line") {
    CHECK(
        verdict_of_rules_in("rules: []\n")
            .says(bad, "rules.yaml:1: a placement file has no key 'rules'; the keys are tensors"));
    CHECK(verdict_of_rules_in("tensors:\n- kind: SCRATCH\n")
              .says(bad,
                    "rules.yaml:2: a rule has no key 'kind'; the keys are type, id, attributes"));
    CHECK(verdict_of_rules_in("tensors:\n- type: scratch\n  attributes: {memory: A}\n")
              .says(bad,
                    "rules.yaml:2: there is no kind 'scratch'; the kinds are SCRATCH, PERSISTENT, "
                    "CONSTANT and *"));
    CHECK(verdict_of_rules_in("tensors:\n- attributes: {memory: A}\n- type: SCRATCH\n")
              .says(bad, "rules.yaml:3: a rule lacks the key 'attributes'"));
    CHECK(verdict_of_rules_in("tensors:\n- attributes: {memmory: A}\n")
              .says(bad,
                    "rules.yaml:2: 'attributes' has no key 'memmory'; the keys are memory, "
                    "constant_destination_memory"));
    CHECK(verdict_of_rules_in("tensors:\n- attributes: {}\n")
              .says(bad,
                    "rules.yaml:2: 'attributes' has neither 'memory' nor "
                    "'constant_destination_memory'"));
    CHECK(verdict_of_rules_in("tensors:\n- id: []\n  attributes: {memory: A}\n")
              .says(bad, "rules.yaml:2: 'id' lists no tensor; write null for all"));
    CHECK(verdict_of_rules_in("tensors:\n- id: [[x]]\n  attributes: {memory: A}\n")
              .says(bad, "rules.yaml:2: 'id' is the name of a tensor, a list of names, or null"));
    CHECK(verdict_of_rules_in("tensors: []\n").says(bad, "rules.yaml:1: 'tensors' needs a list"));
}

TEST_CASE("rules of the command line") {
    CHECK(parse_place("SCRATCH=SRAM").kind == placed::scratch);
    CHECK(parse_place("SCRATCH=SRAM").memory.name == "SRAM");
    CHECK(parse_place("=DTCM").kind == placed::all);
    CHECK(parse_place("*=DTCM").ids.empty());
    CHECK(parse_place(":fc_weight,fc_bias=MRAM").ids == ids{"fc_weight", "fc_bias"});
    CHECK(parse_place("CONSTANT:a/b:0=MRAM:DTCM").ids == ids{"a/b:0"});
    CHECK(parse_place("CONSTANT:a/b:0=MRAM:DTCM").destination.name == "DTCM");
    CHECK(parse_place(":x=y=MRAM").ids == ids{"x=y"});
    CHECK(parse_place("CONSTANT=:DTCM").memory.is_given() == false);
    CHECK(parse_place("CONSTANT=:DTCM").destination.name == "DTCM");
}

TEST_CASE("what is wrong with a rule of the command line names the rule") {
    CHECK(verdict_of_place_of("SCRATCH").says(
        bad,
        "--place 'SCRATCH': a rule is written as [KIND][:ID[,ID]...]=MEMORY[:DESTINATION], "
        "such as SCRATCH=SRAM or :conv1_weight=MRAM:DTCM"));
    CHECK(verdict_of_place_of("WEIGHT=SRAM")
              .says(bad,
                    "--place 'WEIGHT=SRAM': there is no kind 'WEIGHT'; the kinds are SCRATCH, "
                    "PERSISTENT, CONSTANT and *"));
    CHECK(verdict_of_place_of("SCRATCH=")
              .says(bad, "--place 'SCRATCH=': the memory is missing behind '='"));
    CHECK(verdict_of_place_of(":a,,b=X").says(
        bad, "--place ':a,,b=X': an id is empty; write names with commas between them"));
    CHECK(verdict_of_place_of("CONSTANT=X:")
              .says(bad, "--place 'CONSTANT=X:': the destination is missing behind ':'"));
}
