// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// The operators that a model may have: pipeline.cpp hands all of them to load().

#include <onnx2hpp/onnx/operator_entry.hpp>
#include <onnx2hpp/onnx_model.hpp>

#include <span>
#include <string_view>
#include <unordered_map>

namespace onnx2hpp {

/// Entries of operators by their type.
class operator_table {
public:
    explicit operator_table(operator_entries entries);
    operator_table(const operator_table&) = delete;

    std::span<const operator_entry> entries() const { return all; }

    /// The entry of a node's operator, or null.
    const operator_entry* find(const node& n) const;

private:
    operator_entries all;
    std::unordered_map<std::string_view, const operator_entry*> by_type;
};

/// What the model's table says of the node's operator; nothing of one that it does not have.
const operator_entry& entry_of(const onnx_model& m, const node& n);

inline const operator_traits& traits_of(const onnx_model& m, const node& n) {
    return entry_of(m, n).traits;
}

inline bool keeps_elements(const onnx_model& m, const node& n) {
    return traits_of(m, n).keeps_elements();
}

}  // namespace onnx2hpp
