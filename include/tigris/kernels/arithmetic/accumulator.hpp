// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// What kernels add up, and in what, for each element type.

#include <tigris/kernels/contract/constant_pointer.hpp>
#include <tigris/support/type_list.hpp>

namespace tigris::kernels {

template <class T>
struct accumulation {
    using element = T;
    using sum = int32_t;
    using weight = int8_t;
};
template <>
struct accumulation<int16_t> {
    using element = int16_t;
    using sum = int64_t;
    using weight = int8_t;
};
template <>
struct accumulation<float> {
    using element = float;
    using sum = float;
    using weight = float;
};

/// The activations of a layer that is made for T.
template <class T>
using activation_t = typename accumulation<T>::element;

/// Sums of elements of T, or of their products with weights.
template <class T>
using accumulator_t = typename accumulation<T>::sum;

/// Products of 16-bit codes and weights of which 32 bits hold the sum.
inline constexpr int32_t narrow_products = 511;

/// Sums of `count` products: 32 bits where they hold them.
template <class T, int32_t Count>
using sum_of_products_t =
    typename type_list<accumulator_t<T>,
                       int32_t>::template at<is_same<T, int16_t> && Count <= narrow_products>;

/// Sums of the elements that a window holds, of which 32 bits hold 65535.
template <class T>
using sum_of_elements_t = sum_of_products_t<T, 1>;

/// Weights that belong to activations of T.
template <class T>
using weight_t = typename accumulation<T>::weight;

/// What inner loops index: the bare pointer where there is one, which constant evaluation counts as
/// fewer steps.
constexpr const int8_t* raw(constant_pointer<int8_t> p) { return p.bytes; }
constexpr constant_pointer<float> raw(constant_pointer<float> p) { return p; }
constexpr constant_pointer<half> raw(constant_pointer<half> p) { return p; }

/// `sum` plus `count` products of 16-bit codes: as many at a time as 32 bits hold.
template <class Weights>
constexpr int64_t add_wide_products(int64_t sum, const int16_t* x, Weights w, int32_t count) {
    for (int32_t i = 0; i < count;) {
        const int32_t end = count - i < narrow_products ? count : i + narrow_products;
        int32_t partial = 0;
        for (; i < end; ++i) partial += int32_t(x[i]) * w[i];
        sum += partial;
    }
    return sum;
}

/// `sum` plus `count` products of elements and weights, added one after the other. Weights that
/// change their meaning on the way do it themselves (coded_weights.hpp).
template <class In, class Weights>
constexpr accumulator_t<In> add_products(accumulator_t<In> sum, const In* x, Weights w,
                                         int32_t count) {
    if constexpr (requires { w.add_products(sum, x, count); })
        return w.add_products(sum, x, count);
    else if constexpr (is_same<In, int16_t>)
        return add_wide_products(sum, x, w, count);
    else
        for (int32_t i = 0; i < count; ++i) sum += accumulator_t<In>(x[i]) * w[i];
    return sum;
}

/// The sum of `count` products of elements and weights.
template <class In, class Weights>
constexpr accumulator_t<In> dot(const In* x, Weights w, int32_t count) {
    accumulator_t<In> sum = 0;
    if constexpr (requires { w.add_products(sum, x, count); })
        return w.add_products(sum, x, count);
    else if constexpr (is_same<In, int16_t>)
        return add_wide_products(sum, x, w, count);
    else
        for (int32_t i = 0; i < count; ++i) sum += accumulator_t<In>(x[i]) * w[i];
    return sum;
}

}  // namespace tigris::kernels
