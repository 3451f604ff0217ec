// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Which memory is too small for what placement rules want there.

#include <onnx2hpp/plan/memory_lack.hpp>
#include <onnx2hpp/plan/plan.hpp>

#include <optional>
#include <string>

namespace onnx2hpp {

/// What lacks for a target for which no plan fits. The sentence begins with the rule of the largest
/// tensor in the full memory, and says how many bytes that tensor takes. Nothing if there are no
/// rules, or if no single memory is at fault.
std::optional<memory_lack> full_region(const lowered_model& model, const tigris::target& target);

/// A sentence for a target that has no plan, even with more fast memory, because some blocks are
/// larger than each memory. It says how many bytes the largest memory would need. Nothing if there
/// is another reason.
std::optional<std::string> small_banks(const lowered_model& model, const tigris::target& target);

}  // namespace onnx2hpp
