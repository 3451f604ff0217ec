// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Constants that are copied before they are read: the same bytes as without copies, and a status
// where they are missing.

#include <tigris/execution/memory/hydration.hpp>

#include <tigris/execution/shared_workspace.hpp>

#include <conv_float.hpp>
#include <conv_int8.hpp>
#include <forest_float.hpp>
#include <helpers/staged_model.hpp>

#include <doctest/doctest.h>

#include <vector>

namespace {

using namespace tigris;
using namespace tigris::test;

template <auto Base>
inline constexpr staged_model<Base> staged{};
template <auto Base>
inline constexpr target on_board = staged_model<Base>::default_target;
template <auto Model>
constexpr int constants_in_dtcm = arena_number<type_of<Model>::default_target>(arena_kind::constant,
                                                                               0);

template <auto Model>
using output_of = typename output_edge<Model>::type;

template <auto Model>
struct input_values {
    typename input_edge<Model>::type items[std::size_t(input_edge<Model>::extent)];

    input_values() {
        int i = 0;
        for (auto& item : items) item = typename input_edge<Model>::type(++i * 37 % 101 - 50);
    }
};

template <auto Base>
std::vector<output_of<Base>> expected() {
    static workspace<Base, target{}> memory;
    static const input_values<Base> in;
    output_of<Base> out[std::size_t(output_edge<Base>::extent)]{};
    run(Base, memory, in_memory_order(in.items), in_memory_order(out));
    return {std::begin(out), std::end(out)};
}

/// What a run gives of a model made of Base.
template <auto Base, auto Model, class Workspace>
std::vector<output_of<Base>> outputs_of(Workspace& memory) {
    static const input_values<Base> in;
    output_of<Base> out[std::size_t(output_edge<Base>::extent)];
    CHECK(run(Model, memory, in_memory_order(in.items), in_memory_order(out)) == status::ok);
    return {std::begin(out), std::end(out)};
}

/// What a run gives, or nothing where it has a status; then the output is as it was.
template <auto Base, class Workspace>
std::vector<output_of<Base>> outputs_in(Workspace& memory, status wanted = status::ok) {
    static const input_values<Base> in;
    output_of<Base> out[std::size_t(output_edge<Base>::extent)];
    for (auto& item : out) item = output_of<Base>(77);
    CHECK(run(staged<Base>, memory, in_memory_order(in.items), in_memory_order(out)) == wanted);
    if (wanted == status::ok) return {std::begin(out), std::end(out)};
    for (const auto item : out) CHECK(item == output_of<Base>(77));
    return {};
}

template <auto Base, class Hydration = copy_constants>
using external_workspace = workspace<staged<Base>, on_board<Base>, external, Hydration>;

struct own_memory {
    alignas(64) unsigned char scratch[64 << 10], slower[64 << 10], constants[64 << 10];

    template <class Workspace>
    status bind_to(Workspace& memory, int arena) {
        if (memory.bind(0, scratch, sizeof(scratch)) != status::ok) return status::unbound_arena;
        if (memory.bind(1, slower, sizeof(slower)) != status::ok) return status::unbound_arena;
        return memory.bind(arena, constants, sizeof(constants));
    }
};

/// Starts a transfer that somebody else ends.
struct start_transfer {
    template <class Workspace>
    static void hydrate(Workspace& memory) {
        memory.for_each_staged([](const staged_block& b) { last = b; });
    }
    static inline staged_block last{};
};

constexpr target with(const placement_rules& rules) {
    return {.memories = &staging_memories, .placement = &rules};
}
constexpr placement_rules all_to_sram{{{.kind = placed::constant, .destination = "SRAM"}}};
constexpr placement_rules scratch_and_constants{
    {{.destination = "SRAM"}, {.kind = placed::scratch, .memory = "DTCM"}}};
constexpr placement_rules last_wins{{{.kind = placed::constant, .destination = "SRAM"},
                                     {.kind = placed::constant, .destination = "DTCM"}}};

template <auto Base>
inline constexpr model_in_halves<Base> in_halves{};
/// Constants with even numbers go to SRAM, the others to DTCM.
constexpr placement_rules exchanged{{{.kind = placed::constant, .destination = "DTCM"},
                                     {.id = "conv_weights", .destination = "SRAM"},
                                     {.id = "conv_weights_multiplier", .destination = "SRAM"},
                                     {.id = "scores_weights", .destination = "SRAM"},
                                     {.id = "scores_weights_multiplier", .destination = "SRAM"}}};

template <target Target>
constexpr int number_of(int region) {
    return arena_number<Target>(arena_kind::constant, region);
}

/// With a target whose rules have all constants copied to SRAM.
template <auto Base, target Moved>
void check_moved() {
    constexpr std::int64_t bytes = sizeof(source_block<Base>);
    constexpr int number = number_of<Moved>(1);
    CHECK(arena_bytes<staged<Base>, Moved, number_of<Moved>(0)> == 0);
    CHECK(arena_bytes<staged<Base>, Moved, number> == bytes);
    fill_source_block<Base>();
    static workspace<staged<Base>, Moved> memory;
    memory.for_each_staged([](const staged_block& b) {
        CHECK(b.arena == number_of<Moved>(1));
        CHECK(b.to == memory.template begin_of<number_of<Moved>(1)>());
    });
    CHECK(init(staged<Base>, memory) == status::ok);
    CHECK(outputs_of<Base, staged<Base>>(memory) == expected<Base>());
}

}  // namespace

TEST_CASE("staged constants give the same bytes, on the second init, too") {
    const auto check = [](auto base) {
        constexpr auto Base = decltype(base){};
        fill_source_block<Base>();
        static workspace<staged<Base>> memory;
        for (int k = 0; k < 2; ++k) {
            CHECK(init(staged<Base>, memory) == status::ok);
            CHECK(outputs_in<Base>(memory) == expected<Base>());
        }
    };
    check(conv_int8::model);
    check(conv_float::model);
    check(forest_float::model);
}

TEST_CASE("it is the copies that are read") {
    constexpr auto Base = conv_int8::model;
    fill_source_block<Base>();
    static workspace<staged<Base>> memory;
    for (unsigned char& byte : source_block<Base>) byte = 0;
    CHECK(init(staged<Base>, memory) == status::ok);
    CHECK(outputs_in<Base>(memory) != expected<Base>());
    fill_source_block<Base>();
    CHECK(init(staged<Base>, memory) == status::ok);
    CHECK(outputs_in<Base>(memory) == expected<Base>());
}

TEST_CASE("without staged constants a run touches nothing") {
    constexpr auto Base = conv_int8::model;
    fill_source_block<Base>();
    static workspace<staged<Base>> memory;
    outputs_in<Base>(memory, status::hydration_required);
    REQUIRE(init(staged<Base>, memory) == status::ok);
    outputs_in<Base>(memory);
    memory.clear_hydrated();
    outputs_in<Base>(memory, status::hydration_required);
    memory.mark_hydrated();
    CHECK(outputs_in<Base>(memory) == expected<Base>());
}

TEST_CASE("the default workspace of a staged model gives a status") {
    constexpr auto Base = conv_int8::model;
    fill_source_block<Base>();
    output_of<Base> out[std::size_t(output_edge<Base>::extent)];
    const input_values<Base> in;
    CHECK(run(staged<Base>, in_memory_order(in.items), in_memory_order(out)) ==
          status::hydration_required);
    CHECK(init(staged<Base>, default_workspace<staged<Base>>) == status::ok);
    CHECK(run(staged<Base>, in_memory_order(in.items), in_memory_order(out)) == status::ok);
    CHECK(std::vector(std::begin(out), std::end(out)) == expected<Base>());
}

TEST_CASE("arenas of constants may be the caller's") {
    constexpr auto Base = conv_int8::model;
    constexpr int arena = constants_in_dtcm<staged<Base>>;
    constexpr auto bytes = std::size_t(arena_bytes<staged<Base>, on_board<Base>, arena>);
    CHECK(bytes == sizeof(source_block<Base>));
    CHECK(arena_alignment<staged<Base>, on_board<Base>, arena> >= 16);
    fill_source_block<Base>();
    static own_memory own;
    external_workspace<Base> memory;
    CHECK(init(staged<Base>, memory) == status::unbound_arena);
    CHECK(memory.bind(-1, own.constants, bytes) == status::unknown_region);
    CHECK(memory.bind(arena + 9, own.constants, bytes) == status::unknown_region);
    CHECK(memory.bind(arena, nullptr, bytes) == status::null_arena);
    CHECK(memory.bind(arena, own.constants, bytes - 1) == status::undersized_arena);
    CHECK(memory.bind(arena, own.constants + 8, bytes) == status::misaligned_arena);
    REQUIRE(own.bind_to(memory, arena) == status::ok);
    outputs_in<Base>(memory, status::hydration_required);
    CHECK(init(staged<Base>, memory) == status::ok);
    CHECK(outputs_in<Base>(memory) == expected<Base>());
    CHECK(memory.bind(arena, own.constants, bytes) == status::ok);
    outputs_in<Base>(memory, status::hydration_required);
}

TEST_CASE("firmware may bring the constants itself, and say so later") {
    constexpr auto Base = conv_int8::model;
    fill_source_block<Base>();
    static workspace<staged<Base>, on_board<Base>, arena_owner::workspace, start_transfer> memory;
    CHECK(init(staged<Base>, memory) == status::hydration_required);
    outputs_in<Base>(memory, status::hydration_required);
    const staged_block& block = start_transfer::last;
    CHECK(block.from == source_block<Base>);
    CHECK(block.arena == constants_in_dtcm<staged<Base>>);
    __builtin_memcpy(block.to, block.from, block.bytes);
    memory.mark_hydrated();
    CHECK(outputs_in<Base>(memory) == expected<Base>());
}

TEST_CASE("constants that were there before init are not copied") {
    constexpr auto Base = conv_int8::model;
    fill_source_block<Base>();
    static own_memory own;
    __builtin_memcpy(own.constants, source_block<Base>, sizeof(source_block<Base>));
    for (unsigned char& byte : source_block<Base>) byte = 0;
    external_workspace<Base, preloaded_constants> memory;
    REQUIRE(own.bind_to(memory, constants_in_dtcm<staged<Base>>) == status::ok);
    CHECK(init(staged<Base>, memory) == status::ok);
    CHECK(outputs_in<Base>(memory) == expected<Base>());
    fill_source_block<Base>();
}

TEST_CASE("two models take turns in one arena of constants") {
    constexpr auto A = conv_int8::model;
    constexpr auto B = conv_float::model;
    fill_source_block<A>(), fill_source_block<B>();
    static own_memory own;
    external_workspace<A> a;
    external_workspace<B> b;
    REQUIRE(own.bind_to(a, constants_in_dtcm<staged<A>>) == status::ok);
    REQUIRE(own.bind_to(b, constants_in_dtcm<staged<B>>) == status::ok);
    for (int k = 0; k < 2; ++k) {
        CHECK(init(staged<A>, a) == status::ok);
        CHECK(outputs_in<A>(a) == expected<A>());
        a.clear_hydrated();
        CHECK(init(staged<B>, b) == status::ok);
        CHECK(outputs_in<B>(b) == expected<B>());
        outputs_in<A>(a, status::hydration_required);
        b.clear_hydrated();
    }
}

TEST_CASE("models that share scratch keep their constants") {
    constexpr auto A = conv_int8::model;
    constexpr auto B = conv_float::model;
    fill_source_block<A>(), fill_source_block<B>();
    static shared_workspace<workspace<staged<A>>, workspace<staged<B>>> shared;
    REQUIRE(init(staged<A>, shared.at<0>()) == status::ok);
    REQUIRE(init(staged<B>, shared.at<1>()) == status::ok);
    for (int k = 0; k < 2; ++k) {
        CHECK(outputs_in<A>(shared.at<0>()) == expected<A>());
        CHECK(outputs_in<B>(shared.at<1>()) == expected<B>());
    }
}

TEST_CASE("staged constants leave less to activations") {
    constexpr auto Base = conv_float::model;
    constexpr target all = on_board<Base>;
    constexpr std::int64_t staged_bytes =
        arena_bytes<staged<Base>, all, constants_in_dtcm<staged<Base>>>;
    CHECK(std::int64_t(execution::resolved<staged<Base>, all>.fast) <=
          (64 << 10) + (256 << 10) - staged_bytes);
    CHECK(plan_of<staged<Base>, all>.region_bytes[0] + staged_bytes <= 64 << 10);
}

TEST_CASE("a rule of firmware's has staged constants copied to another memory") {
    check_moved<conv_int8::model, with(all_to_sram)>();
    check_moved<conv_int8::model, with(scratch_and_constants)>();
    check_moved<forest_float::model, with(all_to_sram)>();
}

TEST_CASE("of two rules for constants the later one wins") {
    constexpr auto Base = conv_int8::model;
    constexpr target board = with(last_wins);
    CHECK(arena_bytes<staged<Base>, board, number_of<board>(0)> > 0);
    CHECK(arena_bytes<staged<Base>, board, number_of<board>(1)> == 0);
}

TEST_CASE("two blocks may change places, if all constants of each are named") {
    constexpr auto Base = conv_int8::model;
    constexpr target board = with(exchanged);
    constexpr auto& halves = halves_of<Base>;
    fill_halves<Base>();
    CHECK(arena_bytes<in_halves<Base>, board, number_of<board>(0)> == halves.bytes[1]);
    CHECK(arena_bytes<in_halves<Base>, board, number_of<board>(1)> == halves.bytes[0]);
    static workspace<in_halves<Base>, board> memory;
    CHECK(init(in_halves<Base>, memory) == status::ok);
    CHECK(outputs_of<Base, in_halves<Base>>(memory) == expected<Base>());
}
