// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Arithmetic on extents that no file can make overflow.

#include <onnx2hpp/onnx_model.hpp>

#include <cstdint>
#include <optional>
#include <string>

namespace onnx2hpp {

/// Elements that a tensor may have, and the largest extent and attribute that shapes are computed
/// of.
inline constexpr std::int64_t max_elements = (std::int64_t{1} << 31) - 1;

/// Elements of a tensor; nothing where an extent is negative or there are more than max_elements.
std::optional<std::int64_t> count_elements(const extents& dims);

/// The product of extents `first` to `last`, without `last`. All of them together are in range.
std::int64_t count_between(const extents& dims, std::size_t first, std::size_t last);

/// "[1, 3, 96, 96]".
std::string to_text(const extents& numbers);

/// A declared shape as text: "[?, 3, 96, 96]". -1 stands for an extent that is not given.
std::string declared_to_text(const extents& dims);

/// NumPy's common shape of two; nothing where two extents differ and neither is 1.
std::optional<extents> broadcast(const extents& a, const extents& b);

}  // namespace onnx2hpp
