// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Searches for tile heights: more rows per call if the budget leaves room.

#include <onnx2hpp/search/candidate.hpp>

namespace onnx2hpp {

/// Raises tile heights one by one, to all rows, 8, 4 or 2. A height is kept if the plan still fits
/// its budgets and gets cheaper; offsets are found anew. Tries at most `tries` plans, and does at
/// most `work` work.
candidate improve_tiles(planner& plans, const candidate& best, int tries, std::int64_t work);

}  // namespace onnx2hpp
