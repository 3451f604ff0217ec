// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// A step's tensors as operators' functions see them.

#include <onnx2hpp/lowered_model.hpp>

namespace onnx2hpp {

/// Refers to the model, which must not get more tensors meanwhile.
class step_operands {
public:
    step_operands(const lowered_model& model, const lowered_node& n)
        : model_(model),
          inputs_(n.inputs.begin(), n.inputs.end()),
          outputs_(n.outputs.begin(), n.outputs.end()) {}

    tigris::operands get() const {
        return {{model_.tensors.data(), int(model_.tensors.size())},
                inputs_.data(),
                outputs_.data(),
                int(inputs_.size()),
                int(outputs_.size())};
    }

private:
    const lowered_model& model_;
    std::vector<std::int16_t> inputs_, outputs_;
};

inline const tigris::tensor& tensor_at(const lowered_model& model, int t) {
    return model.tensors[std::size_t(t)];
}

/// How many channels a tensor has: the elements of its innermost axis.
inline int channels_of(const tigris::tensor& t) {
    return t.dims.rank == 0 ? 1 : t.dims[t.dims.rank - 1];
}

/// Whether the elements are codes that steps compute with.
inline bool has_codes(const tigris::tensor& t) {
    return tigris::is_quantizable(t.type) && tigris::is_quantized(t);
}

}  // namespace onnx2hpp
