// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Address by time: what lies where in a memory while the model runs.

#include <onnx2hpp/report/picture.hpp>
#include <onnx2hpp/show/analysis.hpp>

#include <string>
#include <vector>

namespace onnx2hpp {

/// Regions that the plan uses.
std::vector<int> drawn_regions(const analysis& a);

/// The map of a region: steps in the order of the run from left to right, addresses upwards, a
/// rectangle for each buffer. Rings are hatched.
picture draw_memory_map(const analysis& a, int region, std::string_view id);

/// The maps of all regions that are used, in one SVG file.
std::string memory_maps_as_svg(const analysis& a);

/// The live bytes of fast memory at each step.
picture draw_timeline(const analysis& a, std::string_view id);

}  // namespace onnx2hpp
