// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Second passes. A tensor that squeeze and excite scales, for example, is kept whole until all of
// its rows were added up. In another graph the tensor is made twice instead
// (docs/explanation/tiling.md).

#include <onnx2hpp/lowered_model.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace onnx2hpp {

/// A way to make a tensor a second time, after all of its rows have been added up. Steps are
/// numbers in lowered_model::nodes, in their order.
struct second_pass {
    /// Steps to run again, from the nearest tensor that is smaller or kept anyway.
    std::vector<int> steps;
    std::vector<int> moved;  // steps between the tensor and `join`; they run after `steps`
    int join = -1;           // step that reads the tensor and the sum of its rows
    std::vector<int> late;   // readers of the tensor after `join`
    std::int64_t macs = 0;   // multiply-accumulates of `steps`
};

/// All second passes that a model allows, in the order of their joins. A step of several operands,
/// an accumulator and a fan-out are never made again.
std::vector<second_pass> find_second_passes(const lowered_model& model);

/// The model with some of its second passes. It computes the same, from the same constants. Copies
/// of steps have names of their own; their tensors have the originals' names.
lowered_model with_second_passes(const lowered_model& model,
                                 const std::vector<second_pass>& passes);

/// The names of the steps that a model runs again.
std::vector<std::string> names_of_second_passes(const lowered_model& model);

}  // namespace onnx2hpp
