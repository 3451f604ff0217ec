// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Tells where runtimes read ONNX's definitions differently, and which one is followed here.

#include <onnx2hpp/onnx_model.hpp>
#include <onnx2hpp/options.hpp>

namespace onnx2hpp {

/// Prints one note for each definition for which ONNX Runtime may compute other results than the
/// header. The note names the first node that it concerns. Changes nothing. The definitions are in
/// docs/reference/operators.md.
void note_definitions(const onnx_model& m, const options& wanted);

}  // namespace onnx2hpp
