// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Facts about weights, computed where it is cheap: here.

#include <onnx2hpp/lowered_model.hpp>
#include <tigris/model/weight_facts.hpp>

#include <vector>

namespace onnx2hpp {

/// Facts of every constant, by its index; the worst where weights vary.
std::vector<tigris::weight_facts> find_weight_facts(const lowered_model& model);

/// Facts of the model's own weights, whether other weights may run or not.
std::vector<tigris::weight_facts> find_own_weight_facts(const lowered_model& model);

/// Facts of weights that training may make of the model's. No weight is -128 where none of the
/// model's is, and sums are at most twice as large.
std::vector<tigris::weight_facts> find_expected_weight_facts(const lowered_model& model);

}  // namespace onnx2hpp
