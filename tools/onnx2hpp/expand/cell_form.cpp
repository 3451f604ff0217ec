// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/expand/cell_form.hpp>

#include <algorithm>
#include <cstring>
#include <functional>
#include <tuple>

namespace onnx2hpp {
namespace {

/// A GRU's state has three terms of two factors at most; more than a few make no layer.
constexpr std::size_t most_terms = 8;

bool is_one(const std::vector<double>& coefficient) {
    return std::all_of(coefficient.begin(), coefficient.end(), [](double c) { return c == 1; });
}

bool is_zero(const std::vector<double>& coefficient) {
    return std::all_of(coefficient.begin(), coefficient.end(), [](double c) { return c == 0; });
}

template <class Function>
std::vector<double> combined(const std::vector<double>& a, const std::vector<double>& b,
                             Function f) {
    std::vector<double> result(std::max(a.size(), b.size()));
    for (std::size_t i = 0; i < result.size(); ++i)
        result[i] = f(a[a.size() == 1 ? 0 : i], b[b.size() == 1 ? 0 : i]);
    return result;
}

/// An order of factors by what is in matrices, not where these are: the same on every machine.
bool comes_before(const cell_factor& a, const cell_factor& b) {
    const auto key = [](const cell_factor& f) {
        return std::tuple(f.atom, f.matrix.data != nullptr, f.matrix.first_row,
                          f.matrix.first_column);
    };
    if (key(a) != key(b)) return key(a) < key(b);
    return a.matrix.data != b.matrix.data && a.matrix.data->bytes < b.matrix.data->bytes;
}

/// Terms of the same factors are one.
void add(cell_form& to, const cell_term& t) {
    const auto same = std::find_if(to.terms.begin(), to.terms.end(), [&](const cell_term& known) {
        return known.factors == t.factors;
    });
    if (same == to.terms.end()) return to.terms.push_back(t);
    same->coefficient = combined(same->coefficient, t.coefficient, std::plus<>());
    if (is_zero(same->coefficient)) to.terms.erase(same);
}

cell_term multiplied(const cell_term& a, const cell_term& b) {
    cell_term result{combined(a.coefficient, b.coefficient, std::multiplies<>()), a.factors};
    result.factors.insert(result.factors.end(), b.factors.begin(), b.factors.end());
    std::sort(result.factors.begin(), result.factors.end(), comes_before);
    return result;
}

bool is_constant(const cell_form& f) {
    return std::all_of(f.terms.begin(), f.terms.end(),
                       [](const cell_term& t) { return t.factors.empty(); });
}

/// Whether every factor is a matrix's result.
bool is_linear(const cell_form& f) {
    return std::all_of(f.terms.begin(), f.terms.end(), [](const cell_term& t) {
        return std::all_of(t.factors.begin(), t.factors.end(),
                           [](const cell_factor& held) { return held.matrix.data != nullptr; });
    });
}

/// The width of a result, or nothing where two do not fit.
std::optional<std::int64_t> common_width(const cell_form& a, const cell_form& b) {
    if (a.width == b.width) return a.width;
    if (a.width == 1 && is_constant(a)) return b.width;
    if (b.width == 1 && is_constant(b)) return a.width;
    return {};
}

std::optional<cell_form> if_short(cell_form f) {
    if (f.terms.size() > most_terms) return {};
    return f;
}

}  // namespace

double element_of(const matrix_view& m, std::int64_t row, std::int64_t column) {
    row += m.first_row;
    column += m.first_column;
    const std::int64_t place =
        m.is_transposed ? column * m.data->dims[1] + row : row * m.data->dims[1] + column;
    float element = 0;
    std::memcpy(&element, m.data->bytes.data() + static_cast<std::size_t>(place) * sizeof element,
                sizeof element);
    return static_cast<double>(element);
}

double element_of(const std::vector<double>& coefficient, std::int64_t i) {
    return coefficient[coefficient.size() == 1 ? 0 : static_cast<std::size_t>(i)];
}

cell_form form_of(int atom, std::int64_t width) { return {width, {{.factors = {{atom}}}}}; }

cell_form constant_form(std::vector<double> elements) {
    const auto width = static_cast<std::int64_t>(elements.size());
    if (is_zero(elements)) return {width};
    return {width, {{.coefficient = std::move(elements)}}};
}

std::optional<cell_form> sum(const cell_form& a, const cell_form& b) {
    const auto width = common_width(a, b);
    if (!width) return {};
    cell_form result{*width, a.terms};
    for (const cell_term& t : b.terms) add(result, t);
    return if_short(std::move(result));
}

std::optional<cell_form> product(const cell_form& a, const cell_form& b) {
    const auto width = common_width(a, b);
    if (!width) return {};
    cell_form result{*width};
    for (const cell_term& s : a.terms)
        for (const cell_term& t : b.terms) add(result, multiplied(s, t));
    return if_short(std::move(result));
}

int cell_atoms::add_input(std::int64_t width) {
    all.push_back({width});
    return static_cast<int>(all.size()) - 1;
}

int cell_atoms::find_or_add(cell_atom atom) {
    const auto known = std::find(all.begin(), all.end(), atom);
    const auto place = static_cast<int>(known - all.begin());
    if (known == all.end()) all.push_back(std::move(atom));
    return place;
}

cell_form cell_atoms::activated(const cell_form& of, const cell_activation& by) {
    return form_of(find_or_add({of.width, of, by}), of.width);
}

/// Part of an activation of matrices' results is the activation of a part. Part of an input is
/// none.
std::optional<cell_factor> cell_atoms::sliced(const cell_factor& f, std::int64_t begin,
                                              std::int64_t end) {
    cell_factor part = f;
    part.matrix.first_column += begin;
    part.matrix.columns = end - begin;
    if (f.matrix.data) return part;
    const cell_atom whole = all[static_cast<std::size_t>(f.atom)];
    if (!whole.of || !is_linear(*whole.of)) return {};
    const auto of = sliced(*whole.of, begin, end);
    if (!of) return {};
    return cell_factor{find_or_add({end - begin, of, whole.activation})};
}

std::optional<cell_term> cell_atoms::sliced(const cell_term& t, std::int64_t begin,
                                            std::int64_t end) {
    cell_term part = t;
    if (t.coefficient.size() > 1)
        part.coefficient.assign(t.coefficient.begin() + begin, t.coefficient.begin() + end);
    for (cell_factor& f : part.factors) {
        const auto sliced_factor = sliced(f, begin, end);
        if (!sliced_factor) return {};
        f = *sliced_factor;
    }
    return part;
}

std::optional<cell_form> cell_atoms::sliced(const cell_form& f, std::int64_t begin,
                                            std::int64_t end) {
    if (begin == 0 && end == f.width) return f;
    cell_form part{end - begin};
    for (const cell_term& t : f.terms) {
        const auto sliced_term = sliced(t, begin, end);
        if (!sliced_term) return {};
        add(part, *sliced_term);
    }
    return part;
}

/// An atom alone takes the matrix; what else there is becomes an atom.
cell_term cell_atoms::product(const cell_term& t, std::int64_t width, const matrix_view& by) {
    if (t.factors.size() == 1 && !t.factors[0].matrix.data && is_one(t.coefficient))
        return {.factors = {{t.factors[0].atom, by}}};
    return {.factors = {{find_or_add({width, cell_form{width, {t}}}), by}}};
}

std::optional<cell_form> cell_atoms::product(const cell_form& f, const matrix_view& by) {
    const bool has_constant = std::any_of(f.terms.begin(), f.terms.end(),
                                          [](const cell_term& t) { return t.factors.empty(); });
    if (f.width != by.rows || has_constant) return {};
    cell_form result{by.columns};
    for (const cell_term& t : f.terms) add(result, product(t, f.width, by));
    return if_short(std::move(result));
}

}  // namespace onnx2hpp
