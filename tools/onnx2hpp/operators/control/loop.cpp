// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/diagnostic.hpp>
#include <onnx2hpp/expand/expansion.hpp>
#include <onnx2hpp/expand/repeated.hpp>
#include <onnx2hpp/onnx/operator_entry.hpp>

#include <fmt/format.h>

namespace onnx2hpp {
namespace {

using tigris::dtype;

/// Two inputs say how often, the others are carried.
void check_counts(const node& n) {
    const std::size_t inputs = n.inputs.size(), outputs = n.outputs.size();
    const bool fits = inputs >= 2 && outputs + 2 >= inputs && n.body->inputs.size() == inputs &&
                      n.body->outputs.size() == outputs + 1;
    if (!fits)
        fail_bad_input(n,
                       fmt::format("{} inputs and {} outputs do not fit a body of {} inputs "
                                   "and {} outputs",
                                   inputs, outputs, n.body->inputs.size(), n.body->outputs.size()));
    for (std::size_t i = 2; i < inputs; ++i)
        if (!has_input(n, i)) fail_bad_input(n, fmt::format("input {} is missing", i));
}

repeated repeated_of(const expansion& e) {
    check_counts(e.at);
    repeated loop{.body = *e.at.body};
    loop.carried.assign(e.at.inputs.begin() + 2, e.at.inputs.end());
    loop.stacked = e.at.outputs.size() - loop.carried.size();
    if (e.has_input(0))
        loop.most_iterations = single_constant(e, e.input(0), dtype::i64, "trip count");
    if (e.has_input(1))
        loop.begins = single_constant(e, e.input(1), dtype::boolean, "condition") != 0;
    return loop;
}

/// Source: ONNX Loop-25.
bool expand_loop(expansion& e) {
    const std::vector<value_id> outputs = outputs_of(e, repeated_of(e));
    for (std::size_t i = 0; i < outputs.size(); ++i)
        if (e.wants_output(i)) e.give(i, outputs[i]);
    return true;
}

}  // namespace

namespace operators {

operator_entries loop_operators() {
    return {
        {.type = "Loop",
         .versions = {{.since = {1, 11, 13, 16, 19, 21, 23, 24, 25},
                       .inputs = {0, any_number},
                       .outputs = any_number}},
         .expand = expand_loop,
         .traits = {.takes_any_type = true,
                    .has_own_types = true,
                    .keeps_unread_outputs = true,
                    .may_lack_first_output = true}},
    };
}

}  // namespace operators

}  // namespace onnx2hpp
