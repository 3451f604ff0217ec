// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/load/concatenate.hpp>

namespace onnx2hpp {
namespace {

std::size_t product(const extents& dims, std::size_t first, std::size_t last) {
    std::size_t result = 1;
    for (std::size_t k = first; k < last; ++k) result *= static_cast<std::size_t>(dims[k]);
    return result;
}

}  // namespace

shared_tensor concatenated(const std::vector<shared_tensor>& parts, std::size_t axis) {
    tensor_data whole{parts[0]->type, parts[0]->dims, {}};
    whole.dims[axis] = 0;
    for (const shared_tensor& part : parts) whole.dims[axis] += part->dims[axis];
    const std::size_t width = static_cast<std::size_t>(bits_of(whole.type)) / 8;
    for (std::size_t outer = 0; outer < product(whole.dims, 0, axis); ++outer)
        for (const shared_tensor& part : parts) {
            const std::size_t run = width * product(part->dims, axis, part->dims.size());
            const auto from = part->bytes.begin() + static_cast<std::ptrdiff_t>(outer * run);
            whole.bytes.insert(whole.bytes.end(), from, from + static_cast<std::ptrdiff_t>(run));
        }
    return std::make_shared<const tensor_data>(std::move(whole));
}

}  // namespace onnx2hpp
