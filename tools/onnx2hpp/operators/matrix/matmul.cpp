// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/attributes.hpp>
#include <onnx2hpp/expand/common_values.hpp>
#include <onnx2hpp/expand/expansion.hpp>
#include <onnx2hpp/onnx/extents.hpp>
#include <onnx2hpp/onnx/operator_entry.hpp>
#include <onnx2hpp/onnx/shape_context.hpp>
#include <onnx2hpp/operators/matrix/factors.hpp>
#include <onnx2hpp/operators/matrix/lower_gemm.hpp>
#include <onnx2hpp/operators/reduction/of_nothing.hpp>

#include <algorithm>
#include <numeric>
#include <utility>

namespace onnx2hpp {
namespace {

/// NumPy's rule: a vector on the left is a row, on the right a column, and its axis goes again.
extents matmul_shape(const shape_context& c, const extents& left, const extents& right) {
    extents a = left, b = right;
    if (a.size() == 1) a.insert(a.begin(), 1);
    if (b.size() == 1) b.push_back(1);
    if (a.size() < 2 || b.size() < 2 || a.back() != b[b.size() - 2]) fail_factors(c, left, right);
    const auto batch = broadcast({a.begin(), a.end() - 2}, {b.begin(), b.end() - 2});
    if (!batch) fail_factors(c, left, right);
    extents result = *batch;
    if (left.size() > 1) result.push_back(a[a.size() - 2]);
    if (right.size() > 1) result.push_back(b.back());
    return result;
}

void shape_matmul(shape_context& c) {
    check_factors(c);
    c.set_output(c.input(0).type, matmul_shape(c, c.input(0).dims, c.input(1).dims));
}

/// The operand as MatMul wants it. With `batch` its rows lie before the batch axes, then the rows
/// move after them; with `last` its last two axes are exchanged.
value_id arranged(expansion& e, value_id v, bool last, bool batch) {
    extents perm(e.dims(v).size());
    std::iota(perm.begin(), perm.end(), 0);
    if (perm.size() < 2 || !(last || batch)) return v;
    if (batch) std::rotate(perm.begin(), perm.begin() + 1, perm.end() - 1);
    if (last) std::swap(perm[perm.size() - 1], perm[perm.size() - 2]);
    return transposed(e, v, perm);
}

bool is_set(const expansion& e, const char* name) { return integer_attribute(e.at, name, 0) != 0; }

/// Source: ONNX Runtime, ContribOperators.md, FusedMatMul.
bool expand_fused_matmul(expansion& e) {
    const value_id a = arranged(e, e.input(0), is_set(e, "transA"), is_set(e, "transBatchA"));
    const value_id b = arranged(e, e.input(1), is_set(e, "transB"), is_set(e, "transBatchB"));
    const value_id y = e.add("MatMul", {a, b});
    const auto alpha = static_cast<double>(real_attribute(e.at, "alpha", 1));
    e.give(0, alpha == 1 ? y : e.add("Mul", {y, e.number(tigris::dtype::f32, alpha)}));
    return true;
}

}  // namespace

namespace operators {

operator_entries matmul_operators() {
    return {
        {.type = "MatMul",
         .versions = {{.since = {1, 9, 13}, .inputs = {2, 2}}},
         .shape = shape_matmul,
         .evaluate = evaluate_sum_of_nothing,
         .lower = lower_gemm,
         .traits = {.order = wanted_order::onnx,
                    .is_layer = true,
                    .can_clamp = true,
                    .may_lack_weights = true}},
        {.type = "com.microsoft.FusedMatMul",
         .versions = {{.since = {1},
                       .inputs = {2, 2},
                       .attributes = {real("alpha"), flag("transA"), flag("transB"),
                                      flag("transBatchA"), flag("transBatchB")}}},
         .expand = expand_fused_matmul},
    };
}

}  // namespace operators

}  // namespace onnx2hpp
