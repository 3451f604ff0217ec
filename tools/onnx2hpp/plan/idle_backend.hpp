// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Backends that know one rounding, asked for with the other.

#include <onnx2hpp/options.hpp>

namespace onnx2hpp {

/// Throws failure(bad_input) if the backend rounds otherwise than the model: compilers would refuse
/// its header.
void refuse_idle_backend(const options& wanted);

}  // namespace onnx2hpp
