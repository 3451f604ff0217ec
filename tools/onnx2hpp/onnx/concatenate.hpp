// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Constant tensors one after the other.

#include <onnx2hpp/constants.hpp>

#include <vector>

namespace onnx2hpp {

/// The tensors joined along `axis`, counted from the front. Requires one type, whole bytes, and
/// shapes that are equal on all other axes.
shared_tensor concatenated(const std::vector<shared_tensor>& parts, std::size_t axis);

}  // namespace onnx2hpp
