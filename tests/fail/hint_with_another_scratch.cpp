// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// EXPECT: tigris: a plan hint does not fit this model and target
// EXPECT: tigris::the_plan_override, tigris::hint_is<tigris::hint_fault::stale>
#include <helpers/thirsty_backend.hpp>
#include <helpers/two_layers.hpp>

constexpr tigris::target board{.fast = 80000, .backend = tigris::test::thirsty, .alignment = 4};
constexpr tigris::segment_hint segments[]{{1, true}, {2, true}, {3, true}};

// The hash is that of the backend's own kernels, which do not give way.
template <>
inline constexpr tigris::plan_hint tigris::plan_override<two_layers::model, board>{
    .graph = tigris::graph_hash_of<two_layers::model, tigris::test::thirsty>,
    .scratch = 0,
    .segments = tigris::view_of(segments)};

constinit tigris::workspace<two_layers::model, board> memory{};
