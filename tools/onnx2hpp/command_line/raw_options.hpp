// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Options as the command line has them.

#include <tigris/planning/target/target.hpp>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace onnx2hpp {

/// What stands for no list after --sweep.
inline constexpr std::string_view every_change = "every change";

/// The texts of options that are parsed further after CLI11 has split the command line.
struct raw_options {
    std::optional<std::string> compress;
    std::optional<std::string> stream;
    std::vector<std::string> memories;
    std::optional<std::string> core;
    std::optional<std::string> board, boards, flash, input_modes, output_modes, alignment, workers,
        sweep;
    std::optional<tigris::backend> backend;
    std::vector<std::string> input_shapes, constants, bounds, branches, states, trimmed_outputs;
    std::vector<std::string> placements, places, reported;
    std::optional<std::string> budgets, tolerance;
    bool reads_in_place = true;
};

}  // namespace onnx2hpp
