// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// EXPECT: tigris: the header's weights are arranged for another backend than the target's
// EXPECT: order_of_weights<arranged::model_type, two_layers::op::first_gemm
#include <helpers/two_layers.hpp>

namespace arranged {

constexpr auto arranged_graph() {
    auto graph = two_layers::model_type::graph;
    for (tigris::tensor& t : graph.tensors)
        if (t.kind == tigris::tensor_kind::constant && t.dims.rank == 2)
            t.order = tigris::weight_order::arm_dsp_fours;
    return graph;
}

inline constexpr struct model_type : two_layers::model_type {
    static constexpr auto graph = arranged_graph();
} model{};

}  // namespace arranged

constinit tigris::workspace<arranged::model, tigris::target{}> memory{};
