// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/operators/layout/views.hpp>

#include <onnx2hpp/diagnostic.hpp>
#include <onnx2hpp/lower/lowering.hpp>

namespace onnx2hpp {

void refuse_constant(const lowering& l, const node& n) {
    if (l.is_constant(n.inputs[0]))
        fail_unsupported(n, "its input is a constant of a type without kernels",
                         "export the model with float32, int8 or uint8 constants");
}

}  // namespace onnx2hpp
