// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Numbers as people read them.

#include <tigris/model/shape.hpp>

#include <cstddef>
#include <cstdint>
#include <string>

namespace onnx2hpp {

/// Bytes below 1 024 as "704 B", others in units of 1 024: "7.9 KB", "247 KB".
std::string spell_bytes(std::int64_t bytes);

/// A count with three digits and its unit: "980", "12.5 k", "2.66 M", "1.20 G".
std::string spell_count(std::int64_t count);

/// "1 byte lacking", "300 bytes lacking".
std::string spell_lacking(std::int64_t bytes);

/// "1 step", "12 steps".
std::string spell_step_count(std::size_t count);

/// "1 more step", "12 more steps".
std::string spell_more_steps(std::size_t count);

/// `part` of `whole` in percent: "0 %", "0.4 %", "37 %". What is more than nothing is never "0 %".
std::string spell_percent(double part, double whole);

/// "1x3x96x96".
std::string spell_extents(const tigris::shape& dims);

/// A bar of `width` characters between brackets, filled to `part` of `whole`.
std::string draw_bar(std::int64_t part, std::int64_t whole, int width);

}  // namespace onnx2hpp
