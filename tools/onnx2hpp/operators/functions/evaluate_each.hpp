// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Functions of constants, element by element.

#include <onnx2hpp/constants.hpp>
#include <onnx2hpp/evaluate/evaluate.hpp>
#include <onnx2hpp/evaluate/places.hpp>

namespace onnx2hpp {

/// f of each element of an input of type T.
template <class T, class F>
shared_tensor each_of(const constant_node& n, F f) {
    const tensor_data& x = n.input(0);
    std::vector<std::invoke_result_t<F, T>> elements;
    elements.reserve(static_cast<std::size_t>(element_count(x.dims)));
    for (const T element : elements_of<T>(x)) elements.push_back(f(element));
    return tensor_of(n.output().type, x.dims, elements);
}

template <class F>
shared_tensor pairwise(const constant_node& n, F f) {
    return pairwise(n, n.input(0), n.input(1), f);
}

/// f of each pair of elements of two inputs of one type.
template <class F>
shared_tensor pairwise(const constant_node& n, const tensor_data& a, const tensor_data& b, F f) {
    if (a.type != b.type) return {};
    const element_places left = broadcast_places(a.dims, n.dims());
    const element_places right = broadcast_places(b.dims, n.dims());
    shared_tensor result;
    with_element(a.type, [&]<class T>(T) {
        const std::vector<T> x = elements_of<T>(a), y = elements_of<T>(b);
        std::vector<std::invoke_result_t<F, T, T>> elements;
        elements.reserve(left.size());
        for (std::size_t i = 0; i < left.size(); ++i)
            elements.push_back(
                f(x[static_cast<std::size_t>(left[i])], y[static_cast<std::size_t>(right[i])]));
        result = tensor_of(n.output().type, n.dims(), elements);
    });
    return result;
}

bool divides_by_zero(const tensor_data& divisor);

/// Truth values, as the bytes that booleans are.
template <class F>
shared_tensor truth(const constant_node& n, F f) {
    return pairwise(n, [f](auto a, auto b) { return std::uint8_t{f(a, b)}; });
}

/// f of each element of input 0, a float32 or double; nothing for other types.
template <class F>
shared_tensor each_real(const constant_node& n, F f) {
    if (n.input(0).type == tigris::dtype::f64) return each_of<double>(n, f);
    if (n.input(0).type != tigris::dtype::f32) return {};
    return each_of<float>(n, [f](float x) { return static_cast<float>(f(x)); });
}

}  // namespace onnx2hpp
