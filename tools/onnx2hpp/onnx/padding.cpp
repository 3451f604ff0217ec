// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/attributes.hpp>
#include <onnx2hpp/diagnostic.hpp>
#include <onnx2hpp/onnx/constant_list.hpp>
#include <onnx2hpp/onnx/extents.hpp>
#include <onnx2hpp/onnx/padding.hpp>

#include <fmt/format.h>

namespace onnx2hpp {

extents padding_of(const onnx_model& model, const node& n) {
    const std::size_t rank = model.values[static_cast<std::size_t>(n.inputs[0])].dims.size();
    const extents given =
        n.since < 11 ? integers_attribute(n, "pads", {}) : constant_list(model, n, 1, "pads");
    const extents named = has_input(n, 3) ? constant_list(model, n, 3, "axes") : all_axes(rank);
    const std::vector<std::size_t> axes = distinct_axes(n, named, rank);
    if (given.size() != 2 * axes.size())
        fail_bad_input(n, fmt::format("pads {} do not fit {} axes", to_text(given), axes.size()));
    extents pads(2 * rank, 0);
    for (std::size_t i = 0; i < axes.size(); ++i) {
        pads[axes[i]] = given[i];
        pads[rank + axes[i]] = given[axes.size() + i];
    }
    return pads;
}

}  // namespace onnx2hpp
