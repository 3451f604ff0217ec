// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/attributes.hpp>
#include <onnx2hpp/diagnostic.hpp>
#include <onnx2hpp/expand/common_values.hpp>
#include <onnx2hpp/expand/expansion.hpp>
#include <onnx2hpp/onnx/extents.hpp>
#include <onnx2hpp/onnx/operator_entry.hpp>
#include <onnx2hpp/operators/indexing/indices.hpp>

#include <fmt/format.h>

#include <utility>

namespace onnx2hpp {
namespace {

/// The step of time that a place of each sequence shows: lengths [batch], result [batch, times].
value_id reversed_times(expansion& e, value_id lengths, std::int64_t batch, std::int64_t times) {
    const value_id time = counted(e, times, {1, times}), length = reshaped(e, lengths, {batch, 1});
    const value_id is_inside = e.add("Less", {time, length});
    const value_id last = e.add("Sub", {length, integer_constant(e, 1)});
    return e.add("Where", {is_inside, e.add("Sub", {last, time}), time});
}

void check_sequences(const expansion& e, const extents& dims, std::int64_t batch_axis,
                     std::int64_t time_axis) {
    const bool fits = dims.size() >= 2 && batch_axis + time_axis == 1 && batch_axis >= 0 &&
                      batch_axis <= 1 &&
                      e.dims(e.input(1)) == extents{dims[static_cast<std::size_t>(batch_axis)]};
    if (!fits)
        fail_bad_input(
            e.at, fmt::format("lengths of shape {}, batch_axis {} and time_axis {} do "
                              "not fit shape {}",
                              to_text(e.dims(e.input(1))), batch_axis, time_axis, to_text(dims)));
}

/// Axes 0 and 1 exchanged.
value_id swapped(expansion& e, value_id x) {
    extents perm = e.all_axes(e.dims(x).size());
    std::swap(perm[0], perm[1]);
    return transposed(e, x, perm);
}

bool expand_reverse_sequence(expansion& e) {
    const std::int64_t batch_axis = integer_attribute(e.at, "batch_axis", 1);
    check_sequences(e, e.dims(e.input(0)), batch_axis, integer_attribute(e.at, "time_axis", 0));
    const value_id x = batch_axis == 0 ? e.input(0) : swapped(e, e.input(0));
    const std::int64_t batch = e.dims(x)[0], times = e.dims(x)[1];
    const value_id shown =
        reshaped(e, reversed_times(e, e.input(1), batch, times), {batch, times, 1});
    const value_id y = e.add("GatherND", {x, shown}, {{"batch_dims", std::int64_t{1}}});
    e.give(0, batch_axis == 0 ? y : swapped(e, y));
    return true;
}

}  // namespace

namespace operators {

operator_entries reverse_sequence_operators() {
    return {
        {.type = "ReverseSequence",
         .versions = {{.since = {10},
                       .inputs = {2, 2},
                       .attributes = {integer("batch_axis"), integer("time_axis")}}},
         .expand = expand_reverse_sequence},
    };
}

}  // namespace operators

}  // namespace onnx2hpp
