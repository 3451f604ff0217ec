// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Values that many operators are expanded to.

#include <onnx2hpp/expand/expansion.hpp>

namespace onnx2hpp {

/// Elements [begin, end) along an axis, `step` apart.
value_id sliced(expansion& e, value_id x, std::size_t axis, std::int64_t begin, std::int64_t end,
                std::int64_t step = 1);

/// x itself where nothing changes. An absent value stays absent.
value_id reshaped(expansion& e, value_id x, const extents& dims);
value_id transposed(expansion& e, value_id x, const extents& perm);

/// All tensors along an axis; the only one itself.
value_id concatenated(expansion& e, std::vector<value_id> all, std::int64_t axis);

value_id product(expansion& e, value_id a, value_id b);

/// How many rows the result has (--bound). Throws failure(unsupported) where nobody said it.
std::int64_t bound_of(const expansion& e);

/// Throws failure(unsupported) unless the input at `slot` is float32 or absent.
void require_float(const expansion& e, std::size_t slot);

/// Throws failure(bad_input): the input at `slot` has a shape that does not fit.
[[noreturn]] void fail_shape(const expansion& e, std::size_t slot);

/// Throws failure(unsupported) where a constant of this shape would be absurd, or would take more
/// memory than it may; a file of a few bytes must not ask for gigabytes.
void check_size(const expansion& e, const extents& dims);

/// The int64 numbers 0, 1, ... count - 1 under these extents.
value_id counted(expansion& e, std::int64_t count, const extents& dims);

}  // namespace onnx2hpp
