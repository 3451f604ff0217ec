// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// The one place that turns a node into plain facts: planners read these and nothing else.

#include <tigris/model/graph.hpp>
#include <tigris/model/kernel_facts.hpp>
#include <tigris/ops/description.hpp>
#include <tigris/planning/target/target.hpp>

namespace tigris::planning {

/// A step as planners see it.
struct step_facts {
    ops::description op{};       // what the operator says of this step
    kernel_facts kernel{};       // what the step's kernel needs and takes
    bool writes_slices = false;  // output pixels may be a slice of wider pixels
    int16_t first_input = 0;     // index of the first input in network::edges
    int16_t inputs = 0;          // how many edges from first_input on are inputs
    int16_t first_output = 0;    // index of the first output in network::edges
    int16_t outputs = 0;         // how many edges from first_output on are outputs
    int64_t constant_bytes = 0;  // bytes of constants that a call reads from flash

    /// Whether the kernel can make a strip of the output's columns.
    constexpr bool by_columns() const { return op.by_columns && !kernel.only_whole_rows; }
};

/// A tensor as planners see it.
struct tensor_facts {
    tensor_kind kind = tensor_kind::activation;  // activation, input, output or constant
    int16_t index = -1;     // number among the inputs, outputs or constants of the model
    int64_t bytes = 0;      // bytes of all elements
    row_extents extents{};  // the tensor as images of rows
    int16_t bits = 0;       // bits of an element; 0: only `bytes` is known
};

/// A model as planners see it. States follow its own inputs and outputs. The workspace keeps states
/// from one run to the next, apart from all regions.
struct network {
    view<const tensor_facts> tensors;  // tensors of the model
    view<const step_facts> steps;      // steps in execution order
    view<const int16_t> edges;         // numbers of tensors: inputs and outputs of all steps
    int own_inputs = INT16_MAX;        // inputs that are not states
    int own_outputs = INT16_MAX;       // outputs that are not states
    view<const int8_t> regions{};      // region of each tensor; -1: any; empty: any for all tensors
    int64_t prefix_bytes = 0;          // bytes at the start of fast memory, for packed constants
    int64_t saved_bytes = 0;           // bytes of flash that packed constants save
    /// Steps with the substitutes of all kernels that have some (target::scratch); empty: there are
    /// none.
    view<const step_facts> least{};

    constexpr view<const int16_t> inputs_of(int step) const {
        const step_facts& s = steps.data[step];
        return {edges.data + s.first_input, s.inputs};
    }
    constexpr int16_t output_of(int step) const {
        return edges.data[steps.data[step].first_output];
    }
};

/// Bytes of the constants among a step's inputs.
constexpr int64_t constant_bytes_of(view<const tensor_facts> tensors, const int16_t* inputs,
                                    int count) {
    int64_t bytes = 0;
    for (int i = 0; i < count; ++i) {
        if (inputs[i] < 0) continue;
        const tensor_facts& t = tensors.data[inputs[i]];
        if (t.kind == tensor_kind::constant) bytes += t.bytes;
    }
    return bytes;
}

constexpr step_facts facts_of(const node& n, view<const tensor_facts> tensors, const operands& t,
                              const ops::description& op, bool writes_slices,
                              const kernel_facts& kernel) {
    return {.op = op,
            .kernel = kernel,
            .writes_slices = writes_slices,
            .first_input = n.first_input,
            .inputs = n.inputs,
            .first_output = n.first_output,
            .outputs = n.outputs,
            .constant_bytes = constant_bytes_of(tensors, t.input_edges, t.inputs)};
}

/// Whether a step may take more flash for less time.
constexpr bool may_take_flash(optimize policy, int64_t macs, int64_t macs_of_model) {
    switch (policy) {
        case optimize::speed: return true;
        case optimize::size: return false;
        default: return macs * 50 >= macs_of_model;  // 2 %
    }
}

/// Whether an operator's kernel is compiled to few bytes of machine code. `macs`:
/// multiply-accumulates of all steps of the operator. `balanced` does not judge operators without
/// any.
constexpr bool wants_few_bytes(optimize policy, int64_t macs, int64_t macs_of_model) {
    switch (policy) {
        case optimize::speed: return false;
        case optimize::size: return true;
        default: return macs > 0 && macs * 200 < macs_of_model;  // 0.5 %
    }
}

constexpr tensor_facts facts_of(const tensor& t) {
    const int bits = bits_of(t.type);
    return {t.kind, t.index, bytes_of_bits(bits, stored_elements(t.order, t.dims)), rows_of(t.dims),
            int16_t(bits)};
}

constexpr bool looks_across_rows(const step_facts& s) { return ops::looks_across_rows(s.op); }

/// A tensor as a step sees it: the rows of all images follow each other, unless the step looks
/// across rows.
constexpr row_extents rows_for(bool looks_across, const row_extents& e) {
    if (looks_across || e.images == 1) return e;
    return {1, e.images * e.rows, e.width, e.channels};
}
constexpr row_extents rows_for(const step_facts& s, const row_extents& e) {
    return rows_for(looks_across_rows(s), e);
}

}  // namespace tigris::planning
