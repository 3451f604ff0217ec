// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <onnx2hpp/onnx_model.hpp>

namespace onnx2hpp {

/// Takes what follows the sums of a MatMulInteger or ConvInteger into tigris.RescaleSums, where
/// the scale is that of a DynamicQuantizeLinear: Cast to float, Mul by the scales of data and
/// weights, Add of a bias; or an Add of a bias in units of the sums before the Cast.
void fuse_dynamic_scales(onnx_model& m);

}  // namespace onnx2hpp
