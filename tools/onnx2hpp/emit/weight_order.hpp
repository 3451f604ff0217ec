// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Weights in the order that a backend's kernels read fastest.

#include <onnx2hpp/lowered_model.hpp>
#include <tigris/model/backend.hpp>

#include <vector>

namespace onnx2hpp {

/// The model whose tensors say in which order a backend's kernels want their weights. Weights that
/// do not fit in it, or that steps want in several orders, keep the canonical one.
lowered_model with_weight_orders(lowered_model model, tigris::backend backend);

/// The model whose constants' elements lie as its tensors say; before, as in the canonical order.
lowered_model with_arranged_weights(lowered_model model);

}  // namespace onnx2hpp
