// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/evaluate/rules.hpp>

#include <cmath>

namespace onnx2hpp {
namespace {

bool reads_nothing(const constant_node& n) { return element_count(n.input(0).dims) == 0; }

shared_tensor filled(const constant_node& n, double number) {
    const auto count = static_cast<std::size_t>(element_count(n.dims()));
    return make_tensor(n.output().type, n.dims(), std::vector<double>(count, number));
}

}  // namespace

shared_tensor evaluate_sum_of_nothing(const constant_node& n) {
    return reads_nothing(n) ? filled(n, 0) : nullptr;
}

shared_tensor evaluate_logarithm_of_nothing(const constant_node& n) {
    return reads_nothing(n) ? filled(n, -INFINITY) : nullptr;
}

}  // namespace onnx2hpp
