// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Who holds fast memory when most of it is needed.

#include <onnx2hpp/show/analysis.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace onnx2hpp {

/// Something that lies in fast memory, and how many bytes it takes there.
struct holder {
    std::string name;
    std::int64_t bytes = 0;
};

/// Holders of fast memory at the peak, those with most bytes first. Tensors may overlap, if an
/// output is written over an input that is no longer needed. So a sum may exceed the peak.
struct peak_holders {
    int step = -1;           // step that needs most, as in the compiler's errors
    std::int64_t bytes = 0;  // most live bytes while its segment runs
    /// Tensors, by the step that makes them, and working memory, by its kernel.
    std::vector<holder> steps;
    std::vector<holder> operators;  // the same bytes by operator
};

peak_holders find_peak_holders(const analysis& a);

/// The operator's name, as tables show it.
const char* operator_name(const lowered_model& model, int step);

}  // namespace onnx2hpp
