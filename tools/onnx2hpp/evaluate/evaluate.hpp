// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Computes nodes whose inputs are all constants: shapes, axes and weights.

#include <onnx2hpp/constants.hpp>
#include <onnx2hpp/onnx_model.hpp>

namespace onnx2hpp {

/// A node whose inputs are constants, and what is known of its result.
class constant_node {
public:
    constant_node(const onnx_model& model, const node& at) : at(at), model(model) {}

    const node& at;
    const onnx_model& source() const { return model; }

    bool has_input(std::size_t i) const { return onnx2hpp::has_input(at, i); }
    /// Requires has_input(i).
    const tensor_data& input(std::size_t i) const;
    const value& output() const;
    const extents& dims() const { return output().dims; }

private:
    const onnx_model& model;
};

/// The result of node n; null if an input is not constant, or if the operator has no evaluation for
/// this type. Requires that the shape of its output 0 is known.
shared_tensor evaluate(const onnx_model& model, const node& n);

}  // namespace onnx2hpp
