// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// EXPECT: tigris: the graph is inconsistent: a step's output has another shape; convert
// EXPECT: consistent_step<widened::model_type, two_layers::op::second_gemm>
#include <helpers/two_layers.hpp>

namespace widened {

inline constexpr struct model_type : two_layers::model_type {
    static constexpr auto graph = [] {
        auto changed = two_layers::model_type::graph;
        changed.tensors[2].dims = {2, {200, 40}};
        return changed;
    }();
} model{};

}  // namespace widened

constinit tigris::workspace<widened::model, tigris::target{}> memory{};
