// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// The passes, in order.

#include <onnx2hpp/onnx_model.hpp>
#include <onnx2hpp/options.hpp>

namespace onnx2hpp {

/// Rewrites a loaded model with known shapes into what lower() takes.
void run_passes(onnx_model& m, const options& wanted);

}  // namespace onnx2hpp
