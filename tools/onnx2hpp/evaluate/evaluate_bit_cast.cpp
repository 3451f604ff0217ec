// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/evaluate/rules.hpp>

namespace onnx2hpp {

shared_tensor evaluate_bit_cast(const constant_node& n) {
    return std::make_shared<const tensor_data>(
        tensor_data{n.output().type, n.dims(), n.input(0).bytes});
}

}  // namespace onnx2hpp
