// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/placement/place_tensors.hpp>

#include <onnx2hpp/boards/apply_board.hpp>
#include <onnx2hpp/lower/lower.hpp>
#include <onnx2hpp/onnx/operator_table.hpp>
#include <onnx2hpp/passes/pass_list.hpp>
#include <onnx2hpp/passes/tie_states.hpp>
#include <onnx2hpp/placement/parse_rules.hpp>

#include <helpers/onnx_builder.hpp>
#include <helpers/outcomes.hpp>

#include <doctest/doctest.h>

#include <algorithm>

using namespace onnx2hpp;
using namespace onnx2hpp::test;

namespace {

/// image -> conv (conv_weight, conv_bias) -> relu -> flat -> fc (fc_weight, fc_bias) -> scores.
onnx::ModelProto conv_and_fc() {
    onnx::ModelProto m = make_model();
    add_input(m, "image", {1, 2, 8, 8});
    add_weights(m, "conv_weight", {4, 2, 3, 3});
    add_weights(m, "conv_bias", {4});
    add_weights(m, "fc_weight", {10, 144});
    add_weights(m, "fc_bias", {10});
    add_node(m, "Conv", {"image", "conv_weight", "conv_bias"}, {"conv"});
    add_node(m, "Relu", {"conv"}, {"hot_buf"});
    add_node(m, "Flatten", {"hot_buf"}, {"flat"});
    set(add_node(m, "Gemm", {"flat", "fc_weight", "fc_bias"}, {"scores"}), "transB",
        std::int64_t{1});
    add_output(m, "scores");
    return m;
}

struct placed_model {
    options wanted;
    lowered_model model;

    explicit placed_model(std::vector<tensor_rule> rules, const char* board = "apollo510",
                          std::vector<tigris::io> inputs = {}) {
        apply_board(board, {}, wanted);
        wanted.rules = std::move(rules);
        wanted.input_modes = std::move(inputs);
        onnx_model read = load_proto(conv_and_fc());
        const model_names names(read, keeps_elements);
        run_passes(read, wanted);
        model = with_places(lower(read, wanted), names, wanted);
    }

    int tensor(const std::string& name) const {
        const auto found = std::find(model.tensor_names.begin(), model.tensor_names.end(), name);
        REQUIRE(found != model.tensor_names.end());
        return int(found - model.tensor_names.begin());
    }
    std::string region(int r) const { return r < 0 ? "" : (*wanted.memories)[r].name; }
    std::string memory(const std::string& name) const {
        return region(model.tensor_places[std::size_t(tensor(name))].region);
    }
    constant_place constant(const std::string& name) const {
        return model.constant_places[std::size_t(model.tensors[std::size_t(tensor(name))].index)];
    }
};

placed_model placed_by(const std::string& yaml) {
    return placed_model(parse_rules(parse_yaml("rules.yaml", yaml)));
}
placed_model placed_by(std::initializer_list<const char*> rules,
                       std::vector<tigris::io> inputs = {}) {
    std::vector<tensor_rule> parsed;
    for (const char* rule : rules) parsed.push_back(parse_place(rule));
    return placed_model(parsed, "apollo510", std::move(inputs));
}
verdict verdict_of_placing(const std::string& yaml) {
    return verdict_of([&] { placed_by(yaml); });
}
verdict verdict_of_placing_by(const char* rule) {
    return verdict_of([&] { placed_by({rule}); });
}

}  // namespace

TEST_CASE("without rules nothing is wanted anywhere") {
    const placed_model made({});
    CHECK(made.model.tensor_places.empty());
    CHECK(made.model.constant_places.empty());
}

TEST_CASE("rules of ids win over those of kinds, and these over the rest, whatever their order") {
    const placed_model made = placed_by(
        {"SCRATCH:hot_buf=DTCM", ":hot_buf=PSRAM", "SCRATCH=SRAM", "CONSTANT=PSRAM", "=DTCM"});
    CHECK(made.memory("hot_buf") == "DTCM");
    CHECK(made.region(made.constant("fc_weight").memory) == "PSRAM");
    CHECK(placed_by({":hot_buf=PSRAM", "SCRATCH=SRAM", "=DTCM"}).memory("hot_buf") == "PSRAM");
    CHECK(placed_by({"SCRATCH=SRAM", "=DTCM"}).memory("hot_buf") == "SRAM");
}

TEST_CASE("of two rules of one rank the later wins") {
    CHECK(placed_by({"SCRATCH=SRAM", "SCRATCH=DTCM"}).memory("hot_buf") == "DTCM");
    CHECK(placed_by({":hot_buf=SRAM", ":hot_buf=PSRAM"}).memory("hot_buf") == "PSRAM");
}

TEST_CASE("each attribute is merged for itself") {
    const placed_model made = placed_by({":fc_weight=:SRAM", "CONSTANT=PSRAM:DTCM"});
    CHECK(made.region(made.constant("fc_weight").memory) == "PSRAM");
    CHECK(made.region(made.constant("fc_weight").destination) == "SRAM");
    CHECK(made.region(made.constant("conv_bias").destination) == "DTCM");
}

TEST_CASE("what a reshape makes is another name, and an input of the caller's stays there") {
    const placed_model made = placed_by({":flat=SRAM", "=DTCM"});
    CHECK(made.memory("hot_buf") == "SRAM");
    CHECK(made.memory("image").empty());
    CHECK(placed_by({"=DTCM"}, {tigris::io::arena}).memory("image") == "DTCM");
}

TEST_CASE("a destination that is the memory itself stages nothing, and the board's memory is -1") {
    const placed_model made = placed_by({"CONSTANT=MRAM:MRAM", ":fc_weight=SRAM:SRAM"});
    CHECK(made.constant("conv_weight") == constant_place{});
    CHECK(made.constant("fc_weight").destination == -1);
    CHECK(made.region(made.constant("fc_weight").memory) == "SRAM");
}

TEST_CASE("the specification's examples place what they say") {
    const placed_model defaults = placed_by(R"(tensors:
# Default: everything to DTCM
- attributes: { memory: DTCM }
# Specific large weights to MRAM
- id: ["fc_weight", "fc_bias"]
  attributes: { memory: MRAM }
)");
    CHECK(defaults.memory("hot_buf") == "DTCM");
    CHECK(defaults.region(defaults.constant("conv_weight").memory) == "DTCM");
    CHECK(defaults.constant("fc_weight") == constant_place{});
    const placed_model staged = placed_by(R"(tensors:
- type: CONSTANT
  attributes:
    memory: MRAM # source (cold) memory
    constant_destination_memory: DTCM # runtime arena memory (staged)
)");
    CHECK(staged.region(staged.constant("fc_weight").destination) == "DTCM");
    CHECK(staged.constant("fc_weight").memory == -1);
}

TEST_CASE("an unknown memory is said with its line, also where a rule decides nothing") {
    CHECK(verdict_of_placing("tensors:\n- attributes:\n    memory: DTCN\n")
              .says(bad, "rules.yaml:3: the board has no memory 'DTCN'; its memories are ITCM, "));
    CHECK(verdict_of_placing("tensors:\n- attributes: {memory: X}\n- type: SCRATCH\n  attributes: "
                             "{memory: DTCM}\n- type: CONSTANT\n  attributes: {memory: MRAM}\n")
              .says(bad, "rules.yaml:2: the board has no memory 'X'"));
}

TEST_CASE("an unknown id, one of another kind, and one that is fused are said") {
    CHECK(verdict_of_placing_by(":fc_wieght=MRAM")
              .says(bad, "--place ':fc_wieght=MRAM': the model has no tensor 'fc_wieght'"));
    CHECK(verdict_of_placing_by("SCRATCH:fc_weight=DTCM")
              .says(bad, "tensor 'fc_weight' is CONSTANT, not SCRATCH"));
    CHECK(verdict_of_placing_by(":conv=DTCM")
              .says(bad,
                    "tensor 'conv' is never in memory, because it is part of the step that "
                    "makes 'hot_buf'; name that one"));
}

TEST_CASE("a rule that matches nothing is said") {
    CHECK(verdict_of_placing("tensors:\n- type: PERSISTENT\n  attributes: { memory: SRAM }\n")
              .says(bad,
                    "rules.yaml:2: the rule matches nothing: the model has no PERSISTENT "
                    "tensor"));
}

TEST_CASE("what a run writes needs memory that is writable") {
    CHECK(verdict_of_placing("tensors:\n- type: SCRATCH\n  attributes: {memory: MRAM}\n")
              .says(bad,
                    "rules.yaml:3: tensor 'hot_buf' (SCRATCH) is written by runs, but MRAM is "
                    "read-only"));
    CHECK(verdict_of_placing_by("CONSTANT=SRAM:MRAM")
              .says(bad, "(CONSTANT) is copied before a run, but MRAM is read-only"));
    CHECK(verdict_of_placing_by("SCRATCH=DTCM:SRAM")
              .says(bad, "only constants have a 'constant_destination_memory'"));
}

TEST_CASE("states lie together in one memory that runs can write") {
    const auto verdict_on = [](std::vector<const char*> rules) {
        return verdict_of([&rules] {
            onnx::ModelProto m = make_model();
            add_input(m, "x", {1, 4});
            add_input(m, "h", {1, 4});
            add_input(m, "c", {1, 4});
            add_node(m, "Add", {"x", "h"}, {"next"});
            add_node(m, "Sub", {"next", "c"}, {"next_c"});
            add_node(m, "Neg", {"next"}, {"y"});
            add_output(m, "y");
            add_output(m, "next");
            add_output(m, "next_c");
            options wanted;
            apply_board("apollo510", {}, wanted);
            wanted.states = {{"h", "next"}, {"c", "next_c"}};
            for (const char* rule : rules) wanted.rules.push_back(parse_place(rule));
            onnx_model read = load_proto(m);
            const model_names names(read, keeps_elements);
            run_passes(read, wanted);
            tie_states(read, wanted);
            with_places(lower(read, wanted), names, wanted);
        });
    };
    CHECK(verdict_on({"PERSISTENT=DTCM"}).code == outcome::success);
    CHECK(verdict_on({"=DTCM", "PERSISTENT=SRAM"}).code == outcome::success);
    CHECK(verdict_on({"PERSISTENT=SRAM", ":h=DTCM"})
              .says(bad,
                    "cannot lie in SRAM: all states of a model lie in one memory, and 'h' is to "
                    "lie in DTCM"));
    CHECK(verdict_on({"PERSISTENT=MRAM"}).says(bad, "is written by runs, but MRAM is read-only"));
}

TEST_CASE("an input of the caller's cannot be placed by its name") {
    CHECK(verdict_of_placing_by(":image=SRAM")
              .says(bad,
                    "tensor 'image' lies in the caller's memory, as an input or output; "
                    "convert with --input arena or --output arena"));
    CHECK(placed_by({":image=SRAM"}, {tigris::io::arena}).memory("image") == "SRAM");
}
