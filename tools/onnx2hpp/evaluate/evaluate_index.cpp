// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/attributes.hpp>
#include <onnx2hpp/evaluate/arithmetic.hpp>
#include <onnx2hpp/evaluate/places.hpp>
#include <onnx2hpp/evaluate/rules.hpp>
#include <onnx2hpp/onnx/constant_list.hpp>

#include <numeric>

namespace onnx2hpp {
namespace {

std::size_t axis_of(const constant_node& n) {
    return distinct_axes(n.at, {integer_attribute(n.at, "axis", 0)}, n.input(0).dims.size())[0];
}

/// Indices, which the shape rules have checked, counted from the front: bounds[k] places for the
/// k-th of a tuple.
extents indices_of(const constant_node& n, const extents& bounds) {
    extents indices = integers_of(n.input(1));
    for (std::size_t i = 0; i < indices.size(); ++i)
        if (indices[i] < 0) indices[i] += bounds[i % bounds.size()];
    return indices;
}

/// The elements of the data that indices name one by one.
element_places element_places_of(const constant_node& n) {
    const extents& dims = n.input(0).dims;
    const std::size_t axis = axis_of(n);
    const extents strides = strides_of(dims), indices = indices_of(n, {dims[axis]});
    element_places places;
    for_each_position(n.input(1).dims, [&](const extents& at) {
        const std::int64_t moved = indices[places.size()] - at[axis];
        places.push_back(
            std::inner_product(at.begin(), at.end(), strides.begin(), std::int64_t{0}) +
            moved * strides[axis]);
    });
    return places;
}

/// The elements of the data that tuples of indices name, behind `batch` axes that both have.
element_places block_places_of(const constant_node& n, std::size_t batch) {
    const extents &dims = n.input(0).dims, &tuples = n.input(1).dims;
    const auto depth = static_cast<std::size_t>(tuples.back());
    const auto first = dims.begin() + static_cast<std::ptrdiff_t>(batch);
    const extents strides = strides_of(dims);
    const extents indices = indices_of(n, {first, first + static_cast<std::ptrdiff_t>(depth)});
    const extents inner(first + static_cast<std::ptrdiff_t>(depth), dims.end());
    const extents outer(tuples.begin(), tuples.end() - 1);
    const std::int64_t run = element_count(inner);
    element_places places;
    std::size_t next = 0;
    for_each_position(outer, [&](const extents& at) {
        std::int64_t place = 0;
        for (std::size_t k = 0; k < batch; ++k) place += at[k] * strides[k];
        for (std::size_t k = 0; k < depth; ++k) place += indices[next++] * strides[batch + k];
        for (std::int64_t i = 0; i < run; ++i) places.push_back(place + i);
    });
    return places;
}

/// The data with updates at these places.
shared_tensor scattered(const constant_node& n, const element_places& places) {
    const tensor_data &data = n.input(0), &updates = n.input(2);
    const std::string reduction = text_attribute(n.at, "reduction", "none");
    shared_tensor result;
    with_element(data.type, [&]<class T>(T) {
        std::vector<T> elements = elements_of<T>(data);
        const std::vector<T> news = elements_of<T>(updates);
        for (std::size_t i = 0; i < places.size(); ++i) {
            T& old = elements[static_cast<std::size_t>(places[i])];
            old = reduction == "add"   ? added(old, news[i])
                  : reduction == "mul" ? multiplied(old, news[i])
                  : reduction == "min" ? smaller(old, news[i])
                  : reduction == "max" ? larger(old, news[i])
                                       : news[i];
            if (data.type == tigris::dtype::boolean) old = static_cast<T>(old != T{0});
        }
        result = tensor_of(data.type, data.dims, elements);
    });
    return result;
}

}  // namespace

shared_tensor evaluate_gather(const constant_node& n) {
    const extents& dims = n.input(0).dims;
    const std::size_t axis = axis_of(n), count = n.input(1).dims.size();
    const extents strides = strides_of(dims), indices = indices_of(n, {dims[axis]});
    const extents index_strides = strides_of(n.input(1).dims);
    element_places places;
    for_each_position(n.dims(), [&](const extents& at) {
        std::int64_t index = 0, place = 0;
        for (std::size_t k = 0; k < count; ++k) index += at[axis + k] * index_strides[k];
        for (std::size_t k = 0; k < dims.size(); ++k)
            place += strides[k] * (k == axis  ? indices[static_cast<std::size_t>(index)]
                                   : k < axis ? at[k]
                                              : at[k + count - 1]);
        places.push_back(place);
    });
    return picked(n.input(0), n.dims(), places);
}

shared_tensor evaluate_gather_elements(const constant_node& n) {
    return picked(n.input(0), n.dims(), element_places_of(n));
}

shared_tensor evaluate_gather_nd(const constant_node& n) {
    const auto batch = static_cast<std::size_t>(integer_attribute(n.at, "batch_dims", 0));
    return picked(n.input(0), n.dims(), block_places_of(n, batch));
}

shared_tensor evaluate_scatter_elements(const constant_node& n) {
    return scattered(n, element_places_of(n));
}

shared_tensor evaluate_scatter_nd(const constant_node& n) {
    return scattered(n, block_places_of(n, 0));
}

}  // namespace onnx2hpp
