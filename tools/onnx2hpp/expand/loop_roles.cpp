// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/expand/loop_roles.hpp>

#include <onnx2hpp/attributes.hpp>

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

namespace onnx2hpp {
namespace {

using value_set = std::unordered_set<value_id>;

/// The value of the body that a chain of copies begins with.
value_id original(const subgraph& body, value_id v) {
    for (auto n = body.nodes.rbegin(); n != body.nodes.rend(); ++n)
        if (n->op_type == "Identity" && n->outputs[0] == v) v = n->inputs[0];
    return v;
}

value_set made_in(const subgraph& body) {
    value_set made(body.inputs.begin(), body.inputs.end());
    for (const node& n : body.nodes) made.insert(n.outputs.begin(), n.outputs.end());
    return made;
}

/// Finds which values count: those made of the iteration's number, of constants, and of what is
/// carried, is no float and goes on as such a value.
class counting_values {
public:
    counting_values(const expansion& e, const repeated& loop)
        : e(e), loop(loop), made(made_in(loop.body)) {
        for (std::size_t k = 0; k < loop.carried.size(); ++k)
            if (e.is_constant(loop.carried[k]) && e.type(loop.carried[k]) != tigris::dtype::f32)
                carried.insert(k);
        while (!is_stable()) {
        }
    }

    bool contains(value_id v) const {
        return v == absent || counting.contains(v) || (!made.contains(v) && e.is_constant(v));
    }
    bool contains(const node& n) const {
        return n.branches.empty() && std::all_of(n.inputs.begin(), n.inputs.end(),
                                                 [&](value_id v) { return contains(v); });
    }

    std::set<std::size_t> carried;

private:
    bool is_stable() {
        counting = {loop.body.inputs[0], loop.body.inputs[1]};
        for (const std::size_t k : carried) counting.insert(loop.body.inputs[2 + k]);
        for (const node& n : loop.body.nodes)
            if (contains(n)) counting.insert(n.outputs.begin(), n.outputs.end());
        return std::erase_if(carried, [&](std::size_t k) {
                   return !contains(loop.body.outputs[1 + k]);
               }) == 0;
    }

    const expansion& e;
    const repeated& loop;
    const value_set made;
    value_set counting;
};

/// Whether a node takes a part of something from outside, at a place that counts.
bool takes_part(const value_set& made, const counting_values& counting, const node& n) {
    return n.op_type == "Gather" && n.branches.empty() && has_input(n, 0) && has_input(n, 1) &&
           !made.contains(n.inputs[0]) && !counting.contains(n) && counting.contains(n.inputs[1]);
}

using value_map = std::unordered_map<value_id, value_id>;

/// Marks carried values that the body gives back as they came. Returns what these are outside, by
/// the body's inputs.
value_map find_kept(const repeated& loop, loop_roles& roles) {
    const subgraph& body = loop.body;
    value_map outside;
    for (std::size_t k = 0; k < loop.carried.size(); ++k) {
        if (original(body, body.outputs[1 + k]) != body.inputs[2 + k]) continue;
        roles.kept.insert(k);
        outside[body.inputs[2 + k]] = loop.carried[k];
    }
    return outside;
}

/// Gives the cell all that is carried, and the counts what counts, with iteration and condition.
void set_edges(const subgraph& body, loop_roles& roles) {
    roles.counts.inputs = {body.inputs[0], body.inputs[1]};
    roles.counts.outputs = {body.outputs[0]};
    roles.cell.inputs.assign(body.inputs.begin() + 2, body.inputs.end());
    roles.cell.outputs.assign(body.outputs.begin() + 1, body.outputs.end());
    for (const std::size_t k : roles.counting) {
        roles.counts.inputs.push_back(body.inputs[2 + k]);
        roles.counts.outputs.push_back(body.outputs[1 + k]);
    }
}

/// Makes what Gather n takes an input of the cell; the counts make its place.
void add_part(const node& n, loop_roles& roles) {
    roles.parts.push_back(
        {n.inputs[0], n.inputs[1], n.outputs[0], integer_attribute(n, "axis", 0)});
    roles.counts.outputs.push_back(n.inputs[1]);
    roles.cell.inputs.push_back(n.outputs[0]);
}

/// What the counts read in an iteration.
std::vector<value_id> inputs_of_counts(expansion& e, const repeated& loop, std::int64_t iteration,
                                       const std::vector<value_id>& carried) {
    std::vector<value_id> inputs{iteration_number(e, loop, iteration), true_condition(e, loop)};
    inputs.insert(inputs.end(), carried.begin(), carried.end());
    return inputs;
}

/// Adds an iteration's place of each part, from the constants that `next` leads to. False where
/// one is no scalar.
bool add_places(const expansion& e, std::vector<value_id>::const_iterator next,
                std::vector<extents>& places) {
    bool are_known = true;
    for (extents& of_part : places) {
        const tensor_data& place = *e.of(*next++).constant;
        are_known = are_known && place.dims.empty();
        of_part.push_back(are_known ? integers_of(place)[0] : 0);
    }
    return are_known;
}

}  // namespace

loop_roles roles_of(const expansion& e, const repeated& loop) {
    const counting_values counting(e, loop);
    loop_roles roles{.counting = counting.carried};
    const value_set made = made_in(loop.body);
    const value_map outside = find_kept(loop, roles);
    set_edges(loop.body, roles);
    for (node n : loop.body.nodes) {
        const auto known = outside.find(n.inputs.empty() ? absent : n.inputs[0]);
        if (known != outside.end() && n.op_type == "Gather") n.inputs[0] = known->second;
        if (takes_part(made, counting, n))
            add_part(n, roles);
        else
            (counting.contains(n) ? roles.counts : roles.cell).nodes.push_back(n);
    }
    return roles;
}

std::optional<loop_counts> counts_of(expansion& e, const repeated& loop, const loop_roles& roles) {
    loop_counts counts{.places = std::vector<extents>(roles.parts.size())};
    std::vector<value_id> carried;
    for (const std::size_t k : roles.counting) carried.push_back(loop.carried[k]);
    const expansion::mark before = e.here();
    bool goes_on = loop.begins, is_known = true;
    while (goes_on && is_known && counts.iterations < loop.most_iterations) {
        const std::vector<value_id> made =
            e.run(roles.counts, inputs_of_counts(e, loop, counts.iterations, carried));
        check_copies(e, loop, ++counts.iterations);
        is_known =
            std::all_of(made.begin(), made.end(), [&](value_id v) { return e.is_constant(v); });
        if (!is_known) break;
        goes_on = single_constant(e, made[0], tigris::dtype::boolean, "condition") != 0;
        const auto first_place = made.begin() + 1 + std::ssize(carried);
        carried.assign(made.begin() + 1, first_place);
        is_known = add_places(e, first_place, counts.places);
    }
    for (const value_id v : carried) counts.last.push_back(e.of(v).constant);
    e.forget_since(before);
    if (!is_known || counts.iterations == 0) return {};
    return counts;
}

}  // namespace onnx2hpp
