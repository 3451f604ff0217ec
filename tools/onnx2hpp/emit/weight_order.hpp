// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Weights in the order that a backend's kernels read fastest.

#include <onnx2hpp/lowered_model.hpp>
#include <onnx2hpp/options.hpp>
#include <tigris/model/backend.hpp>

#include <vector>

namespace onnx2hpp {

/// The model with the order of weights that a backend's kernels want. Weights that do not fit the
/// order, or that several steps want in different orders, keep the canonical order. If weights
/// vary, so do weights that may not fit after training.
lowered_model with_weight_orders(lowered_model model, tigris::backend backend);

/// The model whose tensors have the orders of the header options::for_header. Throws
/// failure(bad_input) where weights do not fit in their order.
lowered_model with_orders_of_header(lowered_model model, const options& options);

/// The model whose constants' elements lie as its tensors say; before, as in the canonical order.
lowered_model with_arranged_weights(lowered_model model);

}  // namespace onnx2hpp
