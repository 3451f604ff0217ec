// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Shapes, orders, joins, cuts and paddings.

#include "recipes.hpp"

#include <algorithm>
#include <numeric>

namespace differential {
namespace {

std::int64_t rank_of(const draft& d, const std::string& x) {
    return std::int64_t(d.dims(x).size());
}

/// Floats, or codes of a single operator now and then.
std::string take_any(draft& d, std::size_t min_rank, std::size_t max_rank) {
    if (!d.is_single() || d.chance(0.75)) return d.take(min_rank, max_rank);
    const auto type = d.random.pick({element_type::int8, element_type::uint8, element_type::int32,
                                     element_type::int64, element_type::boolean});
    return d.take_integers(type, min_rank, max_rank, -100, 100);
}

void draw_identity(draft& d, const std::string& op) { d.result({op, {take_any(d, 0, 5)}}); }

void draw_dropout(draft& d, const std::string& op) {
    node_draft node(op, {d.take(1, 4)});
    if (d.opset < 7) node.set("is_test", 1);
    if (d.chance(0.5)) node.set("ratio", 0.25);
    if (d.chance(0.3)) node.set("seed", 1);
    if (d.opset >= 12 && d.chance(0.5)) {
        node.proto.add_input(d.constant(reference::reals({}, {0.5})));
        if (d.chance(0.5)) node.proto.add_input(d.constant(tensor(element_type::boolean, {})));
    }
    d.result(node);
}

void draw_reshape(draft& d, const std::string& op) {
    const std::string x = take_any(d, 1, 5);
    shape dims = d.dims(x);
    std::int64_t rest = d.value(x).size();
    shape to;
    const auto most = std::size_t(d.random.integer(1, 4));
    while (to.size() + 1 < most) {
        std::int64_t extent = d.random.integer(1, 6);
        if (rest % extent != 0) extent = 1;
        to.push_back(extent);
        rest /= extent;
    }
    to.push_back(rest);
    if (d.chance(0.4)) to[std::size_t(d.random.integer(0, std::int64_t(to.size()) - 1))] = -1;
    if (d.chance(0.2) && to[0] == dims[0]) to[0] = 0;
    node_draft node(op, {x, d.list(to)});
    if (d.chance(0.2) && std::find(to.begin(), to.end(), 0) == to.end())
        node.set("allowzero", d.chance(0.5));
    d.result(node);
}

void draw_flatten(draft& d, const std::string& op) {
    const std::string x = take_any(d, 1, 4);
    node_draft node(op, {x});
    if (d.chance(0.6)) node.set("axis", d.random.integer(0, rank_of(d, x)));
    d.result(node);
}

void draw_squeeze(draft& d, const std::string& op) {
    const std::string x = take_any(d, 1, 5);
    shape axes;
    for (std::int64_t i = 0; i < rank_of(d, x); ++i)
        if (d.dims(x)[std::size_t(i)] == 1) axes.push_back(i);
    node_draft node(op, {x});
    if (!axes.empty() && d.chance(0.7)) {
        if (d.takes(op, "axes"))
            node.set("axes", axes);
        else
            node.proto.add_input(d.list(axes));
    }
    d.result(node);
}

void draw_unsqueeze(draft& d, const std::string& op) {
    const std::string x = take_any(d, 0, 3);
    shape axes{d.random.integer(0, rank_of(d, x))};
    if (d.chance(0.3)) axes.push_back(axes[0] + 1);
    node_draft node(op, {x});
    if (d.takes(op, "axes"))
        node.set("axes", axes);
    else
        node.proto.add_input(d.list(axes));
    d.result(node);
}

void draw_transpose(draft& d, const std::string& op) {
    const std::string x = take_any(d, 1, 5);
    shape perm(d.dims(x).size());
    std::iota(perm.begin(), perm.end(), 0);
    for (std::size_t i = perm.size(); i-- > 1;)
        std::swap(perm[i], perm[std::size_t(d.random.integer(0, std::int64_t(i)))]);
    node_draft node(op, {x});
    if (d.chance(0.85)) node.set("perm", perm);
    d.result(node);
}

void draw_expand(draft& d, const std::string& op) {
    const std::string x = take_any(d, 0, 3);
    shape to = d.dims(x);
    for (std::int64_t& extent : to)
        if (extent == 1 && d.chance(0.7)) extent = d.random.integer(1, 4);
    if (d.chance(0.4)) to.insert(to.begin(), d.random.integer(1, 3));
    if (to.empty()) to = {1};
    d.result({op, {x, d.list(to)}});
}

void draw_shape(draft& d, const std::string& op) {
    const std::string x = d.take(1, 4);
    node_draft node(op, {x});
    if (d.chance(0.4)) node.set("start", d.random.integer(-rank_of(d, x), rank_of(d, x) - 1));
    if (d.chance(0.3)) node.set("end", rank_of(d, x));
    d.add(node);
}

void draw_concat(draft& d, const std::string& op) {
    const std::string x = d.take(1, 4);
    const auto axis = d.random.integer(0, rank_of(d, x) - 1);
    std::vector<std::string> inputs{x};
    const auto count = d.random.integer(1, 4);
    for (std::int64_t i = 1; i < count; ++i) {
        shape dims = d.dims(x);
        if (d.is_single() || d.chance(0.3)) dims[std::size_t(axis)] = d.random.integer(1, 5);
        inputs.push_back(d.also(dims));
    }
    std::swap(inputs[0], inputs[std::size_t(d.random.integer(0, count - 1))]);
    d.result(node_draft(op, inputs)
                 .set("axis", d.opset >= 11 && d.chance(0.3) ? axis - rank_of(d, x) : axis));
}

void draw_split(draft& d, const std::string& op) {
    const std::string x = take_any(d, 1, 4);
    const auto axis = d.random.integer(0, rank_of(d, x) - 1);
    const std::int64_t extent = d.dims(x)[std::size_t(axis)];
    if (extent < 2) throw bad_draw("nothing to split");
    node_draft node(op, {x});
    if (axis != 0 || d.chance(0.5)) node.set("axis", axis);
    const int count = extent % 2 == 0 && d.chance(0.4) ? 2 : 0;
    if (count != 0) {
        node.set("num_outputs", 2);
        d.add(node, 2);
        return;
    }
    const std::int64_t first = d.random.integer(1, extent - 1);
    if (d.takes(op, "split"))
        node.set("split", shape{first, extent - first});
    else
        node.proto.add_input(d.list({first, extent - first}));
    d.add(node, 2);
}

void draw_slice(draft& d, const std::string& op) {
    const std::string x = take_any(d, 1, 4);
    const bool has_inputs = d.opset >= 10;
    shape starts;
    shape ends;
    shape axes;
    shape steps;
    for (std::int64_t axis = 0; axis < rank_of(d, x); ++axis) {
        if (d.chance(0.4)) continue;
        const std::int64_t extent = d.dims(x)[std::size_t(axis)];
        const bool is_backward = has_inputs && d.chance(0.25);
        const std::int64_t start = d.random.integer(0, extent - 1);
        const std::int64_t end =
            is_backward ? d.random.integer(-1, start - 1) : d.random.integer(start + 1, extent);
        axes.push_back(axis);
        starts.push_back(d.chance(0.2) ? start - extent : start);
        ends.push_back(is_backward && end == -1 ? -1000 : d.chance(0.1) ? 100000 : end);
        steps.push_back(is_backward  ? -d.random.integer(1, 2)
                        : has_inputs ? d.random.integer(1, 2)
                                     : 1);
        if (is_backward && ends.back() == 100000) ends.back() = -1000;
    }
    if (axes.empty()) throw bad_draw("nothing to slice");
    node_draft node(op, {x});
    if (!has_inputs) {
        node.set("starts", starts).set("ends", ends).set("axes", axes);
        d.result(node);
        return;
    }
    const auto type = d.chance(0.7) ? element_type::int64 : element_type::int32;
    const bool are_first = axes.back() == std::int64_t(axes.size()) - 1;  // as if left out
    const bool are_ones = std::all_of(steps.begin(), steps.end(), [](auto s) { return s == 1; });
    for (const shape& each : {starts, ends}) node.proto.add_input(d.list(each, type));
    node.proto.add_input(are_first && d.chance(0.4) ? "" : d.list(axes, type));
    node.proto.add_input(are_ones && d.chance(0.4) ? "" : d.list(steps, type));
    d.result(node);
}

void draw_pad(draft& d, const std::string& op) {
    const std::string x = d.take(1, 4);
    const auto rank = std::size_t(rank_of(d, x));
    const std::string mode =
        d.random.pick({"constant", "constant", "reflect", "edge", d.opset >= 19 ? "wrap" : "edge"});
    shape pads(2 * rank);
    for (std::size_t i = 0; i < pads.size(); ++i) {
        const std::int64_t extent = d.dims(x)[i % rank];
        const std::int64_t most = mode == "reflect" ? std::min<std::int64_t>(2, extent - 1) : 2;
        if (d.chance(0.6)) pads[i] = d.random.integer(0, most);
        if (mode == "constant" && d.chance(0.1) && extent > 3) pads[i] = -1;
    }
    node_draft node(op, {x});
    if (mode != "constant" || d.chance(0.5)) node.set("mode", mode);
    if (d.takes(op, "pads")) {
        node.set("pads", pads);
        if (mode == "constant" && d.chance(0.6)) node.set("value", d.random.real(-1, 1));
        d.result(node);
        return;
    }
    node.proto.add_input(d.list(pads));
    if (mode == "constant" && d.chance(0.6))
        node.proto.add_input(d.constant(d.random_reals({}, -1, 1)));
    if (d.opset >= 18 && d.chance(0.3)) {
        shape axes(rank);
        std::iota(axes.begin(), axes.end(), 0);
        if (node.proto.input_size() == 2) node.proto.add_input("");
        node.proto.add_input(d.list(axes));
    }
    d.result(node);
}

void draw_tile(draft& d, const std::string& op) {
    const std::string x = take_any(d, 1, 4);
    shape repeats;
    for (std::int64_t i = 0; i < rank_of(d, x); ++i) repeats.push_back(d.random.integer(1, 3));
    d.result({op, {x, d.list(repeats)}});
}

void draw_center_crop_pad(draft& d, const std::string& op) {
    const std::string x = d.take(2, 4);
    shape to;
    shape axes;
    const bool has_axes = d.chance(0.5);
    for (std::int64_t i = 0; i < rank_of(d, x); ++i) {
        if (has_axes && d.chance(0.4)) continue;
        axes.push_back(i);
        to.push_back(d.random.integer(1, 7));
    }
    if (to.empty()) throw bad_draw("no axes");
    node_draft node(op, {x, d.list(to)});
    if (has_axes) node.set("axes", axes);
    d.result(node);
}

void draw_blocks(draft& d, const std::string& op) {
    const bool is_deep = op == "DepthToSpace";
    const std::int64_t block = d.random.integer(1, 3);
    const std::int64_t channels = d.random.integer(1, 3);
    const std::int64_t height = d.random.integer(1, 3);
    const std::int64_t width = d.random.integer(1, 3);
    const shape dims = is_deep ? shape{1, channels * block * block, height, width}
                               : shape{1, channels, height * block, width * block};
    node_draft node(op, {d.input(d.random_reals(dims, -2, 2))});
    node.set("blocksize", block);
    if (is_deep && d.chance(0.6)) node.set("mode", d.random.pick({"DCR", "CRD"}));
    d.result(node);
}

void draw_trilu(draft& d, const std::string& op) {
    const std::string x = take_any(d, 2, 4);
    node_draft node(op, {x});
    if (d.chance(0.6)) node.proto.add_input(d.scalar(d.random.integer(-2, 2)));
    if (d.chance(0.6)) node.set("upper", d.chance(0.5));
    d.result(node);
}

void draw_reverse_sequence(draft& d, const std::string& op) {
    const std::string x = d.take(2, 4);
    const std::int64_t time = d.random.integer(0, 1);
    shape lengths;
    for (std::int64_t i = 0; i < d.dims(x)[std::size_t(1 - time)]; ++i)
        lengths.push_back(d.random.integer(1, d.dims(x)[std::size_t(time)]));
    node_draft node(op, {x, d.list(lengths)});
    if (time != 0 || d.chance(0.3)) node.set("time_axis", time).set("batch_axis", 1 - time);
    d.result(node);
}

void draw_constant(draft& d, const std::string& op) {
    node_draft node(op, {});
    const int how = d.takes(op, "value_float") ? int(d.random.integer(0, 4)) : 0;
    if (how == 0) node.set("value", d.random_reals(d.random_shape(1, 3), -2, 2));
    if (how == 1) node.set("value_float", d.random.real(-1, 1));
    if (how == 2) node.set("value_floats", std::vector<double>{0.5, -1.25, 2});
    if (how == 3) node.set("value_int", d.random.integer(-5, 5));
    if (how == 4) node.set("value_ints", shape{3, -1, 4});
    const std::string made = d.add(node).at(0);
    const bool is_real = d.value(made).is_real();
    const shape dims = d.dims(made);
    const std::string x = is_real ? d.input(d.random_reals(dims, -2, 2))
                                  : d.input(d.random_integers(element_type::int64, dims, -9, 9));
    d.add({"Sum", {x, x}});
    if (d.opset >= 7) d.add({"Add", {x, made}});
}

void draw_constant_of_shape(draft& d, const std::string& op) {
    const shape dims = d.random_shape(1, 3);
    node_draft node(op, {d.list(dims)});
    if (d.chance(0.7)) node.set("value", d.random_reals({1}, -2, 2));
    const std::string made = d.add(node).at(0);
    d.add({"Add", {d.input(d.random_reals(dims, -2, 2)), made}});
}

void draw_eye_like(draft& d, const std::string& op) {
    const std::string x = d.input(d.random_reals(d.random_shape(2, 2), -2, 2));
    node_draft node(op, {x});
    if (d.chance(0.6)) node.set("k", d.random.integer(-2, 2));
    if (d.chance(0.6)) node.set("dtype", 1);
    d.add({"Mul", {d.add(node).at(0), x}});
}

void draw_range(draft& d, const std::string& op) {
    const auto one = [&](double x) { return d.constant(reference::reals({}, {x})); };
    const std::string made = d.add({op, {one(0.5), one(4), one(0.75)}}).at(0);
    d.add({"Mul", {d.input(d.random_reals(d.dims(made), -2, 2)), made}});
}

}  // namespace

void add_layout_recipes(recipe_map& all) {
    all["Identity"] = {draw_identity};
    all["Dropout"] = {draw_dropout};
    all["Reshape"] = {draw_reshape, 3};
    all["Flatten"] = {draw_flatten, 2};
    all["Squeeze"] = {draw_squeeze};
    all["Unsqueeze"] = {draw_unsqueeze};
    all["Transpose"] = {draw_transpose, 3};
    all["Expand"] = {draw_expand};
    for (const char* op : {"Shape", "Size"}) all[op] = {draw_shape, 0};
    all["Concat"] = {draw_concat, 4};
    all["Split"] = {draw_split, 2};
    all["Slice"] = {draw_slice, 3};
    all["Pad"] = {draw_pad, 2};
    all["Tile"] = {draw_tile};
    all["CenterCropPad"] = {draw_center_crop_pad};
    for (const char* op : {"DepthToSpace", "SpaceToDepth"}) all[op] = {draw_blocks, 0};
    all["Trilu"] = {draw_trilu};
    all["ReverseSequence"] = {draw_reverse_sequence};
    all["Constant"] = {draw_constant, 0};
    all["ConstantOfShape"] = {draw_constant_of_shape, 0};
    all["EyeLike"] = {draw_eye_like, 0};
    all["Range"] = {draw_range, 0};
}

}  // namespace differential
