// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Which tensors would cost less in fast memory that a plan leaves free.

#include <onnx2hpp/show/analysis.hpp>

#include <cstdint>
#include <vector>

namespace onnx2hpp {

/// A tensor that is worth a placement rule: so many bytes in region `from`, of which a run reads
/// and writes `accessed` bytes, would cost `saved` thousandths of a cycle less in region `to`.
struct advised_move {
    int tensor = -1;
    int from = -1;
    int to = -1;
    std::int64_t bytes = 0;
    std::int64_t accessed = 0;
    std::int64_t saved = 0;

    double saved_per_byte() const { return double(saved) / double(bytes); }
};

/// Moves of tensors that save time, first those that save most for each of their bytes. All of them
/// together fit in what the plan leaves free. None without a board.
std::vector<advised_move> advise(const analysis& planned);

}  // namespace onnx2hpp
