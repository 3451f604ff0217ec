// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Searches for a better order of the steps.

#include <onnx2hpp/lowered_model.hpp>
#include <onnx2hpp/options.hpp>

namespace onnx2hpp {

/// The model with its steps in the order that needs least fast memory. A beam over moves of single
/// steps and of branches finds orders. The order stays if none needs less, or if the model fits the
/// options' memories. Every step stays after those that it reads. The same answer each time.
lowered_model in_better_order(const lowered_model& model, const options& options);

}  // namespace onnx2hpp
