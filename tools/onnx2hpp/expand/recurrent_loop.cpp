// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/expand/recurrent_loop.hpp>

#include <onnx2hpp/diagnostic.hpp>
#include <onnx2hpp/expand/cell_reader.hpp>
#include <onnx2hpp/expand/common_values.hpp>
#include <onnx2hpp/expand/loop_roles.hpp>
#include <onnx2hpp/expand/recurrent_layer.hpp>

#include <algorithm>

namespace onnx2hpp {
namespace {

using forms = std::vector<std::optional<cell_form>>;

/// A cell has some 20 nodes, one written out gate by gate perhaps 60.
constexpr std::size_t most_nodes = 256;

bool may_be_recurrent(const subgraph& body) {
    const auto has_body = [](const node& n) { return n.body != nullptr; };
    const auto multiplies = [](const node& n) { return is_one_of(n, {"MatMul", "Gemm"}); };
    return body.nodes.size() <= most_nodes &&
           std::none_of(body.nodes.begin(), body.nodes.end(), has_body) &&
           std::any_of(body.nodes.begin(), body.nodes.end(), multiplies);
}

/// A step of the loop: what its inputs are and what it makes, all but the condition.
struct read_step {
    cell_atoms atoms;
    std::vector<int> carried;  // atoms, or -1 for what counts or is kept
    int x = 0;
    forms made;
};

/// The part of the only sequence that a step takes, in whatever nodes; or nothing.
std::optional<extents> dims_of_part(const expansion& e, const loop_roles& roles,
                                    const loop_counts& counts) {
    for (std::size_t p = 0; p < roles.parts.size(); ++p) {
        const taken_part &first = roles.parts[0], &part = roles.parts[p];
        if (part.from != first.from || part.axis != first.axis ||
            counts.places[p] != counts.places[0])
            return {};
    }
    if (roles.parts.empty()) return {};
    extents dims = e.dims(roles.parts[0].from);
    const std::size_t axis = e.axis(roles.parts[0].axis, dims.size());
    dims.erase(dims.begin() + static_cast<std::ptrdiff_t>(axis));
    return dims;
}

bool is_alike(const expansion& e, value_id a, value_id b) {
    return e.dims(a) == e.dims(b) && e.type(a) == e.type(b);
}

/// Runs the cell once, on values that nobody knows.
std::optional<read_step> read_once(expansion& e, const repeated& loop, const loop_roles& roles,
                                   const extents& part) {
    read_step step;
    cell_reader reader(e.source());
    std::vector<value_id> inputs = loop.carried;
    for (std::size_t k = 0; k < inputs.size(); ++k) {
        const bool is_kept = roles.kept.contains(k), counts = roles.counting.contains(k);
        if (!is_kept) inputs[k] = e.placeholder(e.type(inputs[k]), e.dims(inputs[k]));
        step.carried.push_back(is_kept || counts ? -1 : reader.add_input(inputs[k]));
    }
    const value_id x = e.placeholder(e.type(roles.parts[0].from), part);
    step.x = reader.add_input(x);
    inputs.resize(inputs.size() + roles.parts.size(), x);
    const std::size_t first = e.here().nodes;
    const std::vector<value_id> made = e.run(roles.cell, inputs);
    for (std::size_t i = first; i < e.source().nodes.size(); ++i) reader.read(e.source().nodes[i]);
    for (std::size_t k = 0; k < made.size(); ++k) {
        const bool is_state = k < step.carried.size() && step.carried[k] >= 0;
        if (is_state && !is_alike(e, made[k], inputs[k])) return {};
        step.made.push_back(reader.form_of(made[k]));
    }
    step.atoms = std::move(reader.atoms);
    return step;
}

/// Like read_once(), but leaves the model as it is. What cannot be said of a step without its
/// number is no recurrent layer.
std::optional<read_step> read(expansion& e, const repeated& loop, const loop_roles& roles,
                              const extents& part) {
    const expansion::mark before = e.here();
    std::optional<read_step> step;
    try {
        step = read_once(e, loop, roles, part);
    } catch (const failure&) {
    }
    e.forget_since(before);
    return step;
}

/// A cell, and which carried values are its states; c is -1 where it has none.
struct found_cell {
    recurrent_cell cell;
    int h = 0, c = -1;
    cell_form next_h;
    std::optional<cell_form> next_c{};
};

std::optional<found_cell> cell_with(const read_step& step, std::size_t h) {
    const cell_step plain{step.x, step.carried[h], *step.made[h]};
    const int number = static_cast<int>(h);
    if (const auto cell = gru_of(step.atoms, plain))
        return found_cell{*cell, number, -1, plain.next_h};
    if (const auto cell = rnn_of(step.atoms, plain))
        return found_cell{*cell, number, -1, plain.next_h};
    for (std::size_t c = 0; c < step.carried.size(); ++c) {
        if (c == h || step.carried[c] < 0 || !step.made[c]) continue;
        const auto cell = lstm_of(step.atoms, {plain, step.carried[c], *step.made[c]});
        if (cell)
            return found_cell{*cell, number, static_cast<int>(c), plain.next_h, *step.made[c]};
    }
    return {};
}

std::optional<found_cell> cell_of(const read_step& step) {
    for (std::size_t h = 0; h < step.carried.size(); ++h)
        if (step.carried[h] >= 0 && step.made[h])
            if (const auto found = cell_with(step, h)) return found;
    return {};
}

/// What each output is: a last state, all states, what counting came to, or what is kept.
enum class loop_result { unwanted, last_h, last_c, all_h, counted, kept };

std::optional<loop_result> result_of(const expansion& e, const loop_roles& roles,
                                     const read_step& step, const found_cell& found,
                                     std::size_t output) {
    const bool is_carried = output < step.carried.size();
    if (!e.wants_output(output)) return loop_result::unwanted;
    if (roles.kept.contains(output)) return loop_result::kept;
    if (roles.counting.contains(output)) return loop_result::counted;
    if (step.made[output] == found.next_h)
        return is_carried ? loop_result::last_h : loop_result::all_h;
    if (is_carried && found.next_c && step.made[output] == found.next_c) return loop_result::last_c;
    return {};
}

class layer_writer {
public:
    layer_writer(expansion& e, const repeated& loop, const loop_roles& roles,
                 const loop_counts& counts, const found_cell& found)
        : e(e), loop(loop), roles(roles), counts(counts), found(found) {}

    std::vector<value_id> outputs(const std::vector<loop_result>& results) {
        const auto wants = [&](loop_result r) {
            return std::find(results.begin(), results.end(), r) != results.end();
        };
        made = layer(
            {wants(loop_result::all_h), wants(loop_result::last_h), wants(loop_result::last_c)});
        std::vector<value_id> given;
        for (std::size_t i = 0; i < results.size(); ++i) given.push_back(given_as(results[i], i));
        return given;
    }

private:
    value_id state(int number) const { return loop.carried[static_cast<std::size_t>(number)]; }

    std::vector<value_id> layer(const std::vector<bool>& wanted) {
        if (std::count(wanted.begin(), wanted.end(), true) == 0) return {absent, absent, absent};
        const taken_part& part = roles.parts[0];
        const std::size_t axis = e.axis(part.axis, e.dims(part.from).size());
        return add_layer(e,
                         {.cell = found.cell,
                          .x = sequence(e, part.from, axis, counts.places[0]),
                          .first_h = state(found.h),
                          .first_c = found.c < 0 ? absent : state(found.c),
                          .hidden = found.next_h.width},
                         wanted);
    }

    value_id given_as(loop_result r, std::size_t output) {
        const extents state_dims = e.dims(state(found.h));
        extents all_dims = state_dims;
        all_dims.insert(all_dims.begin(), counts.iterations);
        switch (r) {
            case loop_result::last_h: return reshaped(e, made[1], state_dims);
            case loop_result::last_c: return reshaped(e, made[2], state_dims);
            case loop_result::all_h: return reshaped(e, made[0], all_dims);
            case loop_result::counted: return counted(output);
            case loop_result::kept: return loop.carried[output];
            default: return absent;
        }
    }

    value_id counted(std::size_t output) {
        const auto place = std::distance(roles.counting.begin(), roles.counting.find(output));
        return e.constant(counts.last[static_cast<std::size_t>(place)]);
    }

    expansion& e;
    const repeated& loop;
    const loop_roles& roles;
    const loop_counts& counts;
    const found_cell& found;
    std::vector<value_id> made{};
};

}  // namespace

std::optional<std::vector<value_id>> recurrent_outputs_of(expansion& e, const repeated& loop) {
    if (!may_be_recurrent(loop.body)) return {};
    const loop_roles roles = roles_of(e, loop);
    const auto counts = counts_of(e, loop, roles);
    const auto part = counts ? dims_of_part(e, roles, *counts) : std::nullopt;
    const auto step = part ? read(e, loop, roles, *part) : std::nullopt;
    const auto found = step ? cell_of(*step) : std::nullopt;
    if (!found) return {};
    std::vector<loop_result> results;
    for (std::size_t output = 0; output < e.at.outputs.size(); ++output) {
        const auto known = result_of(e, roles, *step, *found, output);
        if (!known) return {};
        results.push_back(*known);
    }
    return layer_writer(e, loop, roles, *counts, *found).outputs(results);
}

}  // namespace onnx2hpp
