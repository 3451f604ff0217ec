// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/attributes.hpp>
#include <onnx2hpp/evaluate/arithmetic.hpp>
#include <onnx2hpp/evaluate/places.hpp>
#include <onnx2hpp/evaluate/rules.hpp>
#include <onnx2hpp/onnx/constant_list.hpp>

#include <algorithm>
#include <limits>

namespace onnx2hpp {
namespace {

using tigris::dtype;

/// Which axes are reduced: an attribute or input 1, by default all.
std::vector<bool> reduced_axes(const constant_node& n) {
    const std::size_t rank = n.input(0).dims.size();
    extents axes = integers_attribute(n.at, "axes", {});
    if (n.has_input(1)) axes = integers_of(n.input(1));
    const bool stays = axes.empty() && integer_attribute(n.at, "noop_with_empty_axes", 0) != 0;
    if (axes.empty() && !stays) axes = all_axes(rank);
    std::vector<bool> result(rank, false);
    for (const std::size_t axis : distinct_axes(n.at, axes, rank)) result[axis] = true;
    return result;
}

/// For each element of the input the number of the element of the result that it goes to.
element_places goals_of(const extents& dims, const std::vector<bool>& is_reduced) {
    extents kept = dims;
    for (std::size_t axis = 0; axis < dims.size(); ++axis)
        if (is_reduced[axis]) kept[axis] = 1;
    return broadcast_places(kept, dims);
}

/// f folds the elements, in their order, into the first; without elements the result is `neutral`.
template <class F, class Neutral>
shared_tensor reduced(const constant_node& n, F f, Neutral neutral) {
    const tensor_data& x = n.input(0);
    const element_places goals = goals_of(x.dims, reduced_axes(n));
    const auto count = static_cast<std::size_t>(element_count(n.dims()));
    shared_tensor result;
    if (goals.empty()) {
        with_element(x.type, [&]<class T>(T) {
            result = tensor_of(x.type, n.dims(),
                               std::vector<T>(count, neutral.template operator()<T>()));
        });
        return result;
    }
    with_element(x.type, [&]<class T>(T) {
        const std::vector<T> elements = elements_of<T>(x);
        std::vector<T> folded(count);
        std::vector<bool> begun(count, false);
        for (std::size_t i = 0; i < goals.size(); ++i) {
            const auto goal = static_cast<std::size_t>(goals[i]);
            folded[goal] = begun[goal] ? f(folded[goal], elements[i]) : elements[i];
            begun[goal] = true;
        }
        result = tensor_of(x.type, n.dims(), folded);
    });
    return result;
}

/// Where the sum that element i belongs to begins, and how far apart its elements are.
struct line {
    std::int64_t stride, extent;
};

line line_of(const extents& dims, std::size_t axis) { return {strides_of(dims)[axis], dims[axis]}; }

/// The running sums of one line.
template <class T>
void run_along(std::vector<T>& elements, std::size_t first, const line& along, bool exclusive,
               bool backwards) {
    T sum{};
    for (std::int64_t k = 0; k < along.extent; ++k) {
        const std::int64_t step = backwards ? along.extent - 1 - k : k;
        T& element = elements[first + static_cast<std::size_t>(step * along.stride)];
        const T before = sum;
        sum = added(sum, element);
        element = exclusive ? before : sum;
    }
}

}  // namespace

shared_tensor evaluate_reduce_sum(const constant_node& n) {
    return reduced(
        n, [](auto a, auto b) { return added(a, b); }, []<class T>() { return T(0); });
}

shared_tensor evaluate_reduce_product(const constant_node& n) {
    return reduced(
        n, [](auto a, auto b) { return multiplied(a, b); }, []<class T>() { return T(1); });
}

shared_tensor evaluate_reduce_max(const constant_node& n) {
    return reduced(
        n, [](auto a, auto b) { return larger(a, b); },
        []<class T>() {
            using limits = std::numeric_limits<T>;
            return limits::has_infinity ? T(-limits::infinity()) : limits::lowest();
        });
}

shared_tensor evaluate_reduce_min(const constant_node& n) {
    const bool is_bool = n.input(0).type == tigris::dtype::boolean;
    return reduced(
        n, [](auto a, auto b) { return smaller(a, b); },
        [is_bool]<class T>() {
            using limits = std::numeric_limits<T>;
            if (is_bool) return T(1);
            return limits::has_infinity ? limits::infinity() : limits::max();
        });
}

shared_tensor evaluate_cumulative_sum(const constant_node& n) {
    const tensor_data& x = n.input(0);
    const extents axes = integers_of(n.input(1));
    if (axes.size() != 1) return {};
    const line along = line_of(x.dims, distinct_axes(n.at, axes, x.dims.size())[0]);
    const bool exclusive = integer_attribute(n.at, "exclusive", 0) != 0;
    const bool backwards = integer_attribute(n.at, "reverse", 0) != 0;
    shared_tensor result;
    with_element(x.type, [&]<class T>(T) {
        std::vector<T> elements = elements_of<T>(x);
        for (std::size_t i = 0; i < elements.size(); ++i)
            if (static_cast<std::int64_t>(i) / along.stride % along.extent == 0)
                run_along(elements, i, along, exclusive, backwards);
        result = tensor_of(x.type, x.dims, elements);
    });
    return result;
}

}  // namespace onnx2hpp
