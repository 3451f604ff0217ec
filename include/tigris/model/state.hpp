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

/// How the window of a model moves that onnx2hpp --stream made: by `frames` rows of its input in
/// each run. The outputs are those of a window of `window` rows.
struct stream {
    int frames = 1;
    int window = 1;

    /// Runs after reset() until the window is full. Outputs are valid from the last of them on.
    constexpr int runs_to_fill() const { return (window + frames - 1) / frames; }
};

}  // namespace tigris
