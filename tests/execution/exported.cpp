// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/execution/exported.hpp>

#include <helpers/found_fault.hpp>
#include <helpers/running_sum.hpp>
#include <helpers/staged_layers.hpp>
#include <helpers/two_by_two.hpp>
#include <helpers/two_layers.hpp>

#include <doctest/doctest.h>

#include <cstring>
#include <vector>

using namespace tigris;
using namespace tigris::execution;

// Whole models behind C's functions are in tests/c_interface.

namespace {

constexpr auto sums = two_by_two::model;
constexpr test::running_sum<dtype::f32, 0, false> stateful{};
constexpr test::staged_layers staged{};

struct context {
    alignas(64) unsigned char bytes[70000];
};
void hydrate_constants_in(context*) {}

constexpr uint32_t no_functions = 0, with_bind = bit_of(c_function::bind);
template <auto Model, target Target = type_of<Model>::default_target,
          uint32_t Functions = no_functions>
using exported_model = exported<Model, Target, context, Functions>;
template <class Exported>
constexpr bool has(c_function f) {
    return (Exported::expected_functions() & bit_of(f)) != 0;
}

/// Input 0 and output 1 are in the arena. Input 1 comes in rows, and output 0 is the caller's.
constexpr target mixed{.input = {io::arena, io::rows}, .output = {io::caller, io::arena}};
constexpr target inside{.input = io::arena, .output = io::arena};
using mixed_sums = exported_model<sums, mixed>;

/// A row function of C. It writes 10 times the number of its row to each element, and `user` counts
/// its calls.
struct rows_of_floats {
    void (*function)(void* user, float* row, int count, int y);
    void* user;
};
void write_row(void* user, float* row, int count, int y) {
    ++*static_cast<int*>(user);
    for (int i = 0; i < count; ++i) row[i] = float(10 * y);
}
struct mixed_io {
    rows_of_floats b;
    float* sum;
};
constexpr auto members_of = [](const mixed_io& all) { return inputs(all.b, all.sum); };

struct c_block {
    int arena;
    void* to;
    const void* from;
    std::size_t bytes;
};

context memory;

}  // namespace

TEST_CASE("a status of C has a name, whatever number it is") {
    CHECK(std::strcmp(name_of_number(0), "ok") == 0);
    CHECK(std::strcmp(name_of_number(200), "hydration_required") == 0);
    for (const int unknown : {-1, 11, 255, 256, 256 + 5})
        CHECK(std::strcmp(name_of_number(unknown), "unknown_status") == 0);
}

TEST_CASE("buffers and row functions are passed, what is in the workspace is not") {
    CHECK((is_passed(io::caller) && is_passed(io::rows)));
    CHECK_FALSE((is_passed(io::arena) || is_passed(io::slow)));
    CHECK(count_passed(mixed.input, 0) == 0);
    CHECK(count_passed(mixed.input, 1) == 0);
    CHECK(count_passed(mixed.input, 2) == 1);
    CHECK(mixed_sums::first_output == 1);
}

TEST_CASE("a pointer or a row function may be null") {
    float x = 0;
    float *here = &x, *nowhere = nullptr;
    const rows_of_floats rows{write_row, nullptr}, no_rows{};
    CHECK_FALSE(has_null(inputs(here, rows)));
    CHECK(has_null(inputs(here, no_rows)));
    CHECK(has_null(inputs(nowhere, rows)));
    CHECK_FALSE(has_null(inputs()));
}

TEST_CASE("a model has the functions that it needs") {
    using plain = exported_model<sums>;
    CHECK((has<plain>(c_function::run) && !has<plain>(c_function::run_in_workspace)));
    CHECK_FALSE((has<plain>(c_function::input) || has<plain>(c_function::output)));
    CHECK_FALSE((has<plain>(c_function::reset) || has<plain>(c_function::hydrate)));
    CHECK_FALSE((has<plain>(c_function::bind) || has<plain>(c_function::bind_weights)));
    CHECK(has<exported_model<sums, target{}, with_bind>>(c_function::bind));
    CHECK(has<exported_model<stateful>>(c_function::reset));
    CHECK(has<exported_model<staged>>(c_function::hydrate));
}

TEST_CASE("a model whose inputs and outputs are all in the workspace runs without members") {
    using whole = exported_model<sums, inside>;
    CHECK((has<whole>(c_function::run_in_workspace) && !has<whole>(c_function::run)));
    CHECK((has<whole>(c_function::input) && has<whole>(c_function::output)));
    CHECK((has<mixed_sums>(c_function::input) && has<mixed_sums>(c_function::output)));
    CHECK(has<mixed_sums>(c_function::run));
}

TEST_CASE("a context has room, a fitting address, and the functions of its header") {
    constexpr uint32_t right = exported_model<sums, inside>::expected_functions();
    using whole = exported_model<sums, inside, right>;
    constexpr std::size_t bytes = sizeof(whole::memory), alignment = alignof(whole::memory);
    CHECK(whole::suits<bytes, alignment>);
    CHECK(whole::suits<bytes + 1, 2 * alignment>);
    CHECK_FALSE(whole::suits<bytes - 1, alignment>);
    CHECK_FALSE(whole::suits<bytes, alignment / 2>);
    using other = exported_model<sums, inside, right | with_bind>;
    CHECK(other::suits<sizeof(other::memory), alignof(other::memory)>);
    using too_many = exported_model<sums, inside, right | bit_of(c_function::reset)>;
    CHECK_FALSE(too_many::suits<bytes, alignment>);
}

TEST_CASE("a model that does not fit has the error of a workspace") {
    constexpr target tiny{.fast = 8, .input = io::arena, .output = io::arena};
    using over = exported_model<sums, tiny>;
    CHECK(is_same<over::check, workspace_check<sums, tiny>>);
    CHECK(is_same<mixed_sums::check, nothing_to_say>);
}

TEST_CASE("members are passed in their order, others come from the workspace") {
    float sum[6]{};
    int calls = 0;
    const mixed_io io{{write_row, &calls}, sum};
    CHECK(mixed_sums::init(&memory) == status::ok);
    for (int i = 0; i < 6; ++i) mixed_sums::input<0>(&memory)[i] = float(i);
    CHECK(mixed_sums::run(&memory, &io, members_of) == status::ok);
    CHECK(calls == 2);
    CHECK(std::vector<float>(sum, sum + 6) == std::vector<float>{0, 1, 2, 13, 14, 15});
    CHECK(mixed_sums::output<1>(&memory)[3] == 13);
}

TEST_CASE("without a context, members or a function nothing runs") {
    const mixed_io no_buffer{{write_row, nullptr}, nullptr};
    CHECK(mixed_sums::init(nullptr) == status::null_buffer);
    CHECK(mixed_sums::init(memory.bytes + 1) == status::misaligned_arena);
    CHECK(mixed_sums::run(&memory, &no_buffer, members_of) == status::null_buffer);
    CHECK(mixed_sums::run<mixed_io>(&memory, nullptr, members_of) == status::null_buffer);
    CHECK(mixed_sums::run<mixed_io>(nullptr, &no_buffer, members_of) == status::null_buffer);
    CHECK(exported_model<sums, inside>::run(nullptr) == status::null_buffer);
    CHECK(mixed_sums::input<0>(nullptr) == nullptr);
    CHECK(exported_model<stateful>::reset(nullptr) == status::null_buffer);
}

TEST_CASE("an input of an arena that is not bound has no address") {
    using bound_later = exported_model<sums, inside, with_bind>;
    alignas(64) static unsigned char fast[4096];
    CHECK(bound_later::init(&memory) == status::ok);
    CHECK(bound_later::input<0>(&memory) == nullptr);
    CHECK(bound_later::bind(nullptr, fast_region, fast, sizeof fast) == status::null_buffer);
    CHECK(bound_later::bind(&memory, fast_region, fast, sizeof fast) == status::ok);
    CHECK(bound_later::input<0>(&memory) != nullptr);
}

TEST_CASE("staged constants are there once firmware says so, and each block is found") {
    using with_staged = exported_model<staged>;
    CHECK(with_staged::init(&memory) == status::hydration_required);
    CHECK(with_staged::hydrate(&memory) == status::hydration_required);
    CHECK(with_staged::mark_hydrated(&memory) == status::ok);
    CHECK(with_staged::hydrate(nullptr) == status::null_buffer);
    c_block found{};
    CHECK(with_staged::find_staged(&memory, 0, &found));
    CHECK((found.from == two_layers::weights && found.bytes == 900 && found.to != nullptr));
    CHECK_FALSE(with_staged::find_staged(&memory, 1, &found));
    CHECK_FALSE(with_staged::find_staged(&memory, -1, &found));
    CHECK_FALSE(with_staged::find_staged<c_block>(&memory, 0, nullptr));
}
