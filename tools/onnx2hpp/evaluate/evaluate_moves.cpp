// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/attributes.hpp>
#include <onnx2hpp/evaluate/rules.hpp>
#include <onnx2hpp/load/concatenate.hpp>

namespace onnx2hpp {

shared_tensor evaluate_transpose(const constant_node& n) {
    const tensor_data& x = n.input(0);
    extents perm = integers_attribute(n.at, "perm", {});
    if (perm.empty())
        for (std::size_t axis = x.dims.size(); axis-- > 0;)
            perm.push_back(static_cast<std::int64_t>(axis));
    return permuted(x, std::vector<int>(perm.begin(), perm.end()));
}

shared_tensor evaluate_reshape(const constant_node& n) { return reshaped(n.input(0), n.dims()); }

shared_tensor evaluate_concat(const constant_node& n) {
    std::vector<shared_tensor> parts;
    for (std::size_t i = 0; i < n.at.inputs.size(); ++i) {
        if (!n.has_input(i) || n.input(i).type != n.input(0).type) return {};
        parts.push_back(std::make_shared<const tensor_data>(n.input(i)));
    }
    const std::int64_t axis = integer_attribute(n.at, "axis", 1);
    const auto rank = static_cast<std::int64_t>(parts[0]->dims.size());
    return concatenated(parts, static_cast<std::size_t>(axis < 0 ? axis + rank : axis));
}

}  // namespace onnx2hpp
