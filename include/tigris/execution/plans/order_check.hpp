// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Checks the order of weights in flash. If the backend's kernel does not read that order, one error
// names the step.

#include <tigris/kernels/contract/backend.hpp>
#include <tigris/ops/list.hpp>
#include <tigris/support/check.hpp>
#include <tigris/support/type_list.hpp>

namespace tigris::execution {

/// Completing this type gives one error if the kernel does not read the order of a step's weights.
template <class Model, auto Op, weight_order Has, weight_order Reads>
struct order_of_weights {
    static_assert(
        Has == weight_order::canonical || Has == Reads,
        "tigris: the header's weights are arranged for another backend than the target's; "
        "convert the model with --backend for this target");
};

/// The order of a step's weights; other constants have the canonical one.
constexpr weight_order order_of_constants(const operands& t) {
    weight_order order = weight_order::canonical;
    for (int i = 0; i < t.inputs; ++i)
        if (t.has_input(i) && t.input(i).order != weight_order::canonical) order = t.input(i).order;
    return order;
}

/// The error of a step whose weights lie in an order that its kernel does not read.
template <auto Model, backend Backend, int Step>
constexpr auto find_order_check() {
    constexpr operands tensors = Model.graph.all().operands_of(Step);
    constexpr weight_order reads = weight_order_of(typename kernels::backend_tag<Backend>::type{},
                                                   ops::attributes_of<Model, Step>(), tensors);
    return as_check<order_of_weights<type_of<Model>, static_cast<typename type_of<Model>::op>(Step),
                                     order_of_constants(tensors), reads>>();
}

/// Completes that error for step Step; -1: there is no error.
template <auto Model, backend Backend, int Step>
constexpr void check_order() {
    if constexpr (Step >= 0) complete(find_order_check<Model, Backend, Step>());
}

}  // namespace tigris::execution
