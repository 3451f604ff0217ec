// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "recipes.hpp"

namespace differential {
namespace {

shape some_axes(draft& d, std::int64_t rank) {
    shape result;
    for (std::int64_t axis = 0; axis < rank; ++axis)
        if (d.chance(0.5)) result.push_back(d.opset >= 11 && d.chance(0.3) ? axis - rank : axis);
    return result;
}

void draw_reduce_of(draft& d, const std::string& op, const std::string& x) {
    node_draft node(op, {x});
    const shape axes = some_axes(d, std::int64_t(d.dims(x).size()));
    if (!axes.empty()) {
        if (d.takes(op, "axes"))
            node.set("axes", axes);
        else
            node.proto.add_input(d.list(axes));
    }
    if (d.chance(0.6)) node.set("keepdims", d.chance(0.5));
    if (d.chance(0.3)) node.set("noop_with_empty_axes", d.chance(0.5));
    d.result(node);
}

void draw_reduce(draft& d, const std::string& op) {
    if (d.is_single() && d.chance(0.25)) {
        const auto type = d.random.pick(
            {element_type::int32, element_type::int64, element_type::int8, element_type::uint8});
        return draw_reduce_of(d, op, d.take_integers(type, 1, 4, -20, 20));
    }
    draw_reduce_of(d, op, d.take(1, 5));
}

void draw_reduce_positive(draft& d, const std::string& op) {
    draw_reduce_of(d, op, d.take(1, 4, 0.1, 2));
}

void draw_arg(draft& d, const std::string& op) {
    const std::string x = d.take(1, 4);
    const auto rank = std::int64_t(d.dims(x).size());
    node_draft node(op, {x});
    if (d.chance(0.7)) node.set("axis", d.random.integer(d.opset >= 11 ? -rank : 0, rank - 1));
    if (d.chance(0.6)) node.set("keepdims", d.chance(0.5));
    if (d.chance(0.4)) node.set("select_last_index", d.chance(0.5));
    d.add(node);
}

void draw_cumulative(draft& d, const std::string& op) {
    const bool of_integers = d.is_single() && d.chance(0.3);
    const std::string x =
        of_integers ? d.take_integers(element_type::int32, 1, 3, -3, 3) : d.take(1, 4);
    const auto rank = std::int64_t(d.dims(x).size());
    node_draft node(op, {x, d.scalar(d.random.integer(-rank, rank - 1))});
    if (d.chance(0.5)) node.set("exclusive", d.chance(0.6));
    if (d.chance(0.5)) node.set("reverse", d.chance(0.6));
    d.add(node);
}

}  // namespace

void add_reduction_recipes(recipe_map& all) {
    for (const char* op : {"ReduceL1", "ReduceL2", "ReduceLogSumExp", "ReduceMax", "ReduceMin",
                           "ReduceProd", "ReduceSum", "ReduceSumSquare"})
        all[op] = {draw_reduce, 0};
    all["ReduceMean"] = {draw_reduce, 2};
    all["ReduceLogSum"] = {draw_reduce_positive, 0};
    for (const char* op : {"ArgMax", "ArgMin"}) all[op] = {draw_arg, 0};
    for (const char* op : {"CumSum", "CumProd"}) all[op] = {draw_cumulative, 0};
}

}  // namespace differential
