// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// What functions of one, two or three tensors have in common: types, broadcasting, the step.

#include <onnx2hpp/expand/expansion.hpp>
#include <onnx2hpp/lower/lowering.hpp>
#include <onnx2hpp/onnx/shape_context.hpp>

namespace onnx2hpp {

void require_type(const shape_context& c, std::size_t i, bool is_right, const char* wanted);

bool is_integer(tigris::dtype type);

/// Input i holds float, or integers.
void require_number(const shape_context& c, std::size_t i);

void require_boolean(const shape_context& c, std::size_t i);

extents common_shape(const shape_context& c, const extents& a, const extents& b);

/// Gives the output the common shape of two inputs, under the rules of the version in force.
void set_common_shape(shape_context& c, tigris::dtype type);

/// The type that attribute `to` names.
tigris::dtype target_type(const shape_context& c);

void shape_binary(shape_context& c);

void shape_unary(shape_context& c);

/// `b` with axes of extent 1 after its own, so that these begin at `axis` of `a`.
value_id aligned(expansion& e, value_id a, value_id b, std::int64_t axis);

/// Versions before 7 broadcast on request, the second shape from an axis of the first on.
bool expand_old_broadcast(expansion& e);

void add_step_in_common_order(lowering& l, const node& n, const any_op& op, bool is_mirrored);

void lower_binary(lowering& l, const node& n);

void lower_unary(lowering& l, const node& n);

}  // namespace onnx2hpp
