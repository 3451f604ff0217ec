// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// What a planner elsewhere needs to plan a model again: the planner of the report's page.

#include <onnx2hpp/lowered_model.hpp>
#include <onnx2hpp/options.hpp>
#include <onnx2hpp/show/analysis.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace onnx2hpp {

/// A model that is lowered and placed, without its weights, and what is asked for.
struct planner_input {
    lowered_model model;
    options wanted;
};

/// A planner's input as bytes, for a planner of the same version.
std::string to_bytes(planner_input input);

/// Throws failure(bad_input) for what is damaged, or was written by another version.
planner_input planner_input_of(std::string_view bytes);

}  // namespace onnx2hpp
