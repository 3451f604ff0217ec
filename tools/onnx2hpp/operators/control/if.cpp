// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/diagnostic.hpp>
#include <onnx2hpp/expand/common_values.hpp>
#include <onnx2hpp/expand/expansion.hpp>
#include <onnx2hpp/onnx/choosing_branches.hpp>
#include <onnx2hpp/onnx/element_types.hpp>
#include <onnx2hpp/onnx/extents.hpp>
#include <onnx2hpp/onnx/operator_entry.hpp>

#include <fmt/format.h>

namespace onnx2hpp {
namespace {

void check_condition(const expansion& e) {
    const value& condition = e.of(e.input(0));
    if (condition.type != tigris::dtype::boolean || element_count(condition.dims) != 1)
        fail_bad_input(e.at, "its condition is not one bool");
}

std::string described(const expansion& e, value_id v) {
    return fmt::format("{} of shape {}", name_of(e.type(v)), to_text(e.dims(v)));
}

/// Computes both branches and takes one result at run time.
value_id selected(expansion& e, value_id then, value_id otherwise) {
    if (e.dims(then) != e.dims(otherwise) || e.type(then) != e.type(otherwise))
        fail_unsupported(
            e.at,
            fmt::format("its condition is computed at run time, and its branches differ: {} where "
                        "it is true, {} where it is false",
                        described(e, then), described(e, otherwise)),
            fmt::format("{0}, and --if {1}=then or --if {1}=else takes one branch",
                        way_to_choose(e.source(), e.input(0)), e.at.name));
    return e.add("Where", {reshaped(e, e.input(0), {}), then, otherwise});
}

/// Inputs: the condition, results of one branch, results of the other (load/flatten.hpp).
bool expand_if(expansion& e) {
    check_condition(e);
    const std::size_t count = e.at.outputs.size();
    const auto& known = e.of(e.input(0)).constant;
    for (std::size_t i = 0; i < count; ++i) {
        if (!e.wants_output(i)) continue;
        const value_id then = e.input(1 + i), otherwise = e.input(1 + count + i);
        if (known)
            e.give(i, known->bytes[0] != std::byte{0} ? then : otherwise);
        else
            e.give(i, selected(e, then, otherwise));
    }
    return true;
}

}  // namespace

namespace operators {

operator_entries if_operators() {
    return {
        {.type = "If",
         .versions = {{.since = {1, 11, 13, 16, 19, 21, 23, 24, 25},
                       .inputs = {1, any_number},
                       .outputs = any_number}},
         .expand = expand_if,
         .traits = {.takes_any_type = true,
                    .has_own_types = true,
                    .chooses_branch = true,
                    .keeps_unread_outputs = true}},
    };
}

}  // namespace operators

}  // namespace onnx2hpp
