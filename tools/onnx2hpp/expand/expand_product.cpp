// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/attributes.hpp>
#include <onnx2hpp/expand/rules.hpp>

#include <algorithm>
#include <numeric>
#include <string>

namespace onnx2hpp {
namespace {

bool is_set(const expansion& e, const std::string& attribute) {
    return integer_attribute(e.at, attribute, 0) != 0;
}

/// A factor with its axes as the attributes say: the first one moved behind the batch axes, then
/// the last two exchanged. Vectors stay.
value_id arranged(expansion& e, std::size_t i, const std::string& name) {
    const std::size_t rank = e.dims(e.input(i)).size();
    if (rank < 2) return e.input(i);
    extents perm(rank);
    std::iota(perm.begin(), perm.end(), 0);
    if (is_set(e, "transBatch" + name)) std::rotate(perm.begin(), perm.begin() + 1, perm.end() - 1);
    if (is_set(e, "trans" + name)) std::swap(perm[rank - 1], perm[rank - 2]);
    if (std::is_sorted(perm.begin(), perm.end())) return e.input(i);
    return e.add("Transpose", {e.input(i)}, {{"perm", perm}});
}

}  // namespace

/// Source: ONNX Runtime, docs/ContribOperators.md.
bool expand_fused_matmul(expansion& e) {
    const value_id product = e.add("MatMul", {arranged(e, 0, "A"), arranged(e, 1, "B")});
    const float alpha = real_attribute(e.at, "alpha", 1);
    const value_id factor = e.number(e.type(product), static_cast<double>(alpha));
    e.give(0, alpha == 1 ? product : e.add("Mul", {product, factor}));
    return true;
}

}  // namespace onnx2hpp
