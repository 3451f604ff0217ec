// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Pairs of floats that pow is tried with.

#include <cstdint>
#include <utility>
#include <vector>

namespace functions {

/// All pairs of zeros, infinities, NaN, ones, small integers, halves and the ends of the floats.
std::vector<std::pair<float, float>> edge_pairs();

/// The pair of a number. A quarter are any two floats; else x^y is within the floats or near their
/// ends, every other time with a whole y.
std::pair<float, float> pair_of(std::uint64_t seed);

}  // namespace functions
