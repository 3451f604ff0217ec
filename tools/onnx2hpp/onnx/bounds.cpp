// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/diagnostic.hpp>
#include <onnx2hpp/onnx/bounds.hpp>
#include <onnx2hpp/onnx/operator_table.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace onnx2hpp {
namespace {

const node* find_in_bodies(const std::vector<node>& nodes, const std::string& name) {
    for (const node& n : nodes) {
        if (n.name == name) return &n;
        if (const node* inner = n.body ? find_in_bodies(n.body->nodes, name) : nullptr)
            return inner;
    }
    return nullptr;
}

node& bounded_node(onnx_model& model, const std::string& name) {
    const auto found = std::find_if(model.nodes.begin(), model.nodes.end(),
                                    [&](const node& n) { return n.name == name; });
    const node* inner = found == model.nodes.end() ? find_in_bodies(model.nodes, name) : nullptr;
    if (inner)
        fail_unsupported(
            *inner, "--bound names it, but it is in the body of a loop and runs more than once",
            "move it out of the loop");
    if (found == model.nodes.end())
        fail_bad_input(fmt::format("--bound {}: the model has no such node", in_quotes(name)));
    if (traits_of(model, *found).count_output == 0)
        fail_bad_input(*found,
                       "--bound names it, but only NonMaxSuppression, NonZero and Unique have "
                       "bounds");
    return *found;
}

}  // namespace

void apply_bounds(onnx_model& model, const std::map<std::string, std::int64_t>& bounds) {
    for (const auto& [name, bound] : bounds) {
        node& n = bounded_node(model, name);
        n.attributes[bound_attribute] = bound;
        n.outputs.resize(traits_of(model, n).count_output, absent);
        n.outputs.push_back(static_cast<value_id>(model.values.size()));
        model.outputs.push_back(n.outputs.back());
        const auto first = std::find_if(n.outputs.begin(), n.outputs.end(),
                                        [](value_id v) { return v != absent; });
        const std::string counted = model.values[static_cast<std::size_t>(*first)].name + "_count";
        model.values.emplace_back().name = counted;
    }
}

}  // namespace onnx2hpp
