// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Which memory is too small for what placement rules want there.

#include <onnx2hpp/plan/plan.hpp>

#include <optional>
#include <string>

namespace onnx2hpp {

/// For a target for which no plan fits: a sentence that begins with the rule of the largest tensor
/// in the memory that is full, and says how many bytes it takes. Nothing where rules want nothing,
/// or no single memory is at fault.
std::optional<std::string> full_region(const lowered_model& model, const tigris::target& target);

/// For a target for which there is no plan, however much fast memory it has, because some blocks
/// are larger than each of its memories: a sentence that says how many bytes the largest would
/// need. Nothing where that is not why.
std::optional<std::string> small_banks(const lowered_model& model, const tigris::target& target);

}  // namespace onnx2hpp
