// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// What is wrong with a buffer for an input or output.

#include <tigris/execution/arguments/binding.hpp>

namespace tigris::execution {

enum class buffer_fault {
    none,
    not_a_buffer,
    of_another_edge,
    bytes_for_floats,
    type,
    extents,
    order
};

/// The fault of a buffer that has extents and does not say its order. If the model's order differs
/// from ONNX's, neither a flat buffer nor one that fits both orders says which one it has.
constexpr buffer_fault fault_of_extents(const tensor& wanted, const shape& has) {
    const shape memory = without_ones(wanted.dims);
    if (has == memory && extents_tell_order(wanted)) return buffer_fault::none;
    const bool is_flat = has.rank <= 1 && element_count(has) == element_count(wanted);
    if (!is_flat && has != memory) return buffer_fault::extents;
    return has_onnx_order(wanted) ? buffer_fault::none : buffer_fault::order;
}

/// The fault of a buffer that the caller says to be in the order of memory. Extents that only
/// ONNX's order has say otherwise.
constexpr buffer_fault fault_of_ordered(const tensor& wanted, const shape& has) {
    const bool is_in_onnx_order =
        has == without_ones(onnx_dims(wanted)) && has != without_ones(wanted.dims);
    const bool fits = element_count(has) == element_count(wanted);
    return fits && !is_in_onnx_order ? buffer_fault::none : buffer_fault::extents;
}

template <class Edge, class B>
constexpr buffer_fault fault_of_array() {
    using facts = buffer_facts<B>;
    constexpr stated_extents has = facts::extents;
    constexpr bool is_ordered = requires { typename B::ordered; };
    if (!has.known) return buffer_fault::not_a_buffer;
    if constexpr (!is_same<typename facts::type, typename Edge::type>)
        return is_same<typename Edge::type, float> && sizeof(typename facts::type) == 1
                   ? buffer_fault::bytes_for_floats
                   : buffer_fault::type;
    return is_ordered ? fault_of_ordered(Edge::info, has.dims)
                      : fault_of_extents(Edge::info, has.dims);
}

template <class Edge, class B>
constexpr buffer_fault fault_of_buffer() {
    if constexpr (is_same<B, missing>)
        return buffer_fault::none;
    else if constexpr (requires { typename B::edge_type; })
        return is_same<typename B::edge_type, Edge> ? buffer_fault::none
                                                    : buffer_fault::of_another_edge;
    else if constexpr (is_buffer<B>)
        return fault_of_array<Edge, B>();
    else
        return buffer_fault::not_a_buffer;
}

}  // namespace tigris::execution
