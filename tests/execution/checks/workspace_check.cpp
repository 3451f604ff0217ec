// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/execution/checks/workspace_check.hpp>

#include <helpers/found_fault.hpp>
#include <helpers/running_sum.hpp>
#include <helpers/two_depthwise.hpp>

#include <doctest/doctest.h>

using namespace tigris;
using namespace tigris::execution;

namespace {

/// A run needs two values of its state, 24 bytes each.
constexpr test::running_sum<dtype::f32, 0, true> sum{};

template <uint64_t Bytes>
inline constexpr memory_map one_memory{{{.name = "SRAM", .bytes = Bytes}}};
template <uint64_t Bytes>
constexpr target with_memory{.alignment = 4, .memories = &one_memory<Bytes>};

/// The weights of both layers are decoded into the same bytes.
struct shared_place : two_depthwise::model_type {
    static constexpr sized_array<constant_place, 5> constant_places{
        {{.source = 0}, {}, {}, {}, {.source = 1}}};
    static constexpr sized_array<packed_constants, 2> packed{
        {{.packed_bytes = 80, .bytes = 90}, {.packed_bytes = 80, .bytes = 90}}};
    static constexpr int64_t prefix_bytes = 128;
};
constexpr shared_place shared{};
constexpr target least{.fast = uint64_t(smallest_fast_bytes<shared>)};
constexpr target too_little{.fast = least.fast - 1};

}  // namespace

TEST_CASE("states that have no room are a fault of the workspace") {
    CHECK(is_same<workspace_check<sum, with_memory<47>>, room_for_states<sum, with_memory<47>>>);
    CHECK(is_same<workspace_check<sum, with_memory<48>>, nothing_to_say>);
}

TEST_CASE("groups of packed constants that share a place are a fault of the workspace") {
    CHECK(is_same<workspace_check<shared, least>, room_for_groups<shared_place>>);
    CHECK(is_same<workspace_check<shared, target{}>, nothing_to_say>);
}

TEST_CASE("a budget that is exceeded comes first") {
    using over = workspace_check<shared, too_little>;
    CHECK(is_same<over, budget_check<shared, too_little>>);
    CHECK_FALSE(is_same<over, nothing_to_say>);
}
