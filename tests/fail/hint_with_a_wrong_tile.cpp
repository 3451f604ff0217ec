// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// EXPECT: tigris: a plan hint does not fit this model and target
// EXPECT: tigris::the_plan_override, tigris::hint_is<tigris::hint_fault::tiles>
#include <helpers/two_layers.hpp>

constexpr tigris::target board{.fast = 12000, .alignment = 4};
constexpr tigris::segment_hint segments[]{{3}};
constexpr int32_t tiles[]{3, 0, 0};

template <>
inline constexpr tigris::plan_hint tigris::plan_override<two_layers::model, board>{
    .graph = tigris::graph_hash_of<two_layers::model>,
    .segments = tigris::view_of(segments),
    .tiles = tigris::view_of(tiles)};

constinit tigris::workspace<two_layers::model, board> memory{};

void run_it() { tigris::run(two_layers::model, memory, two_layers::rows, two_layers::result); }
