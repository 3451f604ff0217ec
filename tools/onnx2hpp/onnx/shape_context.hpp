// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// What a shape rule sees: a node, the values it reads, and the place for its result.

#include <onnx2hpp/onnx_model.hpp>

#include <string>

namespace onnx2hpp {

class shape_context {
public:
    shape_context(onnx_model& model, const node& at) : at(at), model(model) {}

    const node& at;
    const onnx_model& source() const { return model; }

    bool has_input(std::size_t i) const;
    /// Input i. Throws failure(bad_input) where it is absent, or its shape is unknown.
    const value& input(std::size_t i) const;
    /// `input 1 ('w')`, for messages.
    std::string label_of_input(std::size_t i) const;

    /// Numbers of an int64 input that must be constant, of rank 1 (or 0, where it is one number).
    /// Throws failure(unsupported) where they are computed at run time.
    std::vector<std::int64_t> constant_integers(std::size_t i) const;

    /// An axis counted from the front, of one that may be negative. Throws failure(bad_input)
    /// unless it lies in [-rank, rank).
    std::size_t axis_from(std::int64_t axis, std::size_t rank) const;
    /// Several axes counted from the front, ascending; the axes must differ. Throws as axis_from()
    /// does.
    std::vector<std::size_t> axes_from(const extents& axes, std::size_t rank) const;

    /// Throws failure(unsupported) unless input i is float, or is known to be quantized.
    void require_real(std::size_t i) const;
    /// Throws failure(bad_input) unless inputs i and j have one type; quantized ones may differ.
    void require_same_type(std::size_t i, std::size_t j) const;

    /// Gives output 0 its shape and type. A type that a pass gave the output by quantizing it
    /// stays. Throws failure(bad_input) for shapes that are too large, failure(unsupported) for too
    /// many axes.
    void set_output(tigris::dtype type, const extents& dims);
    void set_constant(std::shared_ptr<const tensor_data> constant);

private:
    bool reads_constants() const;

    onnx_model& model;
};

}  // namespace onnx2hpp
