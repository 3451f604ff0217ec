// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/onnx/tree_ensemble.hpp>

#include <onnx2hpp/attributes.hpp>

namespace onnx2hpp {

std::map<std::string, attribute> attributes_of(const tigris::ops::tree_ensemble& op) {
    return {{"aggregate", static_cast<std::int64_t>(op.aggregate)},
            {"votes", static_cast<std::int64_t>(op.votes)},
            {"targets", std::int64_t{op.targets}},
            {"bits", extents{op.jump_bits, op.feature_bits, op.nan_bits, op.test_bits}},
            {"flags",
             extents{op.nan_passes, op.has_threshold_places, op.has_leaf_places, op.has_base}}};
}

tigris::ops::tree_ensemble tree_ensemble_of(const node& n) {
    const extents bits = integers_attribute(n, "bits", {}),
                  flags = integers_attribute(n, "flags", {});
    const auto bit = [&](std::size_t i) { return static_cast<std::int8_t>(bits[i]); };
    return {
        .aggregate = static_cast<tigris::ops::tree_aggregate>(integer_attribute(n, "aggregate", 0)),
        .votes = static_cast<tigris::ops::tree_votes>(integer_attribute(n, "votes", 0)),
        .targets = static_cast<std::int32_t>(integer_attribute(n, "targets", 1)),
        .jump_bits = bit(0),
        .feature_bits = bit(1),
        .nan_bits = bit(2),
        .test_bits = bit(3),
        .nan_passes = flags[0] != 0,
        .has_threshold_places = flags[1] != 0,
        .has_leaf_places = flags[2] != 0,
        .has_base = flags[3] != 0};
}

}  // namespace onnx2hpp
