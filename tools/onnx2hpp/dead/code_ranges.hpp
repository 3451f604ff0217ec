// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Intervals of codes that kernels compute from intervals of codes. They use the kernels' own
// arithmetic (kernels/arithmetic/) at the ends of intervals. All results hold under both roundings.

#include <onnx2hpp/dead/interval.hpp>
#include <tigris/ops/binary.hpp>
#include <tigris/ops/convert.hpp>
#include <tigris/support/fixed_point.hpp>

#include <optional>

namespace onnx2hpp {

/// The interval of all codes of a type.
interval codes_of_type(tigris::dtype type);

/// What a layer makes of its finished sums, bias included: rescaled, clamped, as codes of the
/// output. Sums saturate to 32 bits, unless the inputs have 16.
interval finished(interval sums, tigris::fixed_multiplier scale, const tigris::ops::clamp& clamp,
                  const tigris::tensor& input, const tigris::tensor& output);

/// The codes of one tensor as those of another, clamped.
interval rescaled(interval codes, const tigris::ops::clamp& clamp, const tigris::tensor& from,
                  const tigris::tensor& to);

/// The codes of the result of a convert step.
interval converted(interval codes, const tigris::ops::convert& op, const tigris::operands& t);

/// The elements of an average.
struct averaged_counts {
    std::int32_t least = 1;  // fewest elements that exist
    std::int32_t most = 1;   // most elements that exist
    std::int32_t all = 0;    // divisor of the sum, if padding counts; 0: the elements that exist
    bool mean = false;       // rounds as ReduceMean
};
interval averaged(interval codes, const averaged_counts& counts, const tigris::ops::clamp& clamp,
                  const tigris::tensor& from, const tigris::tensor& to);

/// A function of two codes; nothing where it is unknown, or the types differ.
std::optional<interval> combined(interval a, interval b, const tigris::ops::binary& op,
                                 const tigris::operands& t);

}  // namespace onnx2hpp
