// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// One number from all elements along some axes, in plain C++.

#include <tigris/kernels/arithmetic/functions/roots.hpp>
#include <tigris/kernels/arithmetic/functions/wrapping.hpp>
#include <tigris/kernels/contract/backend.hpp>
#include <tigris/kernels/contract/key.hpp>
#include <tigris/kernels/contract/row_window.hpp>
#include <tigris/kernels/walks/split_axes.hpp>
#include <tigris/ops/list.hpp>
#include <tigris/support/math.hpp>

namespace tigris::kernels {

template <class T>
struct reduce_layer {
    split_axes axes{};
};

struct reduce_key {
    ops::reduce_function function{};  // function of the elements that become one
    bool quantized = false;           // elements are codes; only their extremes are taken

    friend constexpr bool operator==(const reduce_key&, const reduce_key&) = default;
};

constexpr reduce_key key_of(const ops::reduce& op, const operands& t, rounding) {
    return {.function = op.function,
            .quantized = is_quantized(t.input(0)) || is_quantized(t.output())};
}

template <class T>
constexpr reduce_layer<T> layer_of(const ops::reduce& op, const operands& t, view<const constant>,
                                   rounding) {
    return {split_axes_of(t.input(0).dims, op.axes)};
}

template <ops::reduce_function F, class T>
constexpr auto find_term() {
    using enum ops::reduce_function;
    if constexpr (F == l2 && !is_same<T, float>)
        return uint64_t{};
    else if constexpr (F == mean && sizeof(T) < sizeof(int32_t))
        return int32_t{};
    else
        return T{};
}

/// The type of terms: that of the elements. Squares of integers whose root is wanted have 64 bits,
/// and small integers whose mean is wanted have 32.
template <ops::reduce_function F, class T>
using reduce_term_t = decltype(find_term<F, T>());

/// The type in which terms are added up.
template <ops::reduce_function F, class T>
using reduce_sum_t = typename wrapping_sum<reduce_term_t<F, T>>::type;

/// `result` and one more term.
template <ops::reduce_function F, class Sum, class T>
constexpr Sum accumulated(Sum result, T x) {
    using enum ops::reduce_function;
    if constexpr (F == l1)
        return result + (x < T(0) ? Sum(0) - Sum(x) : Sum(x));
    else if constexpr (F == l2 || F == sum_square)
        return result + Sum(x) * Sum(x);
    else if constexpr (F == product)
        return result * Sum(x);
    else
        return result + Sum(x);
}

/// What the terms' sum becomes. Integers: means are cut off toward zero, roots down.
template <ops::reduce_function F, class T, class Sum>
constexpr T finished(Sum total, int32_t terms) {
    using enum ops::reduce_function;
    using term = reduce_term_t<F, T>;
    if constexpr (F == mean)
        return T(term(total) / term(terms));
    else if constexpr (F == l2 && is_same<T, float>)
        return square_root(total);
    else if constexpr (F == l2)
        return T(integer_root(total));
    else if constexpr (F == log_sum)
        return T(log(float(total)));
    else
        return T(total);
}

/// NaN wins over every number.
template <ops::reduce_function F, class T, class In>
constexpr T extreme_of(const axis_list& axes, const In& x) {
    T result = x[0];
    each_place(axes, [&](int32_t at) {
        const T next = x[at];
        const bool wins = F == ops::reduce_function::maximum ? next > result : next < result;
        if (wins || next != next) result = next;
    });
    return result;
}

/// Powers of differences to the largest, which do not overflow.
template <class In>
constexpr float log_sum_exp_of(const axis_list& axes, const In& x) {
    const float largest = extreme_of<ops::reduce_function::maximum, float>(axes, x);
    if (!(largest - largest == 0)) return largest;  // infinite, or NaN
    float sum = 0;
    each_place(axes, [&](int32_t at) { sum += exp(x[at] - largest); });
    return largest + log(sum);
}

template <ops::reduce_function F, class T, class In>
constexpr T reduced(const split_axes& axes, const In& x) {
    using enum ops::reduce_function;
    constexpr bool takes_logarithm = F == log_sum || F == log_sum_exp;
    static_assert(is_same<T, float> || !takes_logarithm,
                  "tigris: no kernel computes logarithms of sums of integers");
    if constexpr (F == maximum || F == minimum) {
        return extreme_of<F, T>(axes.reduced, x);
    } else if constexpr (F == log_sum_exp) {
        return log_sum_exp_of(axes.reduced, x);
    } else {
        using sum_type = reduce_sum_t<F, T>;
        sum_type total = F == product ? 1 : 0;
        each_place(axes.reduced, [&](int32_t at) { total = accumulated<F>(total, T(x[at])); });
        return finished<F, T>(total, axes.terms);
    }
}

/// x is a pointer, or reads a constant.
template <reduce_key G, class T, class In>
constexpr T* reduce_block(const reduce_layer<T>& layer, T* out, const In& x) {
    static_assert(!G.quantized || G.function == ops::reduce_function::maximum ||
                      G.function == ops::reduce_function::minimum,
                  "tigris: no kernel reduces codes by this function");
    each_place(layer.axes.kept,
               [&](int32_t at) { *out++ = reduced<G.function, T>(layer.axes, x + at); });
    return out;
}

template <reduce_key G, class T, class Rows>
[[gnu::noinline]] constexpr void rows(portable_tag, const reduce_layer<T>& layer, T* out,
                                      int32_t row_count, const Rows& in) {
    for (int32_t y = 0; y < row_count; ++y) out = reduce_block<G>(layer, out, in(y));
}

template <reduce_key G, class T, class In>
[[gnu::noinline]] constexpr void whole(portable_tag, const reduce_layer<T>& layer, T* out,
                                       const In& in) {
    reduce_block<G>(layer, out, in);
}

}  // namespace tigris::kernels
