// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Backends that know one rounding, asked for with the other.

#include <onnx2hpp/options.hpp>

namespace onnx2hpp {

/// Says that portable kernels run the model, if the backend rounds otherwise than it.
void note_idle_backend(const options& wanted);

}  // namespace onnx2hpp
