// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// One function for each family of operators: the constant that a node makes, or null.

#include <onnx2hpp/evaluate/evaluate.hpp>

namespace onnx2hpp {

// evaluate_arithmetic.cpp
shared_tensor evaluate_add(const constant_node&);
shared_tensor evaluate_subtract(const constant_node&);
shared_tensor evaluate_multiply(const constant_node&);
shared_tensor evaluate_divide(const constant_node&);
shared_tensor evaluate_modulo(const constant_node&);
shared_tensor evaluate_power(const constant_node&);
shared_tensor evaluate_min(const constant_node&);
shared_tensor evaluate_max(const constant_node&);
shared_tensor evaluate_sum(const constant_node&);
shared_tensor evaluate_clip(const constant_node&);
shared_tensor evaluate_equal(const constant_node&);
shared_tensor evaluate_less(const constant_node&);
shared_tensor evaluate_less_or_equal(const constant_node&);
shared_tensor evaluate_greater(const constant_node&);
shared_tensor evaluate_greater_or_equal(const constant_node&);
shared_tensor evaluate_and(const constant_node&);
shared_tensor evaluate_or(const constant_node&);
shared_tensor evaluate_xor(const constant_node&);
shared_tensor evaluate_bitwise_and(const constant_node&);
shared_tensor evaluate_bitwise_or(const constant_node&);
shared_tensor evaluate_bitwise_xor(const constant_node&);
shared_tensor evaluate_not(const constant_node&);
shared_tensor evaluate_negate(const constant_node&);
shared_tensor evaluate_absolute(const constant_node&);
shared_tensor evaluate_floor(const constant_node&);
shared_tensor evaluate_ceiling(const constant_node&);
shared_tensor evaluate_round(const constant_node&);
shared_tensor evaluate_round_to_half(const constant_node&);
shared_tensor evaluate_square_root(const constant_node&);
shared_tensor evaluate_reciprocal(const constant_node&);
shared_tensor evaluate_exponential(const constant_node&);
shared_tensor evaluate_logarithm(const constant_node&);
shared_tensor evaluate_cast(const constant_node&);
shared_tensor evaluate_where(const constant_node&);

// evaluate_count.cpp
shared_tensor evaluate_range(const constant_node&);
shared_tensor evaluate_non_zero(const constant_node&);

// evaluate_index.cpp
shared_tensor evaluate_gather(const constant_node&);
shared_tensor evaluate_gather_elements(const constant_node&);
shared_tensor evaluate_gather_nd(const constant_node&);
shared_tensor evaluate_scatter_elements(const constant_node&);
shared_tensor evaluate_scatter_nd(const constant_node&);

// evaluate_bit_cast.cpp
shared_tensor evaluate_bit_cast(const constant_node&);

// evaluate_moves.cpp
shared_tensor evaluate_transpose(const constant_node&);
shared_tensor evaluate_reshape(const constant_node&);
shared_tensor evaluate_concat(const constant_node&);
shared_tensor evaluate_slice(const constant_node&);
shared_tensor evaluate_tile(const constant_node&);  // Tile and Expand
shared_tensor evaluate_pad(const constant_node&);

// evaluate_quantize.cpp
shared_tensor evaluate_quantize(const constant_node&);

// evaluate_reduce.cpp
shared_tensor evaluate_reduce_sum(const constant_node&);
shared_tensor evaluate_reduce_product(const constant_node&);
shared_tensor evaluate_reduce_max(const constant_node&);
shared_tensor evaluate_reduce_min(const constant_node&);
shared_tensor evaluate_cumulative_sum(const constant_node&);

// evaluate_nothing.cpp: of inputs without elements
shared_tensor evaluate_sum_of_nothing(const constant_node&);
shared_tensor evaluate_logarithm_of_nothing(const constant_node&);

}  // namespace onnx2hpp
