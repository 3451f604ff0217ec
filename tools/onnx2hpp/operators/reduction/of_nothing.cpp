// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/operators/reduction/of_nothing.hpp>

#include <onnx2hpp/evaluate/evaluate.hpp>

namespace onnx2hpp {

bool reads_nothing(const constant_node& n) { return element_count(n.input(0).dims) == 0; }

shared_tensor filled(const constant_node& n, double number) {
    const auto count = static_cast<std::size_t>(element_count(n.dims()));
    return make_tensor(n.output().type, n.dims(), std::vector<double>(count, number));
}

shared_tensor evaluate_sum_of_nothing(const constant_node& n) {
    return reads_nothing(n) ? filled(n, 0) : nullptr;
}

}  // namespace onnx2hpp
