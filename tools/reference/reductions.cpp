// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Many elements become one, or one after the other.

#include <reference/call.hpp>
#include <reference/lines.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

namespace reference {
namespace {

/// The axes of an attribute or of input 1, as flags; all where none are given, unless the model
/// says that this means none.
std::vector<bool> reduced_axes(const call& c) {
    const std::size_t rank = c[0].rank();
    const shape given = c.has(1) ? c[1].integers : c.integers("axes");
    if (given.empty()) return std::vector<bool>(rank, c.integer("noop_with_empty_axes", 0) == 0);
    std::vector<bool> result(rank);
    for (const std::int64_t axis : given) result[axis_of(axis, rank)] = true;
    return result;
}

/// `function` gets positions in the input and gives an element of the output.
template <class Function>
tensor reduce(const call& c, Function function) {
    const tensor& x = c[0];
    const std::vector<bool> is_reduced = reduced_axes(c);
    const bool keeps = c.integer("keepdims", 1) != 0;
    shape kept;
    shape dims;
    for (std::size_t i = 0; i < x.rank(); ++i) {
        kept.push_back(is_reduced[i] ? 1 : x.dims[i]);
        if (keeps || !is_reduced[i]) dims.push_back(kept.back());
    }
    std::vector<std::vector<std::int64_t>> members(std::size_t(volume(kept)));
    for (std::int64_t i = 0; i < x.size(); ++i) {
        shape at = index_of(i, x.dims);
        for (std::size_t k = 0; k < at.size(); ++k)
            if (is_reduced[k]) at[k] = 0;
        members[std::size_t(position_of(at, kept))].push_back(i);
    }
    tensor y(x.type, dims);
    for (std::int64_t i = 0; i < y.size(); ++i) y.set(i, function(members[std::size_t(i)]));
    return y;
}

using positions = std::vector<std::int64_t>;

/// Sums of `term` of each element: of integers exact, with the wrap-around of their type.
template <class Term>
kernel reduce_sum(Term term) {
    return [=](const call& c) -> tensors {
        if (!c[0].is_real())
            return {reduce(c, [&](const positions& all) {
                std::uint64_t sum = 0;
                for (const std::int64_t i : all) sum += std::uint64_t(term(c[0].integer(i)));
                return std::int64_t(sum);
            })};
        return {reduce(c, [&](const positions& all) {
            double sum = 0;
            for (const std::int64_t i : all) sum += term(c[0].number(i));
            return sum;
        })};
    };
}

/// A function of the sum of `term` of each element, in double.
template <class Term, class Function>
kernel function_of_sum(Term term, Function function) {
    return [=](const call& c) -> tensors {
        return {reduce(c, [&](const positions& all) {
            double sum = 0;
            for (const std::int64_t i : all) sum += term(c[0].number(i));
            return double(function(sum));
        })};
    };
}

tensors reduce_prod(const call& c) {
    if (c[0].is_real())
        return {reduce(c, [&](const positions& all) {
            double product = 1;
            for (const std::int64_t i : all) product *= c[0].number(i);
            return product;
        })};
    return {reduce(c, [&](const positions& all) {
        std::uint64_t product = 1;
        for (const std::int64_t i : all) product *= std::uint64_t(c[0].integer(i));
        return std::int64_t(product);
    })};
}

/// Of integers the quotient loses its fraction, as in numpy's cast.
tensors reduce_mean(const call& c) {
    return {reduce(c, [&](const positions& all) {
        double sum = 0;
        for (const std::int64_t i : all) sum += c[0].number(i);
        return sum / double(all.size());
    })};
}

/// From the largest element, so that nothing overflows.
tensors log_sum_exp(const call& c) {
    return {reduce(c, [&](const positions& all) {
        double largest = -std::numeric_limits<double>::infinity();
        for (const std::int64_t i : all) largest = std::max(largest, c[0].number(i));
        if (std::isinf(largest)) return largest;
        double sum = 0;
        for (const std::int64_t i : all) sum += std::exp(c[0].number(i) - largest);
        return largest + std::log(sum);
    })};
}

/// No elements: the lowest or the highest number that the type has.
tensors extremum(const call& c, bool is_max) {
    if (c[0].is_real())
        return {reduce(c, [&](const positions& all) {
            double best = (is_max ? -1 : 1) * std::numeric_limits<double>::infinity();
            for (const std::int64_t i : all) {
                const double x = c[0].number(i);
                if (std::isnan(x)) return x;
                best = is_max ? std::max(best, x) : std::min(best, x);
            }
            return best;
        })};
    return {reduce(c, [&](const positions& all) {
        std::int64_t best = is_max ? lowest(c[0].type) : highest(c[0].type);
        for (const std::int64_t i : all) {
            const std::int64_t x = c[0].integer(i);
            const bool is_less = c[0].type == element_type::uint64
                                     ? std::uint64_t(x) < std::uint64_t(best)
                                     : x < best;
            if (is_max ? !is_less : is_less) best = x;
        }
        return best;
    })};
}

tensors reduce_max(const call& c) { return extremum(c, true); }
tensors reduce_min(const call& c) { return extremum(c, false); }

tensors arg_extremum(const call& c, bool is_max) {
    const tensor& x = c[0];
    const std::size_t axis = axis_of(c.integer("axis", 0), x.rank());
    const bool takes_last = c.integer("select_last_index", 0) != 0;
    const lines view(x.dims, axis);
    shape dims = x.dims;
    if (c.integer("keepdims", 1) != 0)
        dims[axis] = 1;
    else
        dims.erase(dims.begin() + std::ptrdiff_t(axis));
    tensor y(element_type::int64, dims);
    for (std::int64_t line = 0; line < view.count; ++line) {
        std::int64_t best = 0;
        for (std::int64_t k = 1; k < view.length; ++k) {
            const double a = x.number(view.at(line, k));
            const double b = x.number(view.at(line, best));
            if ((is_max ? a > b : a < b) || (takes_last && a == b)) best = k;
        }
        y.set(line, best);
    }
    return {y};
}

tensors arg_max(const call& c) { return arg_extremum(c, true); }
tensors arg_min(const call& c) { return arg_extremum(c, false); }

/// Each element takes in those before it (after it, if reversed); exclusive leaves itself out.
template <class T, class Function>
tensor accumulate(const call& c, T start, Function function) {
    const tensor& x = c[0];
    const lines view(x.dims, axis_of(c[1].integer(0), x.rank()));
    const bool is_exclusive = c.integer("exclusive", 0) != 0;
    const bool is_reversed = c.integer("reverse", 0) != 0;
    tensor y(x.type, x.dims);
    for (std::int64_t line = 0; line < view.count; ++line) {
        T so_far = start;
        for (std::int64_t k = 0; k < view.length; ++k) {
            const std::int64_t i = view.at(line, is_reversed ? view.length - 1 - k : k);
            if (is_exclusive) y.set(i, so_far);
            so_far = function(so_far, i);
            if (!is_exclusive) y.set(i, so_far);
        }
    }
    return y;
}

std::int64_t sum_of(std::int64_t a, std::int64_t b) {
    return std::int64_t(std::uint64_t(a) + std::uint64_t(b));
}

std::int64_t product_of(std::int64_t a, std::int64_t b) {
    return std::int64_t(std::uint64_t(a) * std::uint64_t(b));
}

tensors cum_sum(const call& c) {
    const tensor& x = c[0];
    if (x.is_real())
        return {accumulate(c, 0.0, [&](double a, std::int64_t i) { return a + x.number(i); })};
    return {accumulate(c, std::int64_t{0},
                       [&](std::int64_t a, std::int64_t i) { return sum_of(a, x.integer(i)); })};
}

tensors cum_prod(const call& c) {
    const tensor& x = c[0];
    if (x.is_real())
        return {accumulate(c, 1.0, [&](double a, std::int64_t i) { return a * x.number(i); })};
    return {accumulate(c, std::int64_t{1}, [&](std::int64_t a, std::int64_t i) {
        return product_of(a, x.integer(i));
    })};
}

}  // namespace

void add_reductions(operator_map& all) {
    const auto same = [](auto x) { return x; };
    const auto absolute = [](auto x) { return x < 0 ? -x : x; };
    const auto square = [](auto x) { return x * x; };
    all["ArgMax"] = arg_max;
    all["ArgMin"] = arg_min;
    all["CumProd"] = cum_prod;
    all["CumSum"] = cum_sum;
    all["ReduceL1"] = reduce_sum(absolute);
    all["ReduceL2"] = function_of_sum(square, [](double x) { return std::sqrt(x); });
    all["ReduceLogSum"] = function_of_sum(same, [](double x) { return std::log(x); });
    all["ReduceLogSumExp"] = log_sum_exp;
    all["ReduceMax"] = reduce_max;
    all["ReduceMean"] = reduce_mean;
    all["ReduceMin"] = reduce_min;
    all["ReduceProd"] = reduce_prod;
    all["ReduceSum"] = reduce_sum(same);
    all["ReduceSumSquare"] = reduce_sum(square);
}

}  // namespace reference
