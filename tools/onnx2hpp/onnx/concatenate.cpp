// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/onnx/concatenate.hpp>

#include <onnx2hpp/onnx/extents.hpp>

namespace onnx2hpp {

shared_tensor concatenated(const std::vector<shared_tensor>& parts, std::size_t axis) {
    tensor_data whole{parts[0]->type, parts[0]->dims, {}};
    whole.dims[axis] = 0;
    for (const shared_tensor& part : parts) whole.dims[axis] += part->dims[axis];
    const std::int64_t width = bits_of(whole.type) / 8;
    for (std::int64_t outer = 0; outer < count_between(whole.dims, 0, axis); ++outer)
        for (const shared_tensor& part : parts) {
            const std::int64_t span = width * count_between(part->dims, axis, part->dims.size());
            const auto from = part->bytes.begin() + outer * span;
            whole.bytes.insert(whole.bytes.end(), from, from + span);
        }
    return std::make_shared<const tensor_data>(std::move(whole));
}

}  // namespace onnx2hpp
