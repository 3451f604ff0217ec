// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/lower/nhwc_weights.hpp>

namespace onnx2hpp {

shared_tensor nhwc_weights(const tensor_data& w) {
    if (w.dims.size() == 4) return permuted(w, {0, 2, 3, 1});
    return reshaped(*permuted(w, {0, 2, 1}), {w.dims[0], w.dims[2], 1, w.dims[1]});
}

shared_tensor nhwc_depthwise_weights(const tensor_data& w) {
    const extents dims{w.dims[2], w.dims.size() == 4 ? w.dims[3] : 1, w.dims[0]};
    return reshaped(
        *permuted(w, w.dims.size() == 4 ? std::vector<int>{2, 3, 0, 1} : std::vector<int>{2, 0, 1}),
        dims);
}

shared_tensor nhwc_transposed_weights(const tensor_data& w, std::int64_t groups) {
    const shared_tensor grouped = reshaped(w, with_groups(w.dims, groups));
    return reshaped(*permuted(*grouped, nhwc_order(w.dims.size())), nhwc_dims(w.dims, groups));
}

extents with_groups(const extents& dims, std::int64_t groups) {
    extents result{groups, dims[0] / groups};
    result.insert(result.end(), dims.begin() + 1, dims.end());
    return result;
}

axis_order nhwc_order(std::size_t rank) { return with_innermost(onnx_order(rank + 1), 1); }

extents nhwc_dims(const extents& dims, std::int64_t groups) {
    extents result{dims[1] * groups};
    result.insert(result.end(), dims.begin() + 2, dims.end());
    result.push_back(dims[0] / groups);
    return result;
}

}  // namespace onnx2hpp
