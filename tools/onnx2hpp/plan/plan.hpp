// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// The plan that the compiler will make from the header, made here by the same functions.

#include <onnx2hpp/lowered_model.hpp>
#include <onnx2hpp/options.hpp>
#include <onnx2hpp/plan/planner.hpp>

#include <cstdint>
#include <vector>

namespace onnx2hpp {

/// A network with the memory that its views look at.
struct owned_network {
    std::vector<std::int16_t> edges;
    std::vector<tigris::planning::tensor_facts> tensors;
    std::vector<tigris::planning::step_facts> steps, least;

    int own_inputs = INT16_MAX;
    int own_outputs = INT16_MAX;
    std::vector<std::int8_t> regions;
    std::int64_t prefix_bytes = 0;
    std::int64_t saved_bytes = 0;

    tigris::planning::network view() const {
        return {{tensors.data(), int(tensors.size())},
                {steps.data(), int(steps.size())},
                {edges.data(), int(edges.size())},
                own_inputs,
                own_outputs,
                {regions.data(), int(regions.size())},
                prefix_bytes,
                saved_bytes,
                {least.data(), int(least.size())}};
    }
};

/// A lowered model as planners see it, with the kernels of a backend.
owned_network network_of(const lowered_model& model, tigris::backend backend = tigris::portable);

/// A lowered model for planners that may take the backend's substitutes, unless the target forbids
/// these.
owned_network network_of(const lowered_model& model, const tigris::target& wanted);

/// `network` with the substitutes of all kernels that have some.
owned_network with_least_scratch(owned_network network);

/// The multiply-accumulates of the steps that a model runs again.
std::int64_t macs_made_again(const lowered_model& model, const owned_network& network);

/// How many multiply-accumulates of a network may be done again.
std::int64_t macs_allowed(const owned_network& network, const tigris::plan_costs& costs);

/// The costs for a model that already runs steps again: what planners may recompute besides.
tigris::plan_costs costs_left(const lowered_model& model, const owned_network& network,
                              tigris::plan_costs costs);

/// The target that the options ask for, which may recompute what the model leaves. Throws
/// failure(bad_input) where they give more I/O modes than the model has inputs or outputs.
tigris::target target_of(const lowered_model& model, const options& options);

/// The least fast memory for which planners make a plan that fits the target's slow memory, too. In
/// several banks it is found to 1/64. INT64_MAX where there is no plan, whatever the memories.
std::int64_t least_fast_bytes(planner& plans, const tigris::target& target);

/// The plan with the least fast memory. Where it lacks slow memory, too, the least with the slow
/// memory that there is. Throws failure where there is no plan, whatever the memories.
owned_plan smallest_plan(const lowered_model& model, planner& plans, const tigris::target& target);

/// The plan that fits the target's memories, or, where none does, the smallest.
owned_plan plan_to_show(const lowered_model& model, planner& plans, const tigris::target& target);

/// Whether a plan fits the options' budgets.
bool fits_budgets(const lowered_model& model, const options& options);

}  // namespace onnx2hpp
