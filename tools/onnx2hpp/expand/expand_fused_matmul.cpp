// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/attributes.hpp>
#include <onnx2hpp/expand/parts.hpp>
#include <onnx2hpp/expand/rules.hpp>

#include <algorithm>
#include <numeric>

namespace onnx2hpp {
namespace {

/// The operand as MatMul wants it. With `batch` its rows lie before the batch axes, then the rows
/// move behind them; with `last` its last two axes are exchanged.
value_id arranged(expansion& e, value_id v, bool last, bool batch) {
    extents perm(e.dims(v).size());
    std::iota(perm.begin(), perm.end(), 0);
    if (perm.size() < 2 || !(last || batch)) return v;
    if (batch) std::rotate(perm.begin(), perm.begin() + 1, perm.end() - 1);
    if (last) std::swap(perm[perm.size() - 1], perm[perm.size() - 2]);
    return transposed(e, v, perm);
}

bool is_set(const expansion& e, const char* name) { return integer_attribute(e.at, name, 0) != 0; }

}  // namespace

/// Source: ONNX Runtime, ContribOperators.md, FusedMatMul.
bool expand_fused_matmul(expansion& e) {
    const value_id a = arranged(e, e.input(0), is_set(e, "transA"), is_set(e, "transBatchA"));
    const value_id b = arranged(e, e.input(1), is_set(e, "transB"), is_set(e, "transBatchB"));
    const value_id y = e.add("MatMul", {a, b});
    const auto alpha = static_cast<double>(real_attribute(e.at, "alpha", 1));
    e.give(0, alpha == 1 ? y : e.add("Mul", {y, e.number(tigris::dtype::f32, alpha)}));
    return true;
}

}  // namespace onnx2hpp
