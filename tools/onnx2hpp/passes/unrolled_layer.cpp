// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/attributes.hpp>
#include <onnx2hpp/constants.hpp>
#include <onnx2hpp/passes/unrolled_layer.hpp>

#include <algorithm>
#include <unordered_set>

namespace onnx2hpp {
namespace {

/// What is multiplied with this matrix, each once, in order.
std::vector<value_id> multiplied_with(const rewriter& r, value_id matrix) {
    std::vector<value_id> found;
    std::unordered_set<value_id> known;
    for (const int n : r.readers(matrix))
        if (is_product(r.at(n)) && r.at(n).inputs[1] == matrix &&
            !r.is_constant(r.at(n).inputs[0]) && known.insert(r.at(n).inputs[0]).second)
            found.push_back(r.at(n).inputs[0]);
    return found;
}

/// Whether two values have equally many elements. Not so where one is broadcast.
bool have_as_many_elements(const rewriter& r, value_id a, value_id b) {
    return element_count(r.at_value(a).dims) == element_count(r.at_value(b).dims);
}

/// The step that begins with h, or nothing.
std::optional<layer_step> step_at(const rewriter& r, const unrolled_cell& cell, value_id h) {
    auto copy = copy_at(r, cell.pattern, h);
    if (!copy) return {};
    layer_step step{.h = h, .next_h = copy->values.at(cell.pattern.next_h)};
    if (cell.c != absent) {
        step.c = copy->values.at(cell.c);
        step.next_c = copy->values.at(cell.next_c);
        if (!have_as_many_elements(r, step.c, cell.c)) return {};
    }
    if (!have_as_many_elements(r, h, cell.pattern.h)) return {};
    for (std::size_t i = 0; i < cell.ways.size(); ++i) {
        const auto& [v, like] = cell.ways[i];
        const auto way = way_to(r, copy->values.at(v));
        if (!way || !are_alike(r, *way, like) || (i > 0 && way->place != step.place)) return {};
        step.place = way->place;
    }
    step.nodes = std::move(copy->nodes);
    return step;
}

bool goes_on_with(const layer_step& a, const layer_step& b) {
    return a.next_h == b.h && a.next_c == b.c;
}

/// The longest row of steps of which each goes on with the states of the one before it.
layer_steps longest_of(const layer_steps& steps) {
    std::vector<layer_steps> rows;
    std::unordered_map<value_id, std::size_t> row_behind;  // by its last h
    for (const layer_step& step : steps) {
        const auto before = row_behind.find(step.h);
        const bool goes_on =
            before != row_behind.end() && goes_on_with(rows[before->second].back(), step);
        const std::size_t row = goes_on ? before->second : rows.size();
        if (!goes_on) rows.emplace_back();
        rows[row].push_back(step);
        row_behind[step.next_h] = row;
    }
    const auto is_shorter = [](const auto& a, const auto& b) { return a.size() < b.size(); };
    const auto longest = std::max_element(rows.begin(), rows.end(), is_shorter);
    return longest == rows.end() ? layer_steps{} : *longest;
}

/// The steps that begin with these states, and with one from zeros before them if there is one.
void add_first_step(const rewriter& r, const unrolled_cell& cell, layer_steps& steps) {
    const layer_step& second = steps.front();
    auto first = find_step_from_zeros(r, cell, second.h, second.c);
    if (!first) return;
    steps.insert(steps.begin(), {.next_h = second.h,
                                 .next_c = second.c,
                                 .place = first->place,
                                 .nodes = std::move(first->nodes)});
}

/// The state that a value is under other extents.
value_id seen_state(const rewriter& r, value_id v, const std::unordered_set<value_id>& states) {
    for (int n = r.producer_of(v); n >= 0 && !states.contains(v); n = r.producer_of(v)) {
        if (r.traits(n).moves != element_moves::view) return absent;
        v = r.at(n).inputs[0];
    }
    return v;
}

/// What a layer's steps make that others read; nothing where they read what a layer keeps for
/// itself.
class readers_of_steps {
public:
    readers_of_steps(const rewriter& r, const layer_steps& steps) : r(r), steps(steps) {
        found.ordered = steps;
        if (go_by(steps, -1)) std::reverse(found.ordered.begin(), found.ordered.end());
        for (const layer_step& step : steps) {
            inside.insert(step.nodes.begin(), step.nodes.end());
            states.insert(step.next_h);
        }
    }

    std::optional<wanted_values> wanted() {
        find_gathering(steps.front().next_h, most_views);
        leave_views_out();
        for (const layer_step& step : steps)
            for (const int n : step.nodes)
                if (is_read(r.at(n).outputs[0]) && !take(r.at(n).outputs[0])) return {};
        return found;
    }

private:
    static constexpr int most_views = 4;  // between a state and the Concat

    bool is_read(value_id v) const {
        const auto& all = r.readers(v);
        return r.is_output(v) ||
               std::any_of(all.begin(), all.end(), [&](int n) { return !inside.contains(n); });
    }

    bool take(value_id v) {
        if (v == steps.back().next_c) return found.last_c = true;
        if (v == steps.back().next_h) found.last_h = true;
        for (std::size_t i = 0; i < steps.size(); ++i)
            if (found.ordered[i].next_h == v) found.h.push_back(i);
        return states.contains(v);
    }

    /// Concats after v that read all states in the order of their places, one after the other.
    void find_gathering(value_id v, int views) {
        for (const int n : r.readers(v)) {
            if (inside.contains(n)) continue;
            if (r.at(n).op_type == "Concat" && gathers(r.at(n))) {
                found.gathered.push_back(n);
                inside.insert(n);
            } else if (views > 0 && r.traits(n).moves == element_moves::view) {
                find_gathering(r.at(n).outputs[0], views - 1);
            }
        }
    }

    bool gathers(const node& n) const {
        const extents& dims = r.at_value(n.outputs[0]).dims;
        const std::int64_t rank = std::ssize(dims), axis = integer_attribute(n, "axis", 0);
        const auto before = dims.begin() + (axis < 0 ? axis + rank : axis);
        if (n.inputs.size() != steps.size() || element_count({dims.begin(), before}) != 1)
            return false;
        for (std::size_t i = 0; i < n.inputs.size(); ++i)
            if (seen_state(r, n.inputs[i], states) != found.ordered[i].next_h) return false;
        return true;
    }

    /// Views that only such Concats read are no readers.
    void leave_views_out() {
        for (const int concat : found.gathered)
            for (value_id v : r.at(concat).inputs)
                for (; !states.contains(v) && !is_read(v); v = r.at(r.producer_of(v)).inputs[0])
                    inside.insert(r.producer_of(v));
    }

    const rewriter& r;
    const layer_steps& steps;
    std::unordered_set<int> inside{};
    std::unordered_set<value_id> states{};
    wanted_values found{};
};

/// What a step computes, if there are two with this matrix.
std::optional<unrolled_cell> cell_with(const rewriter& r, const std::vector<value_id>& states) {
    if (states.size() < 2) return {};
    const auto pattern = pattern_between(r, states[states.size() - 2], states.back());
    return pattern ? cell_of(r, *pattern) : std::nullopt;
}

layer_steps steps_of(const rewriter& r, const unrolled_cell& cell,
                     const std::vector<value_id>& states) {
    layer_steps steps;
    for (const value_id h : states)
        if (auto step = step_at(r, cell, h)) steps.push_back(std::move(*step));
    steps = longest_of(steps);
    if (!steps.empty()) add_first_step(r, cell, steps);
    return steps;
}

}  // namespace

bool go_by(const layer_steps& steps, std::int64_t by) {
    for (std::size_t i = 1; i < steps.size(); ++i)
        if (steps[i].place != steps[i - 1].place + by) return false;
    return true;
}

std::optional<layer_found> find_layer(const rewriter& r, value_id matrix) {
    const std::vector<value_id> states = multiplied_with(r, matrix);
    const auto cell = cell_with(r, states);
    if (!cell) return {};
    layer_found found{*cell, steps_of(r, *cell, states), {}};
    if (found.steps.size() < 2) return {};
    const auto wanted = readers_of_steps(r, found.steps).wanted();
    if (!wanted || (wanted->gathered.empty() && wanted->h.empty() && !wanted->last_c)) return {};
    found.wanted = *wanted;
    return found;
}

}  // namespace onnx2hpp
