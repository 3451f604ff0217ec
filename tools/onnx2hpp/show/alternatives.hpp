// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Other plans of a model: plans that take less memory, and plans that more memory would allow.

#include <onnx2hpp/options.hpp>
#include <onnx2hpp/plan/planner.hpp>
#include <onnx2hpp/two_pass/variants.hpp>

#include <cstdint>
#include <vector>

namespace onnx2hpp {

/// Kinds of alternatives.
///
/// * smallest: the least fast memory, with the slow memory that the target has.
/// * slow_memory: the least, if the target had slow memory.
/// * row_inputs: the least, if all inputs came row by row.
/// * undoubled: the least with which nothing is computed twice and nothing is moved.
enum class alternative_kind { smallest, slow_memory, row_inputs, undoubled };

/// A plan that is not the one shown.
struct alternative {
    alternative_kind kind{};              // kind of plan
    std::int64_t fast_bytes = 0;          // bytes of fast memory
    std::int64_t caller_bytes = 0;        // bytes of inputs and outputs in the caller's memory
    std::int64_t recomputed_macs = 0;     // multiply-accumulates that are done again
    std::int64_t slow_traffic_bytes = 0;  // bytes that a run moves from and to slow memory
};

/// Alternatives that differ from `shown`, which is a plan of one of the variants.
std::vector<alternative> find_alternatives(const std::vector<variant>& variants,
                                           const tigris::planning::plan_totals& shown);

}  // namespace onnx2hpp
