// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which region a tensor lies in changes its address, never a byte of the result.

#include <tigris/execution/run.hpp>

#include <conv_float.hpp>
#include <conv_int8.hpp>
#include <helpers/many_steps.hpp>

#include <doctest/doctest.h>

#include <vector>

namespace {

using namespace tigris;

template <auto Model>
using input_of = typename input_edge<Model, 0>::type;
template <auto Model>
using output_of = typename output_edge<Model, 0>::type;

template <auto Model>
struct input_values {
    input_of<Model> items[std::size_t(input_edge<Model, 0>::extent)];

    input_values() {
        int i = 0;
        for (auto& item : items) item = input_of<Model>(++i * 37 % 101 - 50);
    }
};

template <auto Model, target Target, arena_owner Owner>
std::vector<output_of<Model>> outputs_in(workspace<Model, Target, Owner>& memory) {
    static const input_values<Model> in;
    output_of<Model> out[std::size_t(output_edge<Model, 0>::extent)]{};
    tigris::run(Model, memory, in_memory_order(in.items), in_memory_order(out));
    return {std::begin(out), std::end(out)};
}

template <auto Model>
std::vector<output_of<Model>> expected_outputs() {
    static workspace<Model, target{}> memory;
    return outputs_in(memory);
}

/// Two banks that hold a plan without limits together, and neither alone, of equal cost or not.
template <auto Model, std::uint32_t Cost>
inline constexpr memory_map two_banks{
    {{.name = "first", .bytes = std::uint64_t(plan_of<Model, target{}>.fast_peak_bytes) * 7 / 8},
     {.name = "second",
      .bytes = std::uint64_t(plan_of<Model, target{}>.fast_peak_bytes) * 7 / 8,
      .read_cost = Cost,
      .write_cost = Cost}}};

template <auto Model, std::uint32_t Cost>
inline constexpr target in_two_banks{.memories = &two_banks<Model, Cost>};

/// The smallest plan's fast memory as three banks, and slow memory behind them.
template <auto Model>
inline constexpr std::uint64_t some_bytes =
    std::uint64_t(smallest_fast_bytes<Model, target{.slow = unlimited}>) * 5 / 4;
template <auto Model>
inline constexpr memory_map four_regions{
    {{.name = "PSRAM", .bytes = 1 << 20, .read_cost = 4000, .write_cost = 4000},
     {.name = "DTCM", .bytes = some_bytes<Model> / 4},
     {.name = "SRAM", .bytes = some_bytes<Model>, .read_cost = 300, .write_cost = 300},
     {.name = "MRAM", .bytes = 1 << 20, .is_writable = false}}};
template <auto Model>
inline constexpr target in_four_regions{.memories = &four_regions<Model>};

template <auto Model, target Target>
void check_plan_and_run() {
    REQUIRE(fits<Model, Target>);
    static workspace<Model, Target> memory;
    CHECK(outputs_in(memory) == expected_outputs<Model>());
    for (int r = 0; r < Target.memories->size(); ++r)
        CHECK(std::uint64_t(plan_of<Model, Target>.region_bytes[r]) <= (*Target.memories)[r].bytes);
}

}  // namespace

TEST_CASE_TEMPLATE("two banks hold together what neither holds alone", Model, conv_int8::model_type,
                   conv_float::model_type, many_steps::model_type<20>) {
    constexpr target equal = in_two_banks<Model{}, 0>, dearer = in_two_banks<Model{}, 300>;
    check_plan_and_run<Model{}, equal>();
    check_plan_and_run<Model{}, dearer>();
    CHECK(plan_of<Model{}, equal>.region_bytes[0] > 0);
    CHECK(plan_of<Model{}, equal>.region_bytes[1] > 0);
}

TEST_CASE_TEMPLATE("what banks have no room for is streamed from slow memory", Model,
                   conv_int8::model_type, conv_float::model_type) {
    check_plan_and_run<Model{}, in_four_regions<Model{}>>();
    CHECK(plan_of<Model{}, in_four_regions<Model{}>>.region_bytes[3] == 0);
}

TEST_CASE("the default workspace runs in the library's arenas") {
    constexpr auto model = conv_int8::model;
    constexpr target board = in_two_banks<model, 0>;
    auto& memory = default_workspace<model, board>;
    CHECK(outputs_in(memory) == expected_outputs<model>());
    CHECK(memory.begin_of<0>() == arena<model, board, 0>.data);
    CHECK(memory.begin_of<1>() == arena<model, board, 1>.data);
    CHECK(sizeof(arena<model, board, 0>) >= std::size_t(arena_bytes<model, board, 0>));
}

namespace {
constexpr memory_map in_sections{{{.name = "DTCM", .bytes = 1 << 20, .section = ".bss.dtcm"}}};
inline constexpr target sectioned{.memories = &in_sections};
}  // namespace
TIGRIS_ARENAS(conv_int8::model, sectioned, ".bss.dtcm");

TEST_CASE("a region that names a section lies in the library's arena") {
    static workspace<conv_int8::model, sectioned> memory;
    CHECK(outputs_in(memory) == expected_outputs<conv_int8::model>());
    CHECK(memory.begin_of<0>() == arena<conv_int8::model, sectioned, 0>.data);
    CHECK(sizeof(memory) < 16);
}
