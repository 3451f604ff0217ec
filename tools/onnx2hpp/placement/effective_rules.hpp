// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Which rule decides each attribute of each tensor.

#include <onnx2hpp/placement/model_names.hpp>
#include <onnx2hpp/placement/rule.hpp>

#include <vector>

namespace onnx2hpp {

/// What a rule calls a tensor.
tigris::placed kind_of(const lowered_model& model, int tensor);

/// The tensor in whose memory each tensor lies: itself, or what a reshape made it of.
std::vector<int> storages_of(const lowered_model& model);

/// The rules whose memory and destination a tensor has; null where none gives one.
struct effective_rules {
    const tensor_rule* memory = nullptr;
    const tensor_rule* destination = nullptr;
};

/// The rules of each tensor; tensors of one storage have the same. From low to high rank: rules for
/// all kinds, for a kind, for ids, for ids of a kind. The later rule of a rank wins, for each
/// attribute. Throws failure(bad_input) for a rule that matches no tensor, or whose id means none
/// of its kind.
std::vector<effective_rules> find_effective_rules(const lowered_model& model,
                                                  const tensor_finder& tensors,
                                                  const std::vector<tensor_rule>& rules);

}  // namespace onnx2hpp
