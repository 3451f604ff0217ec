// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/attributes.hpp>
#include <onnx2hpp/diagnostic.hpp>
#include <onnx2hpp/expand/parts.hpp>
#include <onnx2hpp/expand/rules.hpp>

#include <algorithm>

namespace onnx2hpp {
namespace {

/// Swaps batch and the axis before it, where layout says that the batch comes first.
value_id batch_second(expansion& e, value_id v, bool is_batch_first) {
    return v == absent || !is_batch_first ? v : transposed(e, v, {1, 0, 2});
}

/// Whether all sequences have all steps.
bool are_complete(const expansion& e, value_id lengths, std::int64_t steps) {
    if (lengths == absent) return true;
    if (!e.is_constant(lengths)) return false;
    const std::vector<std::int64_t> numbers = integers_of(*e.of(lengths).constant);
    return std::all_of(numbers.begin(), numbers.end(),
                       [steps](std::int64_t number) { return number == steps; });
}

/// Parts [first, last) of the result, along its first axis.
value_id parts_of(expansion& e, value_id all, std::int64_t first, std::int64_t last) {
    if (first == 0 && last == e.dims(all)[0]) return all;
    return e.add("Slice", {all, e.integers({first}), e.integers({last}), e.integers({0})});
}

/// The states of all steps: [steps, directions, batch, hidden].
void give_steps(expansion& e, value_id steps, bool is_batch_first) {
    e.give(0, is_batch_first ? transposed(e, steps, {2, 0, 1, 3}) : steps);
}

/// A last state: [directions, batch, hidden].
void give_last(expansion& e, std::size_t output, value_id part, bool is_batch_first) {
    const value_id state = e.add("Squeeze", {part, e.integers({0})});
    e.give(output, batch_second(e, state, is_batch_first));
}

/// The node with one result that holds all outputs, one behind the other.
value_id add_parts(expansion& e, bool is_batch_first, const extents& gives) {
    const value_id x = batch_second(e, e.input(0), is_batch_first);
    if (e.dims(x).size() != 3) fail_bad_input(e.at, "its input does not have 3 axes");
    const value_id lengths = are_complete(e, e.input(4), e.dims(x)[0]) ? absent : e.input(4);
    attribute_map attributes = e.at.attributes;
    attributes.erase("layout");
    attributes["gives"] = gives;
    return e.add(e.at.op_type + "Parts",
                 {x, e.input(1), e.input(2), e.input(3), lengths,
                  batch_second(e, e.input(5), is_batch_first),
                  batch_second(e, e.input(6), is_batch_first), e.input(7)},
                 attributes);
}

}  // namespace

bool expand_recurrent(expansion& e) {
    const bool is_batch_first = integer_attribute(e.at, "layout", 0) != 0;
    const extents gives{e.wants_output(0), e.wants_output(1), e.wants_output(2)};
    if (gives == extents{0, 0, 0}) return true;
    const value_id all = add_parts(e, is_batch_first, gives);
    std::int64_t first = e.dims(all)[0] - gives[1] - gives[2];
    if (gives[0]) give_steps(e, parts_of(e, all, 0, first), is_batch_first);
    for (const std::size_t output : {std::size_t{1}, std::size_t{2}})
        if (gives[output]) {
            give_last(e, output, parts_of(e, all, first, first + 1), is_batch_first);
            ++first;
        }
    return true;
}

}  // namespace onnx2hpp
