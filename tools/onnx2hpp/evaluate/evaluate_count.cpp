// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/evaluate/arithmetic.hpp>
#include <onnx2hpp/evaluate/places.hpp>
#include <onnx2hpp/evaluate/rules.hpp>

namespace onnx2hpp {

/// start + k * delta, as many as the shape rule found.
shared_tensor evaluate_range(const constant_node& n) {
    shared_tensor result;
    with_element(n.input(0).type, [&]<class T>(T) {
        const T start = elements_of<T>(n.input(0))[0], delta = elements_of<T>(n.input(2))[0];
        std::vector<T> elements;
        for (std::int64_t k = 0; k < n.dims()[0]; ++k)
            elements.push_back(added(start, multiplied(static_cast<T>(k), delta)));
        result = tensor_of(n.input(0).type, n.dims(), elements);
    });
    return result;
}

/// One row for each axis, one column for each element that is not zero.
shared_tensor evaluate_non_zero(const constant_node& n) {
    const tensor_data& x = n.input(0);
    const std::vector<double> numbers = numbers_of(x);
    const std::int64_t count = n.dims()[1];
    std::vector<std::int64_t> places(static_cast<std::size_t>(element_count(n.dims())));
    std::size_t element = 0, column = 0;
    for_each_position(x.dims, [&](const extents& at) {
        if (numbers[element++] == 0) return;
        for (std::size_t axis = 0; axis < at.size(); ++axis)
            places[axis * static_cast<std::size_t>(count) + column] = at[axis];
        ++column;
    });
    return tensor_of(tigris::dtype::i64, n.dims(), places);
}

}  // namespace onnx2hpp
