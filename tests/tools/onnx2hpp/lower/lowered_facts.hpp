// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// What tests ask a lowered model.

#include <onnx2hpp/lowered_model.hpp>

#include <algorithm>
#include <string>
#include <vector>

namespace onnx2hpp::test {

/// The operators of all steps, in order.
inline std::vector<std::string> steps(const lowered_model& m) {
    std::vector<std::string> result;
    for (const lowered_node& n : m.nodes)
        result.push_back(std::visit([](const auto& op) { return std::string(op.name); }, n.op));
    return result;
}

inline std::ptrdiff_t count_transposes(const lowered_model& m) {
    const std::vector<std::string> all = steps(m);
    return std::count(all.begin(), all.end(), "transpose");
}

inline const tigris::tensor& tensor_at(const lowered_model& m, int t) {
    return m.tensors[static_cast<std::size_t>(t)];
}

inline extents dims_of(const tigris::tensor& t) {
    return {t.dims.extent, t.dims.extent + t.dims.rank};
}

inline extents input_dims(const lowered_model& m) { return dims_of(tensor_at(m, m.inputs[0])); }
inline extents output_dims(const lowered_model& m) { return dims_of(tensor_at(m, m.outputs[0])); }

}  // namespace onnx2hpp::test
