// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// EXPECT: tigris: the graph is inconsistent; convert the model again
#include <helpers/two_layers.hpp>

namespace unsorted {

inline constexpr struct model_type : two_layers::model_type {
    static constexpr auto graph = [] {
        auto changed = two_layers::model_type::graph;
        changed.edges[0] = 2;  // the first step reads what the second one writes
        return changed;
    }();
} model{};

}  // namespace unsorted

constinit tigris::workspace<unsorted::model, tigris::target{}> memory{};
