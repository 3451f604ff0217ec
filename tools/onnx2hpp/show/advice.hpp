// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Which tensors would cost less in fast memory that a plan leaves free.

#include <onnx2hpp/show/analysis.hpp>

#include <cstdint>
#include <vector>

namespace onnx2hpp {

/// A tensor for which a placement rule would save time.
struct advised_move {
    int tensor = -1;            // number of the tensor
    int from = -1;              // region that holds it
    int to = -1;                // region where it would cost less
    std::int64_t bytes = 0;     // bytes of the tensor
    std::int64_t accessed = 0;  // bytes that a run reads and writes
    std::int64_t saved = 0;     // thousandths of a cycle that a run would save

    double saved_per_byte() const { return double(saved) / double(bytes); }
};

/// Moves of tensors that save time; the move that saves most per byte comes first. All of them
/// together fit in what the plan leaves free. None without a board.
std::vector<advised_move> advise(const analysis& planned);

}  // namespace onnx2hpp
