// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// What operators that sample images require of their inputs.

#include <onnx2hpp/onnx/shape_context.hpp>

namespace onnx2hpp {

void require_float(const shape_context& c, std::size_t i);

void require_dims(const shape_context& c, std::size_t i, const extents& dims);

void require_rank(const shape_context& c, std::size_t i, std::size_t rank);

void require_text(const shape_context& c, const char* name, const char* fallback,
                  std::initializer_list<std::string_view> known);

}  // namespace onnx2hpp
