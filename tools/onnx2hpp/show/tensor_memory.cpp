// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/show/constants.hpp>

#include <onnx2hpp/plan/words.hpp>

namespace onnx2hpp {

std::int64_t constant_bytes(const lowered_model& model, const lowered_node& step) {
    std::int64_t bytes = 0;
    for (const int t : step.inputs)
        if (t >= 0 && model.tensors[std::size_t(t)].kind == tigris::tensor_kind::constant)
            bytes += tigris::bytes_of(model.tensors[std::size_t(t)]);
    return bytes;
}

const char* region_of_constant(const analysis& a, int index) {
    constant_place place{};
    if (!a.model.constant_places.empty()) place = a.model.constant_places[std::size_t(index)];
    const int memory = place.memory < 0 ? a.constants_region : place.memory;
    return memory < 0 ? "flash" : spell_region(a.target, memory);
}

}  // namespace onnx2hpp
