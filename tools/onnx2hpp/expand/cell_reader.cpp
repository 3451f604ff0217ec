// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/expand/cell_reader.hpp>

#include <onnx2hpp/attributes.hpp>
#include <onnx2hpp/onnx/constant_list.hpp>
#include <onnx2hpp/onnx/operator_table.hpp>

#include <algorithm>

namespace onnx2hpp {
namespace {

using tigris::dtype;

std::int64_t width_of(const value& v) { return v.dims.empty() ? 1 : v.dims.back(); }

/// Whether a constant is a row that all entries of a batch share.
bool is_row(const value& v) {
    return v.constant && v.type == dtype::f32 && element_count(v.dims) == width_of(v) &&
           width_of(v) > 0;
}

/// Broadcasting aligns extents at the back.
extents without_leading_ones(const extents& dims) {
    return {std::find_if(dims.begin(), dims.end(), [](std::int64_t d) { return d != 1; }),
            dims.end()};
}

std::optional<cell_activation> activation_of(const node& n) {
    if (is_one_of(n, {"Sigmoid", "Tanh", "Relu", "Softsign", "Softplus"}))
        return cell_activation{n.op_type};
    if (n.op_type == "HardSigmoid")
        return cell_activation{n.op_type,
                               {real_attribute(n, "alpha", 0.2f), real_attribute(n, "beta", 0.5f)}};
    if (n.op_type == "LeakyRelu")
        return cell_activation{n.op_type, {real_attribute(n, "alpha", 0.01f)}};
    if (is_one_of(n, {"Elu", "ThresholdedRelu"}))
        return cell_activation{n.op_type, {real_attribute(n, "alpha", 1)}};
    return {};
}

cell_form scaled(cell_form f, double by) {
    for (cell_term& t : f.terms)
        for (double& c : t.coefficient) c *= by;
    return f;
}

}  // namespace

int cell_reader::add_input(value_id v) {
    const std::int64_t width = width_of(of(v));
    const int atom = atoms.add_input(width);
    known[v] = {onnx2hpp::form_of(atom, width)};
    return atom;
}

void cell_reader::add_zeros(value_id v) { known[v] = {cell_form{width_of(of(v))}}; }

void cell_reader::add_rows(value_id v, value_id of) {
    if (auto all = forms_of(of)) known[v] = std::move(*all);
}

std::optional<cell_reader::forms> cell_reader::forms_of(value_id v) const {
    if (v == absent) return {};
    if (const auto found = known.find(v); found != known.end()) return found->second;
    if (!is_row(of(v))) return {};
    return forms{constant_form(numbers_of(*of(v).constant))};
}

std::optional<cell_form> cell_reader::form_of(value_id v) const {
    const auto all = forms_of(v);
    if (!all || all->size() != 1) return {};
    return all->front();
}

std::optional<double> cell_reader::number(value_id v) const {
    if (v == absent || !is_row(of(v)) || width_of(of(v)) != 1) return {};
    return numbers_of(*of(v).constant)[0];
}

void cell_reader::read(const node& n) {
    if (auto made = made_by(n)) known[n.outputs[0]] = std::move(*made);
}

std::optional<cell_reader::forms> cell_reader::made_by(const node& n) {
    if (!n.domain.empty()) return {};
    if (traits_of(model, n).moves == element_moves::view || n.op_type == "Identity")
        return read_same(n);
    if (n.op_type == "Add") return read_sum(n, 1);
    if (n.op_type == "Sub") return read_sum(n, -1);
    if (n.op_type == "Mul") return read_product(n);
    if (n.op_type == "Div") return read_quotient(n);
    if (n.op_type == "MatMul") return read_matmul(n);
    if (n.op_type == "Gemm") return read_gemm(n);
    if (n.op_type == "Slice") return read_slice(n);
    if (n.op_type == "Concat") return read_concat(n);
    if (is_one_of(n, {"Clip", "Min", "Max"})) return read_bound(n);
    return read_activation(n);
}

/// Reads a node that gives its input other extents, of which the last stays.
std::optional<cell_reader::forms> cell_reader::read_same(const node& n) const {
    if (of(n.outputs[0]).type != dtype::f32 ||
        width_of(of(n.outputs[0])) != width_of(of(n.inputs[0])))
        return {};
    return forms_of(n.inputs[0]);
}

/// Whether a result has the shape of its operands but for rows that all share: nothing else is
/// broadcast.
bool cell_reader::keeps_shape(const node& n, const cell_form& f) const {
    const extents dims = without_leading_ones(of(n.outputs[0]).dims);
    return width_of(of(n.outputs[0])) == f.width &&
           std::all_of(n.inputs.begin(), n.inputs.end(), [&](value_id v) {
               return is_row(of(v)) || without_leading_ones(of(v).dims) == dims;
           });
}

std::optional<cell_reader::forms> cell_reader::read_sum(const node& n, double sign) {
    const auto a = form_of(n.inputs[0]), b = form_of(n.inputs[1]);
    if (!a || !b) return {};
    const auto result = sum(*a, scaled(*b, sign));
    if (!result || !keeps_shape(n, *result)) return {};
    return forms{*result};
}

std::optional<cell_reader::forms> cell_reader::read_product(const node& n) {
    const auto a = form_of(n.inputs[0]), b = form_of(n.inputs[1]);
    if (!a || !b) return {};
    const auto result = product(*a, *b);
    if (!result || !keeps_shape(n, *result)) return {};
    return forms{*result};
}

std::optional<cell_reader::forms> cell_reader::read_quotient(const node& n) {
    const auto a = form_of(n.inputs[0]);
    const auto b = number(n.inputs[1]);
    if (!a || !b || *b == 0 || !keeps_shape(n, *a)) return {};
    return forms{scaled(*a, 1 / *b)};
}

/// Forms meet the rows of the matrix that are theirs.
std::optional<cell_form> cell_reader::times(value_id x, value_id matrix, bool is_transposed) {
    const auto parts = forms_of(x);
    const value& m = of(matrix);
    if (!parts || !m.constant || m.type != dtype::f32 || m.dims.size() != 2) return {};
    const std::int64_t columns = m.dims[is_transposed ? 0 : 1];
    std::optional<cell_form> result = cell_form{columns};
    std::int64_t row = 0;
    for (const cell_form& part : *parts) {
        const auto product =
            atoms.product(part, {m.constant, is_transposed, row, part.width, 0, columns});
        if (!product) return {};
        result = sum(*result, *product);
        if (!result) return {};
        row += part.width;
    }
    return result;
}

std::optional<cell_reader::forms> cell_reader::read_matmul(const node& n) {
    const auto result = times(n.inputs[0], n.inputs[1], false);
    if (!result) return {};
    return forms{*result};
}

std::optional<cell_reader::forms> cell_reader::read_gemm(const node& n) {
    if (integer_attribute(n, "transA", 0) != 0) return {};
    auto result = times(n.inputs[0], n.inputs[1], integer_attribute(n, "transB", 0) != 0);
    if (!result) return {};
    result = scaled(*result, static_cast<double>(real_attribute(n, "alpha", 1)));
    if (!has_input(n, 2)) return forms{*result};
    const auto bias = form_of(n.inputs[2]);
    if (!bias) return {};
    const bool fits = is_row(of(n.inputs[2])) || of(n.inputs[2]).dims == of(n.outputs[0]).dims;
    result = sum(*result, scaled(*bias, static_cast<double>(real_attribute(n, "beta", 1))));
    if (!fits || !result) return {};
    return forms{*result};
}

/// Reads a Slice of the last axis: whole forms, or a part of the only form.
std::optional<cell_reader::forms> cell_reader::read_slice(const node& n) {
    const auto all = forms_of(n.inputs[0]);
    const auto rank = static_cast<std::int64_t>(of(n.inputs[0]).dims.size());
    const auto begin = only_integer(model, n, 1), axis = only_integer(model, n, 3),
               step = only_integer(model, n, 4);
    if (!all || all->size() != 1 || !begin || !axis || (has_input(n, 4) && step != 1)) return {};
    if (*axis != rank - 1 && *axis != -1) return {};
    const std::int64_t first = *begin < 0 ? *begin + all->front().width : *begin;
    const std::int64_t count = width_of(of(n.outputs[0]));
    if (first < 0 || first + count > all->front().width) return {};
    const auto part = atoms.sliced(all->front(), first, first + count);
    if (!part) return {};
    return forms{*part};
}

std::optional<cell_reader::forms> cell_reader::read_concat(const node& n) const {
    const auto rank = static_cast<std::int64_t>(of(n.outputs[0]).dims.size());
    const std::int64_t axis = integer_attribute(n, "axis", 0);
    if (axis != rank - 1 && axis != -1) return {};
    forms result;
    for (const value_id v : n.inputs) {
        const auto parts = forms_of(v);
        if (!parts || of(v).constant) return {};
        result.insert(result.end(), parts->begin(), parts->end());
    }
    return result;
}

std::optional<double> cell_reader::bound(const node& n, std::size_t slot,
                                         std::string_view name) const {
    if (const auto held = find_attribute<float>(n, name)) return static_cast<double>(*held);
    return has_input(n, slot) ? number(n.inputs[slot]) : std::nullopt;
}

/// Clamps to [0, 1], in one step or in two, and to [0, infinity).
std::optional<cell_reader::forms> cell_reader::read_bound(const node& n) {
    const bool is_second = n.inputs.size() == 2 && n.op_type != "Clip" && number(n.inputs[0]);
    const auto x = form_of(n.inputs[is_second ? 1 : 0]);
    if (!x) return {};
    const bool is_single = x->terms.size() == 1 && x->terms[0].factors.size() == 1 &&
                           !x->terms[0].factors[0].matrix.data &&
                           x->terms[0].coefficient == std::vector<double>{1};
    const cell_atom inner = is_single ? atoms[x->terms[0].factors[0].atom] : cell_atom{};
    const cell_activation hard_sigmoid{"HardSigmoid", {1, 0}};
    if (n.op_type == "Clip") {
        const auto low = bound(n, 1, "min"), high = bound(n, 2, "max");
        if (low == 0 && high == 1) return forms{atoms.activated(*x, hard_sigmoid)};
        return {};
    }
    const auto other = number(n.inputs[is_second ? 0 : 1]);
    if (n.op_type == "Max" && other == 0)
        return forms{inner.activation.name == at_most_one ? atoms.activated(*inner.of, hard_sigmoid)
                                                          : atoms.activated(*x, {"Relu"})};
    if (n.op_type == "Min" && other == 1)
        return forms{inner.activation.name == "Relu" ? atoms.activated(*inner.of, hard_sigmoid)
                                                     : atoms.activated(*x, {at_most_one})};
    return {};
}

std::optional<cell_reader::forms> cell_reader::read_activation(const node& n) {
    const auto activation = activation_of(n);
    if (!activation) return {};
    const auto x = form_of(n.inputs[0]);
    if (!x) return {};
    return forms{atoms.activated(*x, *activation)};
}

}  // namespace onnx2hpp
