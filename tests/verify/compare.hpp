// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// How far a computed tensor is from its reference, in LSB where it is quantized, and whether that
// is allowed.

#include "array.hpp"

#include <limits>
#include <optional>

namespace verify {

/// What a quantized tensor may differ by: so many LSB, or so much if `absolute` says so. A tensor
/// of floats may differ by 1e-5 of its largest reference value + 1e-6, or by `absolute`; one of
/// other integers not at all. `halves`: the reference or the model's weights were rounded to
/// float16.
struct bound {
    double lsb = 1;
    std::optional<double> absolute{};
    bool halves = false;
};

/// The same of a reference of float16, whose layers rounded every result to 11 bits: a model here
/// rounds none. The same of weights that were rounded, and results that were not.
inline constexpr double share_of_halves = 0x1p-8;

/// How far floats that stand for codes may be from whole numbers of LSB.
inline constexpr double rounding_of_floats_in_lsb = 0.01;

/// Differences and limits are in LSB if `in_lsb`, else in the tensor's unit.
struct comparison {
    std::int64_t values = 0;
    std::int64_t equal = 0;
    double largest = 0;
    double root_mean_square = 0;
    double limit = 0;
    double mean_limit = std::numeric_limits<double>::infinity();  // of the root mean square
    bool in_lsb = false;

    bool within() const {
        return largest <= limit + (in_lsb ? rounding_of_floats_in_lsb : 0) &&
               root_mean_square <= mean_limit;
    }
};

/// Compares by element. `quant` is what the elements' codes mean, or what lies behind floats.
/// Throws std::runtime_error if shapes or element types differ.
comparison compare(const array& reference, const array& computed, tigris::quantization quant,
                   const bound& allowed);

/// Whether the largest element along the last axis of more than one place is the same, row by row.
/// Rows in which the reference's margin over its second is not above twice the limit decide
/// nothing.
struct top1_agreement {
    std::int64_t decided = 0;
    std::int64_t agreed = 0;
};
top1_agreement compare_top1(const array& reference, const array& computed,
                            tigris::quantization quant, const bound& allowed);

}  // namespace verify
