// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Other elements for constants, which several steps may share.

#include <onnx2hpp/lowered_model.hpp>

#include <map>
#include <utility>

namespace onnx2hpp {

/// Collects new elements for constants of steps. Steps that read the same new elements instead of
/// the same constant share them. The old constant keeps its elements for steps without new ones. If
/// there are none, it takes one of the new sets, so that no constant is left without a reader.
class constant_writer {
public:
    /// Changes the model in finish().
    explicit constant_writer(lowered_model& model) : model_(model) {}

    /// The elements and extents that input `place` of a step reads from now on.
    void put(std::size_t step, std::size_t place, tensor_data data);
    void finish();

private:
    using reading = std::pair<std::size_t, std::size_t>;

    void write(int constant, std::vector<reading> readings);
    tensor_data wanted(const reading& r, int constant) const;
    void set(int constant, tensor_data data);
    int copy_of(int constant, tensor_data data);

    lowered_model& model_;
    std::map<reading, tensor_data> put_;
};

}  // namespace onnx2hpp
