// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/show/tensor_memory.hpp>

#include <onnx2hpp/placement/effective_rules.hpp>
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

const char* destination_of_constant(const analysis& a, int index) {
    if (a.model.constant_places.empty()) return nullptr;
    const int destination = a.model.constant_places[std::size_t(index)].destination;
    return destination < 0 ? nullptr : spell_region(a.target, destination);
}

std::string memory_of_tensor(const analysis& a, int tensor) {
    const tigris::tensor& info = a.model.tensors[std::size_t(tensor)];
    if (info.kind == tigris::tensor_kind::constant) return region_of_constant(a, info.index);
    const tigris::planning::tensor_plan& where = a.plan.tensors[std::size_t(tensor)];
    if (where.home == tigris::planning::home::arena) return spell_region(a.target, where.region);
    if (where.home == tigris::planning::home::constant) return "flash";
    if (where.home == tigris::planning::home::nowhere) return "row sink";
    if (kind_of(a.model, tensor) != tigris::placed::persistent) return "caller";
    const int wanted =
        a.model.tensor_places.empty() ? -1 : a.model.tensor_places[std::size_t(tensor)].region;
    return wanted < 0 ? "workspace" : spell_region(a.target, wanted);
}

}  // namespace onnx2hpp
