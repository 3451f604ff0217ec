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

/// Holders of fast memory at the peak. `step` is the step that needs most, as in the compiler's
/// errors. `bytes` are live at most while its segment runs. Tensors are listed by the step that
/// makes them, working memory by its kernel, and the same bytes by operator; most bytes first.
/// Tensors may overlap, if an output is written over an input that is no longer needed. So a sum
/// may exceed the peak.
struct peak_holders {
    int step = -1;
    std::int64_t bytes = 0;
    std::vector<holder> steps;
    std::vector<holder> operators;
};

peak_holders find_peak_holders(const analysis& a);

/// The operator's name, as tables show it.
const char* operator_name(const lowered_model& model, int step);

}  // namespace onnx2hpp
