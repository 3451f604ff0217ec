// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Codes whose scale is computed at run time: tigris.DynamicRange and tigris.DynamicQuantize.

#include <onnx2hpp/expand/expansion.hpp>

#include <optional>

namespace onnx2hpp {

/// By how much uint8 codes are larger than int8 codes, which kernels multiply fastest.
inline constexpr std::int64_t base_of_signed_codes = 128;

/// Floats, and the tigris.DynamicRange of these or others.
struct dynamic_codes {
    value_id x = absent;
    value_id range = absent;
};

/// Scale (element 0) or zero point (element 1) of a range, as float scalars.
value_id part_of_range(expansion& e, value_id range, std::int64_t element);

/// What codes and their zero point are made of, if a DynamicQuantizeLinear made both.
std::optional<dynamic_codes> find_dynamic_codes(const expansion& e, value_id codes,
                                                value_id zero_point);

/// Dynamic codes less 128, as int8, in a border of zero points; `pads` as ONNX Pad's, or empty.
value_id signed_codes(expansion& e, const dynamic_codes& of, const extents& pads);

}  // namespace onnx2hpp
