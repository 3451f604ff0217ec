// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Costs in words.

#include <onnx2hpp/show/analysis.hpp>

#include <optional>
#include <string>
#include <vector>

namespace onnx2hpp {

/// A count, or a dash where it is not known.
std::string spell_or_dash(std::optional<std::int64_t> count);

/// Why a number of a run or of code is missing; empty where it is there.
struct missing_costs {
    std::string instructions;
    std::string milliseconds;
    std::string machine_code;
};
missing_costs missing_costs_of(const analysis& a);

/// What a run takes at the board's clock if no memory makes the core wait, in milliseconds. Nothing
/// without a model of the core's cycles or without a clock.
std::optional<double> milliseconds_of(const analysis& a);

/// "about 12 KB of code", or "code" where its bytes are not known.
std::string spell_machine_code(const analysis& a);

/// The lines of a summary: instructions, time and code, or what is not known and why. None where no
/// core was named.
std::vector<std::string> describe_cost(const analysis& a);

}  // namespace onnx2hpp
