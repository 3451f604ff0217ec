// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Lists of integers that rules need to know: axes, starts, pads.

#include <onnx2hpp/onnx_model.hpp>

#include <optional>
#include <string_view>

namespace onnx2hpp {

/// The int32 or int64 numbers at an input, which are called `what` in messages; none where it is
/// absent. Throws failure(bad_input) for what is no list of integers, failure(unsupported) where
/// they are computed at run time.
extents constant_list(const onnx_model& model, const node& n, std::size_t slot,
                      std::string_view what);

/// The only number of a constant list at an input; nothing where there is none such.
std::optional<std::int64_t> only_integer(const onnx_model& model, const node& n, std::size_t slot);

/// Axes counted from the front. Throws failure(bad_input) for those outside of [-rank, rank), and
/// where one is named twice.
std::vector<std::size_t> distinct_axes(const node& n, const extents& axes, std::size_t rank);

/// All axes of a tensor.
extents all_axes(std::size_t rank);

}  // namespace onnx2hpp
