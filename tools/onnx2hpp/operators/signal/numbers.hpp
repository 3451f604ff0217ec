// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Constant numbers that windows and transforms are made of.

#include <onnx2hpp/expand/expansion.hpp>

namespace onnx2hpp {

/// The number of input i, which must be constant.
double number_at(const expansion& e, std::size_t i);

std::int64_t integer_at(const expansion& e, std::size_t i);

void require_table(const expansion& e, std::int64_t rows, std::int64_t columns);

tigris::dtype asked_type(const expansion& e);

}  // namespace onnx2hpp
