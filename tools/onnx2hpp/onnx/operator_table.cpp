// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/onnx/operator_table.hpp>
#include <onnx2hpp/onnx/opsets.hpp>

#include <utility>

namespace onnx2hpp {

operator_table::operator_table(operator_entries entries) : all(std::move(entries)) {
    for (const operator_entry& entry : all) by_type.emplace(entry.type, &entry);
}

const operator_entry* operator_table::find(const node& n) const {
    const auto found = n.domain.empty() ? by_type.find(n.op_type) : by_type.find(qualified_name(n));
    return found == by_type.end() ? nullptr : found->second;
}

const operator_entry& entry_of(const onnx_model& m, const node& n) {
    static const operator_entry unknown{};
    const operator_entry* entry = m.operators ? m.operators->find(n) : nullptr;
    return entry ? *entry : unknown;
}

}  // namespace onnx2hpp
