// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/attributes.hpp>
#include <onnx2hpp/diagnostic.hpp>
#include <onnx2hpp/expand/common_values.hpp>
#include <onnx2hpp/expand/expansion.hpp>
#include <onnx2hpp/onnx/extents.hpp>
#include <onnx2hpp/onnx/operator_entry.hpp>
#include <onnx2hpp/operators/normalization/common_values.hpp>

#include <fmt/format.h>

#include <numeric>

namespace onnx2hpp {
namespace {

void require_images(const expansion& e) {
    const extents& dims = e.dims(e.input(0));
    if (dims.size() < 3)
        fail_bad_input(
            e.at, fmt::format("its input has shape {}, but must have batch, channels and space",
                              to_text(dims)));
}

bool expand_instance_normalization(expansion& e) {
    require_images(e);
    const extents dims = e.dims(e.input(0));
    require_channels(e, 1, dims[1]);
    require_channels(e, 2, dims[1]);
    const value_id y = normalized(e, e.input(0), "standard", axes_from(e, 2),
                                  real_attribute(e.at, "epsilon", 1e-5f));
    e.give(0, scaled(e, y, along(e, e.input(1), 1, dims.size()),
                     along(e, e.input(2), 1, dims.size())));
    return true;
}

/// Channels as [groups, channels of a group]. Scale and bias are one for each group before version
/// 21, one for each channel since.
bool expand_group_normalization(expansion& e) {
    require_single_precision(e);
    require_images(e);
    const extents dims = e.dims(e.input(0));
    const std::int64_t groups = integer_attribute(e.at, "num_groups", 1);
    if (groups < 1 || dims[1] % groups != 0)
        fail_bad_input(e.at, fmt::format("{} channels do not make {} groups", dims[1], groups));
    const bool per_group = e.at.since < 21;
    require_channels(e, 1, per_group ? groups : dims[1]);
    require_channels(e, 2, per_group ? groups : dims[1]);
    if (dims.size() >= tigris::max_rank)
        fail_unsupported(e.at, fmt::format("its input has {} axes", dims.size()),
                         fmt::format("at most {} are supported", tigris::max_rank - 1));
    extents grouped = dims;
    grouped[1] = groups;
    grouped.insert(grouped.begin() + 2, dims[1] / groups);
    const value_id x = reshaped(e, e.input(0), grouped);
    extents axes(grouped.size() - 2);
    std::iota(axes.begin(), axes.end(), 2);
    value_id y = normalized(e, x, "standard", axes, real_attribute(e.at, "epsilon", 1e-5f));
    if (!per_group) y = reshaped(e, y, dims);
    const std::size_t rank = per_group ? grouped.size() : dims.size();
    y = scaled(e, y, along(e, e.input(1), 1, rank), along(e, e.input(2), 1, rank));
    e.give(0, per_group ? reshaped(e, y, dims) : y);
    return true;
}

}  // namespace

namespace operators {

operator_entries group_normalization_operators() {
    return {
        {.type = "GroupNormalization",
         .versions = {{.since = {18},
                       .inputs = {3, 3},
                       .attributes = {real("epsilon"), required(integer("num_groups"))}},
                      {.since = {21},
                       .inputs = {3, 3},
                       .attributes = {real("epsilon"), required(integer("num_groups")),
                                      integer("stash_type")}}},
         .expand = expand_group_normalization},
        {.type = "InstanceNormalization",
         .versions = {{.since = {6, 22}, .inputs = {3, 3}, .attributes = {real("epsilon")}}},
         .expand = expand_instance_normalization},
    };
}

}  // namespace operators

}  // namespace onnx2hpp
