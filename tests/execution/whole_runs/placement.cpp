// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Firmware's placement rules: tensors lie where they are wanted, and the result is the same.

#include <tigris/execution/run.hpp>

#include <conv_int8.hpp>
#include <helpers/many_steps.hpp>

#include <doctest/doctest.h>

#include <vector>

namespace {

using namespace tigris;

constexpr memory_map memories{
    {{.name = "DTCM", .bytes = 1 << 16},
     {.name = "SRAM", .bytes = 1 << 16, .read_cost = 300, .write_cost = 300},
     {.name = "PSRAM", .bytes = 1 << 20, .read_cost = 4000, .write_cost = 4000},
     {.name = "MRAM", .bytes = 1 << 20, .read_cost = 400, .is_writable = false}}};
constexpr target board{.memories = &memories};
enum region { dtcm, sram, psram };

constexpr target with(const placement_rules& rules) {
    target t = board;
    t.placement = &rules;
    return t;
}

constexpr placement_rules in_sram{{{.kind = placed::scratch, .memory = "SRAM"}}};
constexpr placement_rules in_psram{{{.kind = placed::scratch, .memory = "PSRAM"}}};
constexpr placement_rules one_in_sram{{{.id = "relu_codes", .memory = "SRAM"},
                                       {.kind = placed::scratch, .memory = "PSRAM"},
                                       {.kind = placed::scratch, .memory = "DTCM"}}};

template <auto Model, target Target>
auto outputs_of() {
    static workspace<Model, Target> memory;
    static typename input_edge<Model, 0>::type in[std::size_t(input_edge<Model, 0>::extent)];
    static typename output_edge<Model, 0>::type out[std::size_t(output_edge<Model, 0>::extent)];
    int i = 0;
    for (auto& item : in) item = std::decay_t<decltype(item)>(++i * 37 % 101 - 50);
    tigris::run(Model, memory, in_memory_order(in), in_memory_order(out));
    return std::vector(std::begin(out), std::end(out));
}

/// How many tensors that a run makes for itself lie in a region as a whole.
template <auto Model, target Target>
int count_in(int region) {
    int count = 0;
    for (const planning::buffer_plan& b : plan_of<Model, Target>.buffers)
        count += b.home == planning::home::arena && b.alive_after && b.region == region;
    return count;
}

template <auto Model, target Target>
int region_of(const char* id) {
    for (int t = 0; t < Model.graph.tensor_count; ++t)
        if (equal_text(Model.tensor_names[t], id)) return plan_of<Model, Target>.tensors[t].region;
    return -1;
}

}  // namespace

TEST_CASE_TEMPLATE("scratch tensors lie in the memory of a rule", Model, conv_int8::model_type,
                   many_steps::model_type<20>) {
    constexpr target fast = with(in_sram);
    CHECK(count_in<Model{}, board>(dtcm) > 0);
    CHECK(count_in<Model{}, fast>(dtcm) == 0);
    CHECK(count_in<Model{}, fast>(sram) > 0);
    CHECK(outputs_of<Model{}, fast>() == outputs_of<Model{}, board>());
}

TEST_CASE_TEMPLATE("what is pinned to slow memory is streamed", Model, conv_int8::model_type,
                   many_steps::model_type<20>) {
    constexpr target slow = with(in_psram);
    for (const planning::buffer_plan& b : plan_of<Model{}, slow>.buffers)
        if (b.home == planning::home::arena && b.pinned) CHECK(b.region == psram);
    CHECK(outputs_of<Model{}, slow>() == outputs_of<Model{}, board>());
}

TEST_CASE("a rule of an id wins over one of a kind, and the last of a kind over others") {
    constexpr auto model = conv_int8::model;
    constexpr target mixed = with(one_in_sram);
    CHECK(region_of<model, mixed>("relu_codes") == sram);
    CHECK(region_of<model, mixed>("scores_codes") == dtcm);
    CHECK(outputs_of<model, mixed>() == outputs_of<model, board>());
}
