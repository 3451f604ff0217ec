// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/lower/resizing_order.hpp>

namespace onnx2hpp {

std::optional<axis_order> resizing_order(const resizing& r, const axis_order& now) {
    const std::size_t rank = r.scales.size();
    if (rank < 3 || rank > 4 || r.scales[0] != 1) return {};
    std::optional<axis_order> result;
    for (std::size_t channels = 1; channels < rank; ++channels) {
        const axis_order order = with_innermost(onnx_order(rank), static_cast<int>(channels));
        if (r.scales[channels] == 1 && (!result || order == now)) result = order;
    }
    return result;
}

}  // namespace onnx2hpp
