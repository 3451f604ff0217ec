// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/operators/windows/spatial.hpp>

#include <onnx2hpp/diagnostic.hpp>
#include <onnx2hpp/onnx/extents.hpp>
#include <onnx2hpp/onnx/shape_context.hpp>

#include <fmt/format.h>

namespace onnx2hpp {

extents spatial_of(const shape_context& c, std::size_t i) {
    const extents& dims = c.input(i).dims;
    if (dims.size() < 3)
        fail_bad_input(c.at, fmt::format("{} has shape {}, but must have batch, channels and space",
                                         c.label_of_input(i), to_text(dims)));
    return {dims.begin() + 2, dims.end()};
}

extents with_spatial(std::int64_t batch, std::int64_t channels, const extents& spatial) {
    extents dims{batch, channels};
    dims.insert(dims.end(), spatial.begin(), spatial.end());
    return dims;
}

}  // namespace onnx2hpp
