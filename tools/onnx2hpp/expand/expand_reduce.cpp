// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/attributes.hpp>
#include <onnx2hpp/diagnostic.hpp>
#include <onnx2hpp/expand/parts.hpp>
#include <onnx2hpp/expand/rules.hpp>
#include <onnx2hpp/onnx/extents.hpp>

#include <fmt/format.h>

#include <numeric>

namespace onnx2hpp {
namespace {

using tigris::dtype;

/// The only number of input i. Fails where it is computed at run time.
std::int64_t single_integer(const expansion& e, std::size_t i, const std::string& what) {
    if (!e.is_constant(e.input(i)))
        fail_unsupported(e.at, "its " + what + " is computed at run time",
                         "make it an initializer");
    const tensor_data& given = *e.of(e.input(i)).constant;
    if ((given.type != dtype::i64 && given.type != dtype::i32) || element_count(given.dims) != 1)
        fail_bad_input(e.at, "its " + what + " must be one integer");
    return integers_of(given)[0];
}

/// All axes behind batch and channels.
extents spatial_axes(const expansion& e) {
    const std::size_t rank = e.dims(e.input(0)).size();
    if (rank < 3)
        fail_bad_input(e.at, fmt::format("its input has shape {}, but must have batch, channels "
                                         "and space",
                                         to_text(e.dims(e.input(0)))));
    extents axes(rank - 2);
    std::iota(axes.begin(), axes.end(), 2);
    return axes;
}

value_id reduced(expansion& e, const char* op_type, value_id x, const extents& axes) {
    return e.add(op_type, {x, e.integers(axes)});
}

}  // namespace

bool expand_cumulate(expansion& e) {
    e.give(0, e.add("Cumulate", {e.input(0)},
                    {{"axis", single_integer(e, 1, "axis")},
                     {"product", std::int64_t(e.at.op_type == "CumProd")},
                     {"exclusive", integer_attribute(e.at, "exclusive", 0)},
                     {"reverse", integer_attribute(e.at, "reverse", 0)}}));
    return true;
}

bool expand_top_k(expansion& e) {
    const std::int64_t k =
        e.at.since < 10 ? integer_attribute(e.at, "k", 1) : single_integer(e, 1, "k");
    const attribute_map attributes{{"axis", integer_attribute(e.at, "axis", -1)},
                                   {"k", k},
                                   {"largest", integer_attribute(e.at, "largest", 1)}};
    if (e.wants_output(0)) e.give(0, e.add("TopKValues", {e.input(0)}, attributes));
    if (e.wants_output(1)) e.give(1, e.add("TopKIndices", {e.input(0)}, attributes));
    return true;
}

/// Pools of up to two axes have a kernel of their own.
bool expand_global_average_pool(expansion& e) {
    const extents axes = spatial_axes(e);
    if (axes.size() < 3) return false;
    e.give(0, reduced(e, "ReduceMean", e.input(0), axes));
    return true;
}

bool expand_global_max_pool(expansion& e) {
    e.give(0, reduced(e, "ReduceMax", e.input(0), spatial_axes(e)));
    return true;
}

/// The p-th root of the sum of |x|^p.
bool expand_global_lp_pool(expansion& e) {
    const std::int64_t p = integer_attribute(e.at, "p", 2);
    const extents axes = spatial_axes(e);
    if (p < 1) fail_bad_input(e.at, fmt::format("its p is {}, but must be positive", p));
    if (p <= 2) {
        e.give(0, reduced(e, p == 1 ? "ReduceL1" : "ReduceL2", e.input(0), axes));
        return true;
    }
    const value_id power = e.number(dtype::f32, static_cast<double>(p));
    const value_id root = e.number(dtype::f32, 1 / static_cast<double>(p));
    const value_id powers = e.add("Pow", {e.add("Abs", {e.input(0)}), power});
    e.give(0, e.add("Pow", {reduced(e, "ReduceSum", powers, axes), root}));
    return true;
}

namespace {

/// Before version 13 everything from the axis on is one run; the input as a matrix then.
value_id as_runs(expansion& e, std::int64_t& axis) {
    const value_id x = e.input(0);
    const auto rank = static_cast<std::int64_t>(e.dims(x).size());
    if (axis < -rank || axis >= rank)
        fail_bad_input(e.at, fmt::format("axis {} is outside of its {} axes", axis, rank));
    if (axis < 0) axis += rank;
    if (e.at.since >= 13) return x;
    const extents dims = e.dims(x);
    std::int64_t rows = 1;
    for (std::int64_t k = 0; k < axis; ++k) rows *= dims[static_cast<std::size_t>(k)];
    axis = 1;
    return reshaped(e, x, {rows, element_count(dims) / rows});
}

/// 0, 1, 2, ... along an axis of a tensor of `rank` axes.
value_id numbers_along(expansion& e, std::int64_t axis, std::size_t rank, std::int64_t count) {
    check_size(e, {count});
    extents dims(rank, 1), numbers(static_cast<std::size_t>(count));
    dims[static_cast<std::size_t>(axis)] = count;
    std::iota(numbers.begin(), numbers.end(), 0);
    return e.constant(tensor_of(dtype::i64, dims, numbers));
}

}  // namespace

/// 1 where the first of the largest elements is, 0 elsewhere.
bool expand_hardmax(expansion& e) {
    std::int64_t axis = integer_attribute(e.at, "axis", e.at.since < 13 ? 1 : -1);
    const value_id runs = as_runs(e, axis);
    const extents dims = e.dims(runs);
    const value_id chosen = e.add("ArgMax", {runs}, {{"axis", axis}});
    const value_id places =
        numbers_along(e, axis, dims.size(), dims[static_cast<std::size_t>(axis)]);
    const value_id is_chosen = e.add("Equal", {chosen, places});
    const value_id marked =
        e.add("Where", {is_chosen, e.number(e.type(runs), 1), e.number(e.type(runs), 0)});
    e.give(0, e.at.since >= 13 ? marked : reshaped(e, marked, e.dims(e.input(0))));
    return true;
}

/// The product of the pivots.
bool expand_det(expansion& e) {
    const value_id pivots = e.add("Pivots", {e.input(0)});
    e.give(0, e.add("ReduceProd", {pivots, e.integers({-2, -1})}, {{"keepdims", std::int64_t(0)}}));
    return true;
}

}  // namespace onnx2hpp
