// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/expand/cell.hpp>

#include <algorithm>

namespace onnx2hpp {
namespace {

bool is_atom(const cell_factor& f) { return f.matrix.data == nullptr; }

bool is_activation(const cell_atoms& atoms, int atom) {
    const std::string& name = atoms[atom].activation.name;
    return !name.empty() && name != at_most_one;
}

/// The atoms whose product a term is, times `coefficient`; nothing where it is another.
std::optional<std::vector<int>> atoms_of(const cell_term& t, double coefficient = 1) {
    std::vector<int> result;
    for (const double c : t.coefficient)
        if (c != coefficient) return {};
    for (const cell_factor& f : t.factors) {
        if (!is_atom(f)) return {};
        result.push_back(f.atom);
    }
    return result;
}

/// The other atom of a pair that has `one`; nothing where `two` is no such pair.
std::optional<int> other_than(const std::vector<int>& two, int one) {
    if (two.size() != 2 || (two[0] != one && two[1] != one)) return {};
    return two[0] == one ? two[1] : two[0];
}

void add_bias(std::vector<double>& bias, const cell_term& t) {
    for (std::size_t i = 0; i < bias.size(); ++i)
        bias[i] += element_of(t.coefficient, static_cast<std::int64_t>(i));
}

/// A gate's sum, in which nothing but x, h and numbers may be.
std::optional<cell_gate> gate_of(const cell_form& f, int x, int h) {
    cell_gate gate;
    gate.bias.resize(static_cast<std::size_t>(f.width), 0);
    gate.recurrent_bias = gate.bias;
    for (const cell_term& t : f.terms) {
        if (t.factors.empty()) {
            add_bias(gate.bias, t);
            continue;
        }
        const cell_factor& by = t.factors[0];
        const bool is_x = by.atom == x;
        matrix_view& matrix = is_x ? gate.weights : gate.recurrence;
        if (t.factors.size() != 1 || is_atom(by) || matrix.data || (!is_x && by.atom != h))
            return {};
        matrix = by.matrix;
        (is_x ? gate.weights_scale : gate.recurrence_scale) = t.coefficient;
    }
    return gate;
}

/// The gate that an activation is of.
std::optional<cell_gate> activated_gate(const cell_atoms& atoms, int atom, int x, int h) {
    if (!is_activation(atoms, atom)) return {};
    return gate_of(*atoms[atom].of, x, h);
}

/// The atoms o and h(C) of H = o * h(C).
struct lstm_output {
    int o;
    cell_activation activation;
};

std::optional<lstm_output> output_of(const cell_atoms& atoms, const lstm_step& step) {
    if (step.next_h.terms.size() != 1) return {};
    const auto two = atoms_of(step.next_h.terms[0]);
    if (!two || two->size() != 2) return {};
    for (std::size_t i = 0; i < 2; ++i) {
        const cell_atom& candidate = atoms[(*two)[i]];
        if (is_activation(atoms, (*two)[i]) && candidate.of == step.next_c)
            return lstm_output{(*two)[1 - i], candidate.activation};
    }
    return {};
}

/// C = f * c + i * g: atoms f, i and g, the last two in any order.
std::optional<std::vector<int>> forget_and_input(const lstm_step& step) {
    if (step.next_c.terms.size() != 2) return {};
    for (std::size_t kept = 0; kept < 2; ++kept) {
        const auto keeping = atoms_of(step.next_c.terms[kept]);
        const auto adding = atoms_of(step.next_c.terms[1 - kept]);
        if (!keeping || !adding || adding->size() != 2) return {};
        if (const auto f = other_than(*keeping, step.c))
            return std::vector<int>{*f, (*adding)[0], (*adding)[1]};
    }
    return {};
}

using gates = std::vector<cell_gate>;

/// The gates that these atoms activate, where all of them do.
std::optional<gates> gates_of(const cell_atoms& atoms, const std::vector<int>& of, int x, int h) {
    gates result;
    for (const int atom : of) {
        const auto gate = activated_gate(atoms, atom, x, h);
        if (!gate) return {};
        result.push_back(*gate);
    }
    return result;
}

/// A GRU's h = (1 - z) * g + z * H: atoms z and g. Also with 1 - z in the place of z, where
/// `is_reversed`.
struct gru_update {
    int z, g;
    bool is_reversed;
};

/// Terms of a form as atoms, the positive and the negative ones.
struct signed_terms {
    std::vector<std::vector<int>> positive, negative;
};

std::optional<signed_terms> signed_terms_of(const cell_form& f) {
    signed_terms result;
    for (const cell_term& t : f.terms) {
        const auto positive = atoms_of(t), negative = atoms_of(t, -1);
        if (!positive && !negative) return {};
        if (positive)
            result.positive.push_back(*positive);
        else
            result.negative.push_back(*negative);
    }
    return result;
}

/// {g}, {z, h} and -{z, g} in ONNX's form; {h}, {z, g} and -{z, h} in the other one.
std::optional<gru_update> update_of(const cell_step& step) {
    const auto terms = signed_terms_of(step.next_h);
    if (!terms || terms->positive.size() != 2 || terms->negative.size() != 1) return {};
    const bool first_is_single = terms->positive[0].size() == 1;
    const std::vector<int>& single = terms->positive[first_is_single ? 0 : 1];
    const std::vector<int>& double_one = terms->positive[first_is_single ? 1 : 0];
    if (single.size() != 1) return {};
    const auto z = other_than(terms->negative[0], single[0]);
    const auto kept = z ? other_than(double_one, *z) : z;
    if (!kept) return {};
    if (*kept == step.h) return gru_update{*z, single[0], false};
    if (single[0] == step.h) return gru_update{*z, *kept, true};
    return {};
}

/// 1 - s(x) is s(-x) for the sigmoid; a sum that is negated in every term.
void negate(cell_gate& gate) {
    for (std::vector<double>* numbers :
         {&gate.bias, &gate.recurrent_bias, &gate.weights_scale, &gate.recurrence_scale})
        for (double& number : *numbers) number = -number;
}

/// The candidate's gate, with the atom of the reset gate.
struct gru_candidate {
    cell_gate gate;
    int r;
    bool linear_before_reset;
};

/// g = act(x W + b + (r * h) R): the product is an atom of its own.
std::optional<gru_candidate> reset_before(const cell_atoms& atoms, const cell_form& f,
                                          const cell_step& step) {
    for (const cell_term& t : f.terms) {
        if (t.factors.size() != 1 || t.factors[0].atom == step.x) continue;
        const cell_atom& held = atoms[t.factors[0].atom];
        if (!held.of || !held.activation.name.empty() || held.of->terms.size() != 1) continue;
        const auto two = atoms_of(held.of->terms[0]);
        const auto r = two ? other_than(*two, step.h) : std::nullopt;
        const auto gate = r ? gate_of(f, step.x, t.factors[0].atom) : std::nullopt;
        if (gate) return gru_candidate{*gate, *r, false};
    }
    return {};
}

/// The atom r of a term r * (h R), or nothing.
std::optional<int> reset_of(const cell_term& t, int h) {
    if (t.factors.size() != 2) return {};
    for (std::size_t i = 0; i < 2; ++i)
        if (is_atom(t.factors[i]) && !is_atom(t.factors[1 - i]) && t.factors[1 - i].atom == h)
            return t.factors[i].atom;
    return {};
}

/// g = act(x W + b + r * (h R + c)), multiplied out.
std::optional<gru_candidate> reset_after(const cell_form& f, const cell_step& step) {
    std::optional<int> r;
    for (const cell_term& t : f.terms)
        if (!r) r = reset_of(t, step.h);
    if (!r) return {};
    cell_form rest{f.width}, after{f.width};
    for (cell_term t : f.terms) {
        const auto reset = std::find(t.factors.begin(), t.factors.end(), cell_factor{*r});
        const bool is_reset = reset != t.factors.end();
        if (is_reset) t.factors.erase(reset);
        (is_reset ? after : rest).terms.push_back(t);
    }
    auto gate = gate_of(rest, step.x, step.h);
    const auto recurrent = gate_of(after, step.x, step.h);
    if (!gate || !recurrent || gate->recurrence.data || recurrent->weights.data) return {};
    gate->recurrence = recurrent->recurrence;
    gate->recurrence_scale = recurrent->recurrence_scale;
    gate->recurrent_bias = recurrent->bias;
    return gru_candidate{*gate, *r, true};
}

}  // namespace

std::optional<recurrent_cell> lstm_of(const cell_atoms& atoms, const lstm_step& step) {
    const auto output = output_of(atoms, step);
    const auto found = forget_and_input(step);
    if (!output || !found) return {};
    int i = (*found)[1], g = (*found)[2];
    const int f = (*found)[0];
    if (atoms[i].activation != atoms[f].activation) std::swap(i, g);
    const cell_activation& usual = atoms[f].activation;
    if (atoms[i].activation != usual || atoms[output->o].activation != usual) return {};
    const auto all = gates_of(atoms, {i, output->o, f, g}, step.x, step.h);
    if (!all) return {};
    return recurrent_cell{"LSTM", *all, {usual, atoms[g].activation, output->activation}};
}

std::optional<recurrent_cell> gru_of(const cell_atoms& atoms, const cell_step& step) {
    const auto update = update_of(step);
    if (!update || !is_activation(atoms, update->g)) return {};
    const cell_form& sum = *atoms[update->g].of;
    auto candidate = reset_before(atoms, sum, step);
    if (!candidate) candidate = reset_after(sum, step);
    if (!candidate) return {};
    const cell_activation& usual = atoms[update->z].activation;
    auto all = gates_of(atoms, {update->z, candidate->r}, step.x, step.h);
    if (!all || atoms[candidate->r].activation != usual) return {};
    if (update->is_reversed && usual.name != "Sigmoid") return {};
    if (update->is_reversed) negate((*all)[0]);
    all->push_back(candidate->gate);
    return recurrent_cell{
        "GRU", *all, {usual, atoms[update->g].activation}, candidate->linear_before_reset};
}

std::optional<recurrent_cell> rnn_of(const cell_atoms& atoms, const cell_step& step) {
    if (step.next_h.terms.size() != 1) return {};
    const auto one = atoms_of(step.next_h.terms[0]);
    if (!one || one->size() != 1) return {};
    const auto gate = activated_gate(atoms, (*one)[0], step.x, step.h);
    if (!gate) return {};
    return recurrent_cell{"RNN", {*gate}, {atoms[(*one)[0]].activation}};
}

}  // namespace onnx2hpp
