// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/attributes.hpp>
#include <onnx2hpp/constants.hpp>
#include <onnx2hpp/diagnostic.hpp>
#include <onnx2hpp/evaluate/evaluate.hpp>
#include <onnx2hpp/evaluate/places.hpp>
#include <onnx2hpp/expand/common_values.hpp>
#include <onnx2hpp/expand/expansion.hpp>
#include <onnx2hpp/lower/lowering.hpp>
#include <onnx2hpp/onnx/bounds.hpp>
#include <onnx2hpp/onnx/extents.hpp>
#include <onnx2hpp/onnx/operator_entry.hpp>
#include <onnx2hpp/onnx/operator_table.hpp>
#include <onnx2hpp/onnx/shape_context.hpp>
#include <onnx2hpp/operators/indexing/indices.hpp>
#include <onnx2hpp/operators/normalization/common_values.hpp>
#include <onnx2hpp/operators/windows/requirements.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace onnx2hpp {
namespace {

using tigris::dtype;

void shape_non_zero(shape_context& c) {
    const tensor_data& x = constant_at(c, 0);
    const std::vector<double> numbers = numbers_of(x);
    const std::ptrdiff_t zeros = std::count(numbers.begin(), numbers.end(), 0.0);
    c.set_output(tigris::dtype::i64, {static_cast<std::int64_t>(x.dims.size()),
                                      static_cast<std::int64_t>(numbers.size()) - zeros});
}

const attribute_map to_i32{{"to", std::int64_t{6}}}, to_i64{{"to", std::int64_t{7}}};

value_id as_number(expansion& e, value_id x) { return e.add("Cast", {x}, to_i32); }

/// The sum along an axis, or of all.
value_id sum_along(expansion& e, value_id x, std::int64_t axis) {
    return e.add("ReduceSum", {x, e.integers({axis})}, {{"keepdims", std::int64_t{0}}});
}

/// Whether each element of x, of rank 1, differs from zero: 1 or 0.
value_id nonzero_flags(expansion& e, value_id x) {
    if (e.type(x) == dtype::boolean) return as_number(e, x);
    return as_number(e, e.add("Not", {e.add("Equal", {x, e.number(e.type(x), 0)})}));
}

/// `rows` elements of x, of rank 1, with zeros after its own.
value_id filled(expansion& e, value_id x, std::int64_t rows) {
    const std::int64_t missing = rows - e.dims(x)[0];
    if (missing <= 0) return x;
    check_size(e, {missing});
    const std::vector<double> zeros(static_cast<std::size_t>(missing), 0);
    const value_id rest = e.constant(make_tensor(e.type(x), {missing}, zeros));
    return e.add("Concat", {x, rest}, {{"axis", std::int64_t{0}}});
}

/// Places in x, of rank 1, of its largest or smallest elements, in order; of equal ones the first
/// comes first.
value_id order_of(expansion& e, value_id x, std::int64_t rows, bool largest) {
    const std::int64_t k = std::min(rows, e.dims(x)[0]);
    const value_id places =
        e.add("tigris.TopKIndices", {x},
              {{"axis", std::int64_t{0}}, {"k", k}, {"largest", std::int64_t{largest}}});
    return filled(e, places, rows);
}

/// How many `flags` are 1, but at most `rows`, as [1].
value_id count_of(expansion& e, value_id flags, std::int64_t rows) {
    const value_id count = e.add("Cast", {sum_along(e, flags, 0)}, to_i64);
    return e.add("Min", {reshaped(e, count, {1}), e.integers({rows})});
}

/// Which of `rows` rows are no fill.
value_id valid_rows(expansion& e, value_id count, std::int64_t rows) {
    return e.add("Less", {counted(e, rows, {rows}), count});
}

/// Zero where a row is fill.
value_id without_fill(expansion& e, value_id valid, value_id x) {
    return e.add("Where", {valid, x, e.number(e.type(x), 0)});
}

/// Coordinates [rank, rows] of places in a tensor of these extents.
value_id coordinates(expansion& e, value_id places, const extents& dims, std::int64_t rows) {
    std::vector<value_id> lines;
    std::int64_t stride = element_count(dims);
    for (const std::int64_t extent : dims) {
        stride /= extent;
        const value_id line = e.add("Div", {places, e.integers({stride})});
        lines.push_back(reshaped(e, e.add("Mod", {line, e.integers({extent})}), {1, rows}));
    }
    return lines.size() == 1 ? lines[0] : e.add("Concat", lines, {{"axis", std::int64_t{0}}});
}

/// The places of what is not zero are the first ones of the flags in descending order.
bool expand_non_zero(expansion& e) {
    const value_id x = e.input(0);
    if (e.is_constant(x) && !find_attribute<std::int64_t>(e.at, bound_attribute)) return false;
    const std::int64_t rows = bound_of(e);
    const extents dims = e.dims(x);
    if (dims.empty())
        fail_unsupported(e.at, "its input is a scalar", "compare it with zero instead");
    const value_id flags = nonzero_flags(e, reshaped(e, x, {element_count(dims)}));
    const value_id count = count_of(e, flags, rows);
    const value_id places =
        without_fill(e, valid_rows(e, count, rows), order_of(e, flags, rows, true));
    e.give(0, coordinates(e, places, dims, rows));
    e.give(traits_of(e.source(), e.at).count_output, count);
    return true;
}

void check_unique(const expansion& e, std::int64_t size) {
    constexpr std::int64_t most = 256;
    const bool has_axis = find_attribute<std::int64_t>(e.at, "axis").has_value();
    if (has_axis && e.dims(e.input(0)).size() != 1)
        fail_unsupported(e.at, "it compares slices along an axis",
                         "only single elements are compared: leave axis out");
    if (size > most)
        fail_unsupported(e.at, fmt::format("it compares {} elements, each with each", size),
                         fmt::format("at most {} are supported", most));
}

/// All pairs of `size` elements. Element [i, j] of a table is about elements i and j.
struct element_pairs {
    std::int64_t size = 0;
    value_id rows = absent;       // element i, [size, 1]
    value_id columns = absent;    // element j, [1, size]
    value_id are_equal = absent;  // whether the elements are equal, [size, size]
    value_id is_before = absent;  // whether j < i, [size, size]
};

element_pairs pairs_of(expansion& e, value_id x, std::int64_t size) {
    element_pairs p{.size = size};
    p.rows = reshaped(e, x, {size, 1});
    p.columns = reshaped(e, x, {1, size});
    p.are_equal = e.add("Equal", {p.rows, p.columns});
    const value_id numbers = counted(e, size, {size});
    p.is_before = e.add("Less", {reshaped(e, numbers, {1, size}), reshaped(e, numbers, {size, 1})});
    return p;
}

/// Whether each element is the first of those that equal it.
value_id first_copies(expansion& e, const element_pairs& p) {
    const value_id is_copy = e.add("And", {p.are_equal, p.is_before});
    const value_id copies = sum_along(e, as_number(e, is_copy), 1);
    return e.add("Equal", {copies, e.number(dtype::i32, 0)});
}

/// How many of the `first` elements come before each element: by value, or by place.
value_id ranks_of(expansion& e, const element_pairs& p, value_id first) {
    const bool is_sorted = integer_attribute(e.at, "sorted", 1) != 0;
    const value_id is_less = is_sorted ? e.add("Less", {p.columns, p.rows}) : p.is_before;
    const value_id counts_first = e.add("And", {is_less, reshaped(e, first, {1, p.size})});
    return sum_along(e, as_number(e, counts_first), 1);
}

const attribute_map along_first_axis{{"axis", std::int64_t{0}}};

/// For each element of the input, the place in the result of the element that equals it.
value_id places_in_result(expansion& e, const element_pairs& p, value_id rank) {
    const value_id twin = e.add("ArgMax", {as_number(e, p.are_equal)},
                                {{"axis", std::int64_t{1}}, {"keepdims", std::int64_t{0}}});
    return e.add("Cast", {e.add("Gather", {rank, twin}, along_first_axis)}, to_i64);
}

/// How many elements equal each element, as int64.
value_id counts_of_copies(expansion& e, const element_pairs& p) {
    return e.add("Cast", {sum_along(e, as_number(e, p.are_equal), 1)}, to_i64);
}

/// Expands Unique: compares all pairs of elements for equal and for smaller.
bool expand_unique(expansion& e) {
    const std::int64_t rows = bound_of(e), size = element_count(e.dims(e.input(0)));
    check_unique(e, size);
    const value_id x = reshaped(e, e.input(0), {size});
    const element_pairs pairs = pairs_of(e, x, size);
    const value_id first = first_copies(e, pairs), flags = as_number(e, first);
    const value_id rank = ranks_of(e, pairs, first);
    const value_id last = e.number(dtype::i32, static_cast<double>(size));
    const value_id key = e.add("Where", {first, rank, last});
    const value_id count = count_of(e, flags, rows), valid = valid_rows(e, count, rows);
    const value_id places = without_fill(e, valid, order_of(e, key, rows, false));
    const auto gathered = [&](value_id from) {
        return without_fill(e, valid, e.add("Gather", {from, places}, along_first_axis));
    };
    e.give(0, gathered(x));
    e.give(1, places);
    if (e.wants_output(2)) e.give(2, places_in_result(e, pairs, rank));
    if (e.wants_output(3)) e.give(3, gathered(counts_of_copies(e, pairs)));
    e.give(traits_of(e.source(), e.at).count_output, count);
    return true;
}

/// One row for each axis, one column for each element that is not zero.
shared_tensor evaluate_non_zero(const constant_node& n) {
    const tensor_data& x = n.input(0);
    const std::vector<double> numbers = numbers_of(x);
    const std::int64_t count = n.dims()[1];
    std::vector<std::int64_t> places(static_cast<std::size_t>(element_count(n.dims())));
    std::size_t element = 0, column = 0;
    for_each_position(x.dims, [&](const extents& at) {
        if (numbers[element++] == 0) return;
        for (std::size_t axis = 0; axis < at.size(); ++axis)
            places[axis * static_cast<std::size_t>(count) + column] = at[axis];
        ++column;
    });
    return tensor_of(tigris::dtype::i64, n.dims(), places);
}

}  // namespace

namespace operators {

operator_entries non_zero_and_unique_operators() {
    return {
        {.type = "NonZero",
         .versions = {{.since = {9, 13}}},
         .shape = shape_non_zero,
         .expand = expand_non_zero,
         .evaluate = evaluate_non_zero,
         .traits = {.count_output = 1}},
        {.type = "Unique",
         .versions = {{.since = {11},
                       .outputs = 4,
                       .attributes = {integer("axis"), flag("sorted")}}},
         .expand = expand_unique,
         .traits = {.count_output = 4}},
    };
}

}  // namespace operators

}  // namespace onnx2hpp
