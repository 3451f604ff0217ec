// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// How a value should lie in memory, seen from those that read it.

#include <onnx2hpp/lower/layout.hpp>

#include <optional>

namespace onnx2hpp {

/// The order that the first reader with a demand wants for v, looking through element by element
/// operators and Transposes. Nothing if nobody has one.
std::optional<axis_order> wished_order(const onnx_model& m, value_id v);

}  // namespace onnx2hpp
