// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/attributes.hpp>
#include <onnx2hpp/diagnostic.hpp>
#include <onnx2hpp/expand/expansion.hpp>
#include <onnx2hpp/onnx/operator_entry.hpp>
#include <onnx2hpp/operators/normalization/common_values.hpp>

#include <fmt/format.h>

namespace onnx2hpp {
namespace {

/// ONNX adds 1e-9 to the standard deviation: the same as its square under the root, but where both
/// are noise.
bool expand_mean_variance_normalization(expansion& e) {
    extents axes;
    for (const std::int64_t axis : integers_attribute(e.at, "axes", {0, 2, 3}))
        axes.push_back(checked_axis(e, axis));
    e.give(0, normalized(e, e.input(0), "standard", axes, 1e-18f));
    return true;
}

bool expand_lp_normalization(expansion& e) {
    const std::int64_t p = integer_attribute(e.at, "p", 2);
    if (p != 1 && p != 2) fail_bad_input(e.at, fmt::format("its p is {}, but must be 1 or 2", p));
    const std::int64_t axis = checked_axis(e, integer_attribute(e.at, "axis", -1));
    e.give(0, normalized(e, e.input(0), p == 1 ? "l1" : "l2", {axis}, 0));
    return true;
}

}  // namespace

namespace operators {

operator_entries lp_normalization_operators() {
    return {
        {.type = "LpNormalization",
         .versions = {{.since = {1, 22}, .attributes = {integer("axis"), integer("p")}}},
         .expand = expand_lp_normalization},
        {.type = "MeanVarianceNormalization",
         .versions = {{.since = {9, 13}, .attributes = {integers("axes")}}},
         .expand = expand_mean_variance_normalization},
    };
}

}  // namespace operators

}  // namespace onnx2hpp
