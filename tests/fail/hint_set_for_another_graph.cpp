// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// EXPECT: tigris: a plan hint does not fit this model and target
// EXPECT: tigris::hint_set<1>, tigris::hint_is<tigris::hint_fault::stale>
#include <helpers/two_layers.hpp>

namespace hinted {

constexpr tigris::segment_hint segments[]{{1, true}, {2, true}, {3, true}};

inline constexpr struct model_type : two_layers::model_type {
    static constexpr tigris::sized_array<tigris::plan_hint, 2> hints{
        {{.graph = 1, .target = {.fast = 6000}, .segments = tigris::view_of(segments)},
         {.graph = 2, .target = {.fast = 12000}, .segments = tigris::view_of(segments)}}};
} model{};

}  // namespace hinted

constinit tigris::workspace<hinted::model, tigris::target{.fast = 12000}> memory{};
