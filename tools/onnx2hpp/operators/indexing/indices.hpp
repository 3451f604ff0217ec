// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// What the Gathers and Scatters have in common.

#include <onnx2hpp/evaluate/evaluate.hpp>
#include <onnx2hpp/evaluate/places.hpp>
#include <onnx2hpp/expand/expansion.hpp>
#include <onnx2hpp/lower/lowering.hpp>
#include <onnx2hpp/onnx/shape_context.hpp>

namespace onnx2hpp {

/// What a shape depends on must be constant.
const tensor_data& constant_at(const shape_context& c, std::size_t i);

/// Axes [first, last) of a shape.
extents part_of(const extents& dims, std::size_t first, std::size_t last);

extents joined(extents first, const extents& second);

/// Indices that are known must name what is there: extents[k] places for each k-th of them.
void check_indices(const shape_context& c, const extents& bounds);

/// Checks indices, one for each element, along the axis that is given. Returns that axis.
std::size_t check_element_indices(const shape_context& c);

/// How many axes of the data, after the batch, the last axis of the indices names.
std::size_t check_tuples(const shape_context& c, std::size_t batch);

value_id integer_constant(expansion& e, std::int64_t number);

std::size_t gathered_axis(const constant_node& n);

/// Indices, which the shape rules have checked, counted from the front: bounds[k] places for the
/// k-th of a tuple.
extents indices_of(const constant_node& n, const extents& bounds);

/// The elements of the data that indices name one by one.
element_places element_places_of(const constant_node& n);

/// The elements of the data that tuples of indices name, after `batch` axes that both have.
element_places block_places_of(const constant_node& n, std::size_t batch);

/// The elements of v in ONNX's order, under these extents.
int seen_as(lowering& l, value_id v, const extents& dims);

/// A result in ONNX's order, whose step makes it under these extents.
int result_as(lowering& l, value_id v, const extents& dims);

std::size_t axis_of(const lowering& l, const node& n);

/// Data as a gather of blocks wants it: batch, the axes that are named, the rest.
extents blocks_of(const extents& data, std::size_t batch, std::size_t depth);

}  // namespace onnx2hpp
