// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Parts that operators on sequences are said with.

#include <onnx2hpp/expand/expansion.hpp>

namespace onnx2hpp {

value_id concatenated(expansion& e, std::vector<value_id> parts, std::int64_t axis);

[[noreturn]] void fail_shape(const expansion& e, std::size_t slot);

value_id product(expansion& e, value_id a, value_id b);

}  // namespace onnx2hpp
