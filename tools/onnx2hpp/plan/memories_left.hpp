// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Bytes of a board's memories that constants and states leave to activations.

#include <onnx2hpp/lowered_model.hpp>
#include <onnx2hpp/options.hpp>
#include <onnx2hpp/plan/lasting_bytes.hpp>
#include <onnx2hpp/plan/memory_lack.hpp>
#include <onnx2hpp/plan/planner.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace onnx2hpp {

/// Values of each state that are enough for any plan. How many a plan needs is known only after
/// planning.
inline constexpr int values_for_any_plan = 2;

/// The model with tidy places, and with the memories that constants and `values` of each state
/// leave to activations (lowered_model::memories_left). Throws failure(over_budget) where a memory
/// is too small for these, and what find_constant_blocks and section_of throw.
lowered_model with_memories_left(lowered_model model, const options& options, int values = 1);

/// The memory of states: the one that rules name, or the first fast one.
int region_for_states(const lowered_model& model, const options& options);

/// Bytes that states take in a plan. A state counts twice if its new value is not made at the place
/// of the old one. `alignment`: what offsets in arenas are multiples of, in bytes.
std::int64_t bytes_of_states(const lowered_model& model, const owned_plan& plan,
                             std::uint32_t alignment);

/// Whether states fit beside what the plan takes of their memory; also true if the plan itself does
/// not fit. If false, memory must be left for two values of each state.
bool have_states_room(const lowered_model& model, const owned_plan& plan, const options& options);

/// What the memory of states lacks. Requires that have_states_room() says no.
memory_lack lack_for_states(const lowered_model& model, const owned_plan& plan,
                            const options& options);

/// What each region holds beside the plan.
std::vector<lasting_bytes> lasting_in(const lowered_model& model, const owned_plan& plan,
                                      const options& options);

}  // namespace onnx2hpp
