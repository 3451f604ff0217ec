// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// What a model keeps from one run to the next.

namespace tigris {

/// How many inputs and outputs of a model are the caller's. Behind them come its states: the k-th
/// output there is the k-th input of the next run, and has the same type, shape and scale.
template <class Model>
inline constexpr int own_inputs = Model::inputs.size() - Model::state_count;
template <class Model>
inline constexpr int own_outputs = Model::outputs.size() - Model::state_count;

}  // namespace tigris
