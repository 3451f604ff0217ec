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

/// Step `step` needs most, as the compiler's errors say. While its segment runs, in which `bytes`
/// are live at most: its tensors, by the step that makes them, and the working memory of its
/// kernels; and the same bytes by operator. Most bytes first. Tensors may overlap, where an output
/// is written over an input that is no longer needed, so a sum may exceed the peak.
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
