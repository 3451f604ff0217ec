// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// The one place that turns a node into plain facts: planners read these and nothing else.

#include <tigris/model/graph.hpp>
#include <tigris/model/kernel_facts.hpp>
#include <tigris/ops/description.hpp>

namespace tigris::planning {

/// Edges are runs of network::edges.
struct step_facts {
    ops::contract runs = ops::contract::rows;
    int8_t in_place = -1;
    int16_t first_input = 0;
    int16_t inputs = 0;
    int16_t first_output = 0;
    int16_t outputs = 0;
    ops::row_reach reach{};
    int64_t macs = 0;
    kernel_facts kernel{};
};

/// `index` counts inputs, outputs and constants, each in the order of the model.
struct tensor_facts {
    tensor_kind kind = tensor_kind::activation;
    int16_t index = -1;
    int64_t bytes = 0;
};

/// A model as planners see it.
struct network {
    view<const tensor_facts> tensors;
    view<const step_facts> steps;
    view<const int16_t> edges;

    constexpr view<const int16_t> inputs_of(int step) const {
        return {edges.data + steps[step].first_input, steps[step].inputs};
    }
    constexpr view<const int16_t> outputs_of(int step) const {
        return {edges.data + steps[step].first_output, steps[step].outputs};
    }
};

constexpr step_facts facts_of(const node& n, const ops::description& d,
                              const kernel_facts& kernel) {
    return {d.runs,    d.in_place, n.first_input, n.inputs, n.first_output,
            n.outputs, d.reach,    d.macs,        kernel};
}

constexpr tensor_facts facts_of(const tensor& t) { return {t.kind, t.index, bytes_of(t)}; }

}  // namespace tigris::planning
