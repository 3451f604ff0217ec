// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// The x axis of pictures of a run: its tasks in their order, each as wide as the others.

#include <onnx2hpp/show/analysis.hpp>

#include <algorithm>

namespace onnx2hpp {

struct run_axis {
    const owned_plan& plan;
    double left = 0;
    double width = 0;

    /// The place on the axis where a task begins. The task after the last one begins where the axis
    /// ends.
    double at(int task) const {
        return left + width * task / std::max<double>(1, double(plan.tasks.size()));
    }
    double begin_of(int segment) const { return at(plan.segments[std::size_t(segment)].begin); }
    double end_of(int segment) const { return at(plan.segments[std::size_t(segment)].end); }
};

}  // namespace onnx2hpp
