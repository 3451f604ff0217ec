// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// What one node makes of constants.

#include <helpers/model_builder.hpp>
#include <onnx2hpp/evaluate/evaluate.hpp>

namespace onnx2hpp::test {

using reals = std::vector<double>;

/// A constant in a test.
struct given {
    extents dims;
    reals elements;
    tigris::dtype type = tigris::dtype::f32;
};

inline given integers_given(const std::vector<double>& elements) {
    return {{static_cast<std::int64_t>(elements.size())}, elements, tigris::dtype::i64};
}

/// Null where nobody knows how.
inline shared_tensor computed(const std::string& op_type, const std::vector<given>& inputs,
                              const extents& dims, tigris::dtype type, attributes held = {}) {
    model_builder b;
    std::vector<value_id> operands;
    for (const given& g : inputs) operands.push_back(b.constant(g.dims, g.elements, g.type));
    value& output = b.model.values[static_cast<std::size_t>(b.node(op_type, operands, held))];
    output.dims = dims;
    output.type = type;
    output.shape_known = true;
    return evaluate(b.model, b.model.nodes[0]);
}

inline reals numbers_computed(const std::string& op_type, const std::vector<given>& inputs,
                              const extents& dims, tigris::dtype type, attributes held = {}) {
    return numbers_of(*computed(op_type, inputs, dims, type, std::move(held)));
}

}  // namespace onnx2hpp::test
