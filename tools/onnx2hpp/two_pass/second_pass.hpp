// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Tensors that wait, whole, until all of their own rows were added up, such as those that squeeze
// and excite scales; and the graph in which they are made twice instead
// (docs/explanation/tiling.md).

#include <onnx2hpp/lowered_model.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace onnx2hpp {

/// A way to make a tensor a second time, when all of its rows have been added up. Steps are numbers
/// into lowered_model::nodes, in their order. `steps` are to be run again, from the nearest tensor
/// that takes fewer bytes or is kept anyway. `moved` run behind them, between the tensor and
/// `join`. `join` reads the tensor beside what waited for all rows; `late` read it behind `join`.
/// `macs` are those of `steps`.
struct second_pass {
    std::vector<int> steps;
    std::vector<int> moved;
    int join = -1;
    std::vector<int> late;
    std::int64_t macs = 0;
};

/// All second passes that a model allows, in the order of their joins. Neither a fan-out nor an
/// accumulator is made again, nor a step of several operands.
std::vector<second_pass> find_second_passes(const lowered_model& model);

/// The model with some of its second passes. It computes the same, from the same constants. Copies
/// of steps have names of their own; their tensors have the originals' names.
lowered_model with_second_passes(const lowered_model& model,
                                 const std::vector<second_pass>& passes);

/// The names of the steps that a model runs again.
std::vector<std::string> names_of_second_passes(const lowered_model& model);

}  // namespace onnx2hpp
