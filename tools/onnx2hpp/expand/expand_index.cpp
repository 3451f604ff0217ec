// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/attributes.hpp>
#include <onnx2hpp/diagnostic.hpp>
#include <onnx2hpp/expand/parts.hpp>
#include <onnx2hpp/expand/rules.hpp>
#include <onnx2hpp/onnx/extents.hpp>

#include <fmt/format.h>

#include <utility>

namespace onnx2hpp {
namespace {

using tigris::dtype;

value_id integer(expansion& e, std::int64_t number) {
    return e.number(dtype::i64, static_cast<double>(number));
}

/// The step of time that a place of each sequence shows: lengths [batch], result [batch, times].
value_id reversed_times(expansion& e, value_id lengths, std::int64_t batch, std::int64_t times) {
    const value_id time = counted(e, times, {1, times}), length = reshaped(e, lengths, {batch, 1});
    const value_id is_inside = e.add("Less", {time, length});
    const value_id last = e.add("Sub", {length, integer(e, 1)});
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

/// The coordinates of each run of an update: those of its own place but, along `axis`, where it is
/// written.
value_id places_of_updates(expansion& e, std::size_t axis, bool wraps) {
    const extents cache = e.dims(e.input(0)), update = e.dims(e.input(1));
    extents runs(update.begin(), update.begin() + static_cast<std::ptrdiff_t>(axis) + 1);
    runs.push_back(1);
    std::vector<value_id> coordinates;
    for (std::size_t k = 0; k <= axis; ++k) {
        extents line(runs.size(), 1);
        line[k] = runs[k];
        value_id own = counted(e, runs[k], line);
        if (k == axis && e.has_input(2)) {
            extents batch(runs.size(), 1);
            batch[0] = runs[0];
            own = e.add("Add", {own, reshaped(e, e.input(2), batch)});
        }
        if (k == axis && wraps) own = e.add("Mod", {own, integer(e, cache[axis])});
        coordinates.push_back(e.add("Expand", {own, e.integers(runs)}));
    }
    return e.add("Concat", coordinates, {{"axis", std::int64_t{-1}}});
}

void check_update(const expansion& e, std::size_t axis) {
    extents wanted = e.dims(e.input(0));
    const extents& update = e.dims(e.input(1));
    bool fits = axis > 0 && update.size() == wanted.size() && update[axis] <= wanted[axis];
    if (fits) wanted[axis] = update[axis];
    fits = fits && wanted == update;
    if (e.has_input(2)) fits = fits && e.dims(e.input(2)) == extents{wanted[0]};
    if (!fits)
        fail_bad_input(e.at, fmt::format("an update of shape {} does not fit a cache of shape {}",
                                         to_text(update), to_text(e.dims(e.input(0)))));
}

}  // namespace

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

/// Source: ONNX TensorScatter; the first axis is the batch.
bool expand_tensor_scatter(expansion& e) {
    const std::string mode = text_attribute(e.at, "mode", "linear");
    if (mode != "linear" && mode != "circular")
        fail_bad_input(e.at, fmt::format("mode {} does not exist", in_quotes(mode)));
    const std::size_t axis = e.axis(integer_attribute(e.at, "axis", -2), e.dims(e.input(0)).size());
    check_update(e, axis);
    const value_id places = places_of_updates(e, axis, mode == "circular");
    e.give(0, e.add("ScatterND", {e.input(0), places, e.input(1)}));
    return true;
}

/// Without indices nothing is replaced.
bool expand_scatter(expansion& e) {
    if (element_count(e.dims(e.input(1))) != 0) return false;
    e.give(0, e.input(0));
    return true;
}

}  // namespace onnx2hpp
