// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// EXPECT: tigris: the graph is inconsistent: a step has several outputs; convert the model again
#include <helpers/two_layers.hpp>

namespace forked {

inline constexpr struct model_type : two_layers::model_type {
    static constexpr auto graph = [] {
        auto changed = two_layers::model_type::graph;
        changed.nodes[0].outputs = 2;  // the second edge is of the next step
        return changed;
    }();
} model{};

}  // namespace forked

constinit tigris::workspace<forked::model, tigris::target{}> memory{};
