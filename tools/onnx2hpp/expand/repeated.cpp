// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/expand/repeated.hpp>

#include <onnx2hpp/diagnostic.hpp>
#include <onnx2hpp/expand/recurrent_loop.hpp>
#include <onnx2hpp/onnx/choosing_branches.hpp>
#include <onnx2hpp/onnx/element_types.hpp>
#include <onnx2hpp/onnx/extents.hpp>
#include <onnx2hpp/renumbering.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace onnx2hpp {
namespace {

using tigris::dtype;
using parts_of_outputs = std::vector<std::vector<value_id>>;

constexpr std::size_t most_copies = std::size_t{1} << 18;
constexpr std::size_t most_repeated_nodes = std::size_t{1} << 14;

extents one_of_rank(const expansion& e, value_id declared) {
    return extents(e.dims(declared).empty() ? 0 : 1, 1);
}

void check_type(const expansion& e, std::size_t output, value_id first, value_id next) {
    if (e.type(first) != e.type(next))
        fail_bad_input(e.at, fmt::format("output {} begins as {} and goes on as {}", output,
                                         name_of(e.type(first)), name_of(e.type(next))));
}

void keep_part(const expansion& e, std::size_t output, value_id part,
               std::vector<value_id>& parts) {
    if (!parts.empty()) check_type(e, output, parts[0], part);
    if (!parts.empty() && e.dims(parts[0]) != e.dims(part))
        fail_bad_input(e.at, fmt::format("parts of output {} have shapes {} and {}", output,
                                         to_text(e.dims(parts[0])), to_text(e.dims(part))));
    parts.push_back(part);
}

/// Takes over what an iteration made.
void take(const expansion& e, repeated& loop, const std::vector<value_id>& made,
          parts_of_outputs& parts) {
    const std::size_t carried = loop.carried.size();
    for (std::size_t k = 0; k < carried; ++k) {
        check_type(e, k, loop.carried[k], made[1 + k]);
        loop.carried[k] = made[1 + k];
    }
    for (std::size_t k = 0; k < loop.stacked; ++k)
        if (e.wants_output(carried + k)) keep_part(e, carried + k, made[1 + carried + k], parts[k]);
}

/// The parts of each stacked output; the last values of what is carried replace the first ones.
parts_of_outputs unroll(expansion& e, repeated& loop) {
    parts_of_outputs parts(loop.stacked);
    bool goes_on = loop.begins;
    for (std::int64_t i = 0; goes_on && i < loop.most_iterations; ++i) {
        std::vector<value_id> inputs{iteration_number(e, loop, i), true_condition(e, loop)};
        inputs.insert(inputs.end(), loop.carried.begin(), loop.carried.end());
        const std::vector<value_id> made = e.run(loop.body, inputs);
        check_copies(e, loop, i + 1);
        take(e, loop, made, parts);
        goes_on = single_constant(e, made[0], dtype::boolean, "condition") != 0;
    }
    return parts;
}

[[noreturn]] void fail_empty(const expansion& e, std::size_t output) {
    fail_unsupported(e.at, fmt::format("it runs no iteration, so its output {} is empty", output),
                     "empty tensors have no use at run time");
}

}  // namespace

value_id stacked(expansion& e, std::vector<value_id> parts) {
    for (value_id& part : parts) part = e.add("Unsqueeze", {part, e.integers({0})});
    return parts.size() == 1 ? parts[0] : e.add("Concat", parts, {{"axis", std::int64_t{0}}});
}

std::vector<value_id> outputs_of(expansion& e, const repeated& loop) {
    if (const auto recurrent = recurrent_outputs_of(e, loop)) return *recurrent;
    repeated unrolled = loop;
    const parts_of_outputs parts = unroll(e, unrolled);
    std::vector<value_id> outputs = unrolled.carried;
    for (std::size_t k = 0; k < parts.size(); ++k) {
        const std::size_t output = outputs.size();
        if (e.wants_output(output) && parts[k].empty()) fail_empty(e, output);
        outputs.push_back(e.wants_output(output) ? stacked(e, parts[k]) : absent);
    }
    return outputs;
}

value_id iteration_number(expansion& e, const repeated& loop, std::int64_t iteration) {
    const extents dims = one_of_rank(e, loop.body.inputs[0]);
    return e.constant(tensor_of<std::int64_t>(dtype::i64, dims, {iteration}));
}

value_id true_condition(expansion& e, const repeated& loop) {
    const extents dims = one_of_rank(e, loop.body.inputs[1]);
    return e.constant(tensor_of<std::uint8_t>(dtype::boolean, dims, {1}));
}

std::int64_t single_constant(const expansion& e, value_id v, dtype type, const std::string& what) {
    if (e.type(v) != type || element_count(e.dims(v)) != 1)
        fail_bad_input(e.at, fmt::format("its {} is not one {}", what, name_of(type)));
    if (!e.is_constant(v))
        fail_unsupported(
            e.at, fmt::format("its {} {} is computed at run time", what, in_quotes(e.of(v).name)),
            way_to_choose(e.source(), v, what));
    return integers_of(*e.of(v).constant)[0];
}

void check_copies(const expansion& e, const repeated& loop, std::int64_t iterations) {
    const std::size_t copies = e.source().copied_nodes, nodes = e.source().nodes.size();
    if (copies <= most_copies && nodes <= most_repeated_nodes) return;
    const std::string most = loop.most_iterations == unlimited
                                 ? std::string("without a limit")
                                 : fmt::format("up to {} times", loop.most_iterations);
    fail_unsupported(e.at,
                     fmt::format("its body of {} nodes runs {}; after {} iterations the model has "
                                 "{} nodes, and {} were unrolled (at most {} and {})",
                                 node_count(loop.body), most, iterations, nodes, copies,
                                 most_repeated_nodes, most_copies),
                     "use fewer iterations, or an operator that does the same, such as LSTM");
}

}  // namespace onnx2hpp
