// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Where memory is and how much of it there is changes the plan, never a byte of the result.

#include <tigris/execution/run.hpp>

#include <conv_float.hpp>
#include <conv_int16.hpp>
#include <conv_int8.hpp>
#include <mix_int8.hpp>
#include <wave_float.hpp>
#include <wave_int8.hpp>

#include <helpers/run_well.hpp>

#include <doctest/doctest.h>

#include <tuple>
#include <type_traits>

namespace {

using tigris::io;
using tigris::status;
using tigris::target;

template <class Edge>
using values_of = tigris::sized_array<typename Edge::type, Edge::extent>;

/// The elements of all inputs, or of all outputs.
template <auto Model, class Inputs, class Outputs>
struct edges_of;
template <auto Model, int... I, int... O>
struct edges_of<Model, tigris::index_sequence<I...>, tigris::index_sequence<O...>> {
    using inputs = std::tuple<values_of<tigris::input_edge<Model, I>>...>;
    using outputs = std::tuple<values_of<tigris::output_edge<Model, O>>...>;
};
template <auto Model>
using all_edges = edges_of<Model, tigris::make_index_sequence<Model.inputs.size()>,
                           tigris::make_index_sequence<Model.outputs.size()>>;
template <auto Model>
using input_values = typename all_edges<Model>::inputs;
template <auto Model>
using output_values = typename all_edges<Model>::outputs;

template <class Values>
void fill(Values& values) {
    for (int i = 0; i < values.size(); ++i)
        values[i] = static_cast<typename std::decay<decltype(values[0])>::type>(i * 37 % 251 - 125);
}

template <auto Model>
input_values<Model> some_input() {
    input_values<Model> values{};
    std::apply([](auto&... v) { (fill(v), ...); }, values);
    return values;
}

template <auto Model, class Memory>
output_values<Model> run_with_buffers(Memory& memory) {
    const auto in = some_input<Model>();
    output_values<Model> out{};
    std::apply(
        [&](const auto&... i) {
            std::apply(
                [&](auto&... o) {
                    tigris::run(Model, memory, tigris::inputs(tigris::in_memory_order(i)...),
                                tigris::outputs(tigris::in_memory_order(o)...));
                },
                out);
        },
        in);
    return out;
}

template <auto Model>
output_values<Model> unlimited_run() {
    static tigris::workspace<Model, target{}> memory;
    return run_with_buffers<Model>(memory);
}

/// Gives the rows of some elements, and takes care that they are asked for in order, once each.
template <class Values>
struct source_of {
    const Values& values;
    mutable int given = 0;

    template <class T>
    void operator()(T* row, int count, int y) const {
        CHECK(y * count == given);
        for (int i = 0; i < count; ++i) row[i] = values[given++];
    }
};
template <class Values>
struct sink_of {
    Values& values;
    mutable int taken = 0;

    template <class T>
    void operator()(const T* row, int count, int y) const {
        CHECK(y * count == taken);
        for (int i = 0; i < count; ++i) values[taken++] = row[i];
    }
};

template <auto Model, class Memory>
output_values<Model> run_with_rows(Memory& memory) {
    const auto in = some_input<Model>();
    output_values<Model> out{};
    const auto run = [&](const auto&... source) {
        const auto run_into = [&](const auto&... sink) {
            const auto bound = [&](auto... to) {
                tigris::run(Model, memory, tigris::inputs(tigris::rows_from(source)...),
                            tigris::outputs(to...));
            };
            bound(tigris::rows_to(sink)...);
            CHECK((... && (sink.taken == sink.values.size())));
        };
        std::apply(
            [&](auto&... values) { run_into(sink_of<std::decay_t<decltype(values)>>{values}...); },
            out);
        CHECK((... && (source.given == source.values.size())));
    };
    std::apply(
        [&](const auto&... values) { run(source_of<std::decay_t<decltype(values)>>{values}...); },
        in);
    return out;
}

template <auto Model, class Memory>
output_values<Model> run_in_workspace(Memory& memory) {
    const auto in = some_input<Model>();
    output_values<Model> out{};
    tigris::for_each_index<Model.inputs.size()>([&](auto i) {
        const auto& from = std::get<i.value>(in);
        for (int k = 0; k < from.size(); ++k) memory.template input<i.value>()[k] = from[k];
    });
    tigris::test::run_well(Model, memory);
    tigris::for_each_index<Model.outputs.size()>([&](auto i) {
        auto& to = std::get<i.value>(out);
        for (int k = 0; k < to.size(); ++k) to[k] = memory.template output<i.value>()[k];
    });
    return out;
}

template <auto Model, target Target, tigris::arena_owner Owner>
output_values<Model> run_in_mode(tigris::workspace<Model, Target, Owner>& memory) {
    if constexpr (Target.input[0] == io::caller)
        return run_with_buffers<Model>(memory);
    else if constexpr (Target.input[0] == io::rows)
        return run_with_rows<Model>(memory);
    else
        return run_in_workspace<Model>(memory);
}

constexpr target in_mode(io mode, bool has_slow) {
    return {.fast = 1,
            .slow = has_slow || mode == io::slow ? tigris::unlimited : 0,
            .input = mode,
            .output = mode,
            .alignment = 4};
}

template <auto Model, target Like>
constexpr target at_smallest_budget() {
    target t = Like;
    t.fast = std::uint64_t(tigris::smallest_fast_bytes<Model, Like>);
    return t;
}

/// Runs twice in one workspace, since the first run leaves its rows behind.
template <auto Model, target Target>
bool agrees() {
    static tigris::workspace<Model, Target> memory;
    const auto expected = unlimited_run<Model>();
    run_in_mode<Model, Target>(memory);
    return run_in_mode<Model, Target>(memory) == expected;
}

template <auto Model, io Mode, bool HasSlow = false>
bool agrees_at_smallest() {
    return agrees<Model, at_smallest_budget<Model, in_mode(Mode, HasSlow)>()>();
}

template <auto Model>
void check_all_modes() {
    CHECK(agrees_at_smallest<Model, io::caller>());
    CHECK(agrees_at_smallest<Model, io::arena>());
    CHECK(agrees_at_smallest<Model, io::rows>());
    CHECK(agrees_at_smallest<Model, io::slow>());
    CHECK(agrees_at_smallest<Model, io::rows, true>());
    CHECK(agrees<Model, target{.input = io::rows, .output = io::rows}>());
    CHECK(agrees<Model, target{.input = io::arena, .output = io::arena}>());
}

}  // namespace

TEST_CASE("convolutions in every mode") {
    check_all_modes<conv_int8::model>();
    check_all_modes<conv_int16::model>();
    check_all_modes<conv_float::model>();
}

TEST_CASE("branches in every mode") { check_all_modes<mix_int8::model>(); }

TEST_CASE("signals in every mode") {
    check_all_modes<wave_int8::model>();
    check_all_modes<wave_float::model>();
}

TEST_CASE("two workspaces do not know of each other") {
    constexpr auto model = conv_int8::model;
    constexpr target board = at_smallest_budget<model, in_mode(io::arena, false)>();
    static tigris::workspace<model, board> first, second;
    const auto in = std::get<0>(some_input<model>());
    for (int i = 0; i < in.size(); ++i) {
        first.input()[i] = in[i];
        second.input()[i] = in[i / 2];
    }
    tigris::run(model, second);
    tigris::run(model, first);
    const auto expected = std::get<0>(unlimited_run<model>());
    int differences = 0;
    for (int i = 0; i < expected.size(); ++i) {
        CHECK(first.output()[i] == expected[i]);
        differences += second.output()[i] != expected[i];
    }
    CHECK(differences > 0);
}

TEST_CASE("arenas of the caller's are used once all are bound") {
    constexpr auto model = conv_int8::model;
    constexpr target board = at_smallest_budget<model, in_mode(io::slow, true)>();
    static tigris::region_arena<model, board, 0> fast;
    static tigris::region_arena<model, board, 1> slow;
    tigris::workspace<model, board, tigris::external> memory;
    REQUIRE(memory.bind(0, fast.data, sizeof(fast.data)) == status::ok);
    CHECK(tigris::run(model, memory) == status::unbound_arena);
    REQUIRE(memory.bind(1, slow.data, sizeof(slow.data)) == status::ok);
    CHECK(run_in_mode<model>(memory) == unlimited_run<model>());
    int used = 0;
    for (const unsigned char byte : slow.data) used += byte != 0;
    CHECK(used > 0);
}

TEST_CASE("an arena that does not suit its region is not bound") {
    constexpr auto model = conv_int8::model;
    using memory_type = tigris::workspace<model, target{}, tigris::external>;
    static tigris::region_arena<model, target{}, 0> arena;
    memory_type memory;
    CHECK(memory.bind(-1, arena.data, sizeof(arena.data)) == status::unknown_region);
    CHECK(memory.bind(2, arena.data, sizeof(arena.data)) == status::unknown_region);
    CHECK(memory.bind(0, nullptr, sizeof(arena.data)) == status::null_arena);
    CHECK(memory.bind(0, arena.data, sizeof(arena.data) - 1) == status::undersized_arena);
    CHECK(memory.bind(0, arena.data + 1, sizeof(arena.data)) == status::misaligned_arena);
    CHECK(memory.readiness() == status::unbound_arena);
}
