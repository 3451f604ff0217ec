// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/attributes.hpp>
#include <onnx2hpp/diagnostic.hpp>
#include <onnx2hpp/expand/common_values.hpp>
#include <onnx2hpp/expand/expansion.hpp>
#include <onnx2hpp/onnx/extents.hpp>
#include <onnx2hpp/onnx/operator_entry.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

namespace onnx2hpp {
namespace {

constexpr std::string_view ellipsis = "...";

/// One character for each axis: a letter of the equation, or a digit for an axis of the ellipsis,
/// counted from its last one.
using labels = std::string;

/// A tensor, and what its axes are called.
struct factor {
    value_id v;
    labels axes;
};

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

bool has(const labels& all, char label) { return all.find(label) != labels::npos; }

template <class F>
labels those(const labels& all, F wanted) {
    labels result;
    std::copy_if(all.begin(), all.end(), std::back_inserter(result), wanted);
    return result;
}

[[noreturn]] void fail_equation(const expansion& e, const std::string& what) {
    fail_bad_input(e.at, fmt::format("its equation {} {}",
                                     in_quotes(text_attribute(e.at, "equation", "")), what));
}

/// The terms before the arrow, and the one after it. Without an arrow `has_result` is false.
struct equation {
    std::vector<std::string> terms{""};
    std::string result;
    bool has_result = false;
};

void check_term(const expansion& e, std::string term) {
    if (const auto dots = term.find(ellipsis); dots != std::string::npos)
        term.erase(dots, ellipsis.size());
    if (!std::all_of(term.begin(), term.end(), is_letter))
        fail_equation(e, "is not made of letters, an ellipsis in a term, commas and an arrow");
}

equation parse(const expansion& e) {
    std::string text = text_attribute(e.at, "equation", "");
    std::erase(text, ' ');
    equation result;
    if (const auto arrow = text.find("->"); arrow != std::string::npos) {
        result.has_result = true;
        result.result = text.substr(arrow + 2);
        text.erase(arrow);
    }
    for (const char c : text)
        if (c == ',')
            result.terms.emplace_back();
        else
            result.terms.back() += c;
    for (const std::string& term : result.terms) check_term(e, term);
    check_term(e, result.result);
    if (result.terms.size() != e.at.inputs.size())
        fail_equation(
            e, fmt::format("has {} terms for {} inputs", result.terms.size(), e.at.inputs.size()));
    return result;
}

/// A term with digits for its ellipsis, which stands for `count` axes.
labels spelled_out(std::string term, std::size_t count) {
    const auto dots = term.find(ellipsis);
    if (dots == std::string::npos) return term;
    std::string digits;
    while (count > 0) digits += static_cast<char>('0' + --count);
    return term.replace(dots, ellipsis.size(), digits);
}

factor factor_of(const expansion& e, std::size_t slot, const std::string& term) {
    const std::size_t rank = e.dims(e.input(slot)).size();
    const bool has_ellipsis = term.find(ellipsis) != std::string::npos;
    const std::size_t letters = term.size() - (has_ellipsis ? ellipsis.size() : 0);
    if (has_ellipsis ? letters > rank : letters != rank)
        fail_equation(e, fmt::format("has {} letters for input {} of shape {}", letters, slot,
                                     to_text(e.dims(e.input(slot)))));
    return {e.input(slot), spelled_out(term, rank - letters)};
}

/// The result's labels where there is no arrow: the axes of the ellipsis, then letters that occur
/// once, in order of the alphabet. NumPy has capitals first and ONNX Runtime last; where that
/// matters it is refused.
labels implied_result(const expansion& e, const equation& given) {
    std::string all;
    for (const std::string& term : given.terms) all += term;
    labels once = those(
        all, [&](char c) { return is_letter(c) && std::count(all.begin(), all.end(), c) == 1; });
    std::sort(once.begin(), once.end());
    if (!once.empty() && (once.front() < 'a') != (once.back() < 'a'))
        fail_unsupported(e.at, "its result has small letters and capitals, and no order is given",
                         "write the result behind an arrow, '->'");
    return has(all, '.') ? std::string(ellipsis) + once : once;
}

labels result_of(const expansion& e, const equation& given, const labels& axes) {
    const std::string term = given.has_result ? given.result : implied_result(e, given);
    const auto digits = static_cast<std::size_t>(
        std::count_if(axes.begin(), axes.end(), [](char c) { return !is_letter(c); }));
    const labels result = spelled_out(term, digits);
    if (std::set<char>(result.begin(), result.end()).size() != result.size())
        fail_equation(e, "names an axis of its result twice");
    for (const char c : result)
        if (!has(axes, c)) fail_equation(e, fmt::format("has a result {} that no input has", c));
    if (digits > 0 && term.find(ellipsis) == std::string::npos)
        fail_equation(e, "has an ellipsis for its inputs but not for its result");
    return result;
}

/// All labels of the factors, each once.
labels distinct(const std::vector<factor>& factors) {
    labels result;
    for (const factor& f : factors)
        for (const char c : f.axes)
            if (!has(result, c)) result += c;
    return result;
}

std::int64_t extent_of(const expansion& e, const factor& f, char label) {
    return e.dims(f.v)[f.axes.find(label)];
}

extents extents_of(const expansion& e, const factor& f, const labels& wanted) {
    extents result;
    for (const char c : wanted) result.push_back(extent_of(e, f, c));
    return result;
}

factor arranged(expansion& e, const factor& f, const labels& order) {
    extents perm;
    for (const char c : order) perm.push_back(static_cast<std::int64_t>(f.axes.find(c)));
    return {transposed(e, f.v, perm), order};
}

/// Two axes of one label, the last ones then, become their diagonal: every (n + 1)th element.
factor with_diagonal(expansion& e, const factor& f, std::size_t first, std::size_t second) {
    const std::int64_t n = e.dims(f.v)[first];
    if (e.dims(f.v)[second] != n)
        fail_equation(e, fmt::format("takes a diagonal of axes of {} and {} elements", n,
                                     e.dims(f.v)[second]));
    extents perm, dims;
    labels axes;
    for (std::size_t k = 0; k < f.axes.size(); ++k) {
        if (k == first || k == second) continue;
        perm.push_back(static_cast<std::int64_t>(k));
        dims.push_back(e.dims(f.v)[k]);
        axes += f.axes[k];
    }
    for (const std::size_t k : {first, second}) perm.push_back(static_cast<std::int64_t>(k));
    dims.push_back(n * n);
    const value_id spans = reshaped(e, transposed(e, f.v, perm), dims);
    return {sliced(e, spans, axes.size(), 0, n * n, n + 1), axes + f.axes[first]};
}

factor without_repetition(expansion& e, factor f) {
    for (std::size_t k = 0; k < f.axes.size(); ++k)
        if (const std::size_t again = f.axes.find(f.axes[k], k + 1); again != labels::npos)
            return without_repetition(e, with_diagonal(e, f, k, again));
    return f;
}

/// An extent of 1 broadcasts: where another factor has more, its axis goes.
void drop_broadcast(expansion& e, std::vector<factor>& factors) {
    std::map<char, std::int64_t> largest;
    for (const factor& f : factors)
        for (const char c : f.axes) largest[c] = std::max(largest[c], extent_of(e, f, c));
    for (factor& f : factors) {
        const labels kept = those(f.axes, [&](char c) {
            const std::int64_t extent = extent_of(e, f, c);
            if (extent != 1 && extent != largest[c])
                fail_equation(
                    e, fmt::format("gives axis {} both {} and {} elements", c, extent, largest[c]));
            return extent == largest[c];
        });
        f = {reshaped(e, f.v, extents_of(e, f, kept)), kept};
    }
}

/// Sums over all axes that are not kept.
factor summed(expansion& e, const factor& f, const labels& kept) {
    extents axes;
    for (std::size_t k = 0; k < f.axes.size(); ++k)
        if (!has(kept, f.axes[k])) axes.push_back(static_cast<std::int64_t>(k));
    if (axes.empty()) return f;
    const value_id sum =
        e.add("ReduceSum", {f.v, e.integers(axes)}, {{"keepdims", std::int64_t{0}}});
    return {sum, those(f.axes, [&](char c) { return has(kept, c); })};
}

/// The factor as [batch, rows, columns], without batch where there is none.
value_id as_matrices(expansion& e, const factor& f, const labels& batch, const labels& rows,
                     const labels& columns) {
    extents dims{element_count(extents_of(e, f, rows)), element_count(extents_of(e, f, columns))};
    if (!batch.empty()) dims.insert(dims.begin(), element_count(extents_of(e, f, batch)));
    return reshaped(e, arranged(e, f, batch + rows + columns).v, dims);
}

/// The product of two factors, summed over what both have and nobody after them needs.
factor product(expansion& e, factor a, factor b, const labels& needed) {
    a = summed(e, a, needed + b.axes);
    b = summed(e, b, needed + a.axes);
    const auto is_shared = [&](char c) { return has(b.axes, c); };
    const labels batch = those(a.axes, [&](char c) { return is_shared(c) && has(needed, c); });
    const labels inner = those(a.axes, [&](char c) { return is_shared(c) && !has(needed, c); });
    const labels rows = those(a.axes, [&](char c) { return !is_shared(c); });
    const labels columns = those(b.axes, [&](char c) { return !has(a.axes, c); });
    const extents left = extents_of(e, a, batch + rows), right = extents_of(e, b, columns);
    const value_id made =
        e.add(inner.empty() ? "Mul" : "MatMul",
              {as_matrices(e, a, batch, rows, inner), as_matrices(e, b, batch, inner, columns)});
    extents dims = left;
    dims.insert(dims.end(), right.begin(), right.end());
    return {reshaped(e, made, dims), batch + rows + columns};
}

void check_numbers(const expansion& e, std::size_t slot) {
    if (!e.has_input(slot)) fail_bad_input(e.at, fmt::format("its input {} is absent", slot));
    if (e.type(e.input(slot)) == tigris::dtype::boolean)
        fail_bad_input(e.at, fmt::format("its input {} is bool, but must be numbers", slot));
    if (element_count(e.dims(e.input(slot))) == 0)
        fail_unsupported(e.at, fmt::format("its input {} is empty", slot),
                         "empty tensors have no use at run time");
}

/// Products from left to right; each axis is summed as soon as no factor after has it. Source:
/// ONNX Einsum; NumPy's einsum.
bool expand_einsum(expansion& e) {
    const equation given = parse(e);
    std::vector<factor> factors;
    for (std::size_t i = 0; i < given.terms.size(); ++i) {
        check_numbers(e, i);
        factors.push_back(factor_of(e, i, given.terms[i]));
    }
    const labels result = result_of(e, given, distinct(factors));
    for (factor& f : factors) f = without_repetition(e, f);
    drop_broadcast(e, factors);
    factor sum = factors[0];
    for (std::size_t i = 1; i < factors.size(); ++i)
        sum = product(e, sum, factors[i],
                      result + distinct({factors.begin() + static_cast<std::ptrdiff_t>(i) + 1,
                                         factors.end()}));
    e.give(0, arranged(e, summed(e, sum, result), result).v);
    return true;
}

}  // namespace

namespace operators {

operator_entries einsum_operators() {
    return {
        {.type = "Einsum",
         .versions = {{.since = {12},
                       .inputs = {1, any_number},
                       .attributes = {required(text("equation"))}}},
         .expand = expand_einsum},
    };
}

}  // namespace operators

}  // namespace onnx2hpp
