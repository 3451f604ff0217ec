// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/attributes.hpp>
#include <onnx2hpp/passes/merge_moves.hpp>
#include <onnx2hpp/passes/rewrite.hpp>

#include <algorithm>

namespace onnx2hpp {
namespace {

bool is_view(const rewriter& r, const node& n) {
    return traits_of(r.model, n).moves == element_moves::view;
}

bool is_mover(const rewriter& r, int n) {
    return is_view(r, r.at(n)) || r.traits(n).moves == element_moves::permutation;
}

/// Whether node n makes of its input what means the same: no codes of another scale.
bool keeps_meaning(const rewriter& r, int n) {
    const value &from = r.at_value(r.at(n).inputs[0]), &to = r.at_value(r.at(n).outputs[0]);
    return from.type == to.type && from.quant == to.quant;
}

/// The move of the same kind before node n, or -1.
int move_before(const rewriter& r, int n) {
    const int before = r.producer_of(r.at(n).inputs[0]);
    if (before < 0 || !is_mover(r, before) || !keeps_meaning(r, before)) return -1;
    return is_view(r, r.at(before)) == is_view(r, r.at(n)) ? before : -1;
}

extents permutation_of(const rewriter& r, int n) {
    return permutation_attribute(r.at(n), r.at_value(r.at(n).inputs[0]).dims.size());
}

extents composed(const extents& first, const extents& second) {
    extents result;
    for (const std::int64_t axis : second) result.push_back(first[static_cast<std::size_t>(axis)]);
    return result;
}

/// One move from the input of `before` to the output of node n, which is `before` or after it.
node both(const rewriter& r, int before, int n) {
    node result = r.at(n);
    result.inputs = {r.at(before).inputs[0]};
    result.attributes.clear();
    if (is_view(r, result)) {
        result.op_type = "Reshape";
    } else {
        extents permutation = permutation_of(r, n);
        if (before != n) permutation = composed(permutation_of(r, before), permutation);
        result.attributes["perm"] = permutation;
    }
    return result;
}

bool does_nothing(const rewriter& r, const node& n) {
    if (is_view(r, n)) return r.at_value(n.inputs[0]).dims == r.at_value(n.outputs[0]).dims;
    const extents permutation = integers_attribute(n, "perm", {});
    return std::is_sorted(permutation.begin(), permutation.end());
}

/// Node n does what the move before it does, too, or nothing is left to do. A value that others
/// read is made all the same: a second way to it would be work for nothing.
void merge(rewriter& r, int n) {
    const int before = move_before(r, n);
    const bool is_alone = before >= 0 && r.sole_reader(r.at(n).inputs[0]) == n;
    node merged = both(r, n, n);
    if (before >= 0 && !does_nothing(r, merged)) merged = both(r, before, n);
    if (!is_alone && !does_nothing(r, merged)) return;
    r.at(n).op_type = merged.op_type;
    r.at(n).attributes = merged.attributes;
    r.set_inputs(n, merged.inputs);
    if (does_nothing(r, merged)) r.bypass(n);
}

}  // namespace

void merge_moves(onnx_model& m) {
    rewriter r(m);
    for (int n = 0; n < r.node_count(); ++n)
        if (is_mover(r, n) && keeps_meaning(r, n)) merge(r, n);
    r.finish();
}

}  // namespace onnx2hpp
