// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Searches for tile heights: more rows a call where the budget leaves room.

#include <onnx2hpp/search/candidate.hpp>

namespace onnx2hpp {

/// Raises tile heights one by one, to all rows, 8, 4 or 2, where the plan still fits its budgets
/// and gets cheaper; offsets are found anew. At most so many plans are tried, and so much work
/// done.
candidate improve_tiles(planner& plans, const candidate& best, int tries, std::int64_t work);

}  // namespace onnx2hpp
