// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Sums of no elements.

#include <onnx2hpp/evaluate/evaluate.hpp>

namespace onnx2hpp {

bool reads_nothing(const constant_node& n);

shared_tensor filled(const constant_node& n, double number);

shared_tensor evaluate_sum_of_nothing(const constant_node& n);

}  // namespace onnx2hpp
