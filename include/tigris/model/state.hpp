// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// States: what a model keeps from one run to the next.

namespace tigris {

/// How many inputs are the caller's. States follow: input own_inputs + k is output own_outputs + k
/// of the run before, with the same type, shape and scale.
template <class Model>
inline constexpr int own_inputs = Model::inputs.size() - Model::state_count;
/// How many outputs of a model are the caller's. The next values of all states follow.
template <class Model>
inline constexpr int own_outputs = Model::outputs.size() - Model::state_count;

/// How the window of a streamed model (onnx2hpp --stream) moves: by `frames` rows of its input per
/// run. The outputs are those of a window of `window` rows.
struct stream {
    int frames = 1;
    int window = 1;

    /// Runs after reset() until the window is full. Outputs are valid from the last of these runs
    /// on.
    constexpr int runs_to_fill() const { return (window + frames - 1) / frames; }
};

}  // namespace tigris
