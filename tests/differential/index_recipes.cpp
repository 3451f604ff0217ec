// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Operators whose second input says where.

#include "recipes.hpp"

#include <algorithm>

namespace differential {
namespace {

std::int64_t drawn_axis(draft& d, const std::string& x) {
    return d.random.integer(0, std::int64_t(d.dims(x).size()) - 1);
}

/// Places along an axis; negative ones count from the end.
std::string places(draft& d, const shape& dims, std::int64_t extent) {
    const bool may_be_negative = d.opset >= 11 && d.chance(0.3);
    const auto type = d.chance(0.6) ? element_type::int64 : element_type::int32;
    return d.parameter(
        d.random_integers(type, dims, may_be_negative ? double(-extent) : 0, double(extent - 1)),
        0.4);
}

void draw_gather(draft& d, const std::string& op) {
    const std::string x = d.take(1, 4);
    const std::int64_t axis = drawn_axis(d, x);
    node_draft node(op, {x, places(d, d.random_shape(0, 2, 4), d.dims(x)[std::size_t(axis)])});
    if (axis != 0 || d.chance(0.3)) node.set("axis", axis);
    d.result(node);
}

void draw_gather_elements(draft& d, const std::string& op) {
    const std::string x = d.take(1, 3);
    const std::int64_t axis = drawn_axis(d, x);
    shape dims = d.dims(x);
    dims[std::size_t(axis)] = d.random.integer(1, 4);
    node_draft node(op, {x, places(d, dims, d.dims(x)[std::size_t(axis)])});
    if (axis != 0 || d.chance(0.3)) node.set("axis", axis);
    d.result(node);
}

/// Tuples of places; each number of them fits its axis.
tensor tuples(draft& d, shape lead, const shape& extents) {
    lead.push_back(std::int64_t(extents.size()));
    tensor result(element_type::int64, lead);
    for (std::int64_t i = 0; i < result.size(); ++i) {
        const std::int64_t extent = extents[std::size_t(i) % extents.size()];
        result.set(i, d.random.integer(0, extent - 1));
    }
    return result;
}

void draw_gather_nd(draft& d, const std::string& op) {
    const std::string x = d.take(2, 4);
    const shape dims = d.dims(x);
    const bool has_batch = d.takes(op, "batch_dims") && d.chance(0.4);
    const auto first = dims.begin() + has_batch;
    const shape extents(first, first + d.random.integer(1, dims.end() - first));
    shape lead = d.random_shape(1, 2, 3);
    if (has_batch) lead.insert(lead.begin(), dims[0]);
    node_draft node(op, {x, d.parameter(tuples(d, lead, extents), 0.4)});
    if (has_batch || d.chance(0.2)) node.set("batch_dims", has_batch);
    d.result(node);
}

void set_reduction(draft& d, node_draft& node) {
    const char* last = d.opset >= 18 ? "max" : "add";
    if (d.chance(0.6)) node.set("reduction", d.random.pick({"none", "add", "mul", last}));
}

/// Each place once, so that the order of updates does not matter.
tensor places_once(draft& d, const shape& dims, std::size_t axis, std::int64_t extent) {
    tensor result(element_type::int64, dims);
    const std::int64_t shift = d.random.integer(0, extent - 1);
    for (std::int64_t i = 0; i < result.size(); ++i)
        result.set(i, (reference::index_of(i, dims)[axis] + shift) % extent);
    return result;
}

void draw_scatter_elements(draft& d, const std::string& op) {
    const std::string x = d.take(1, 3);
    const std::int64_t axis = drawn_axis(d, x);
    const shape dims = d.dims(x);
    shape part = dims;
    for (std::int64_t& extent : part) extent = d.random.integer(1, extent);
    const tensor where = places_once(d, part, std::size_t(axis), dims[std::size_t(axis)]);
    node_draft node(op,
                    {x, d.parameter(where, 0.4), d.parameter(d.random_reals(part, -2, 2), 0.6)});
    if (axis != 0 || d.chance(0.3)) node.set("axis", axis);
    set_reduction(d, node);
    d.result(node);
}

void draw_scatter_nd(draft& d, const std::string& op) {
    const std::string x = d.take(1, 3);
    const shape dims = d.dims(x);
    const std::int64_t count = d.random.integer(1, dims[0]);
    tensor where(element_type::int64, {count, 1});
    for (std::int64_t i = 0; i < count; ++i) where.set(i, (i + 1) % dims[0]);
    shape updates = dims;
    updates[0] = count;
    node_draft node(op,
                    {x, d.parameter(where, 0.4), d.parameter(d.random_reals(updates, -2, 2), 0.6)});
    set_reduction(d, node);
    d.result(node);
}

void draw_tensor_scatter(draft& d, const std::string& op) {
    const shape dims{d.random.integer(1, 2), 2, 5, 3};
    const bool is_circular = d.chance(0.4);
    shape update = dims;
    update[2] = d.random.integer(1, 3);
    node_draft node(op, {d.input(d.random_reals(dims, -2, 2)), d.also(update)});
    if (is_circular || d.chance(0.6)) {
        shape from;
        for (std::int64_t i = 0; i < dims[0]; ++i)
            from.push_back(d.random.integer(0, is_circular ? 4 : 5 - update[2]));
        node.proto.add_input(d.chance(0.5) ? d.list(from)
                                           : d.input(reference::integers({dims[0]}, from)));
    }
    if (is_circular || d.chance(0.3)) node.set("mode", is_circular ? "circular" : "linear");
    if (d.chance(0.3)) node.set("axis", -2);
    d.add(node);
}

void draw_one_hot(draft& d, const std::string& op) {
    const std::int64_t depth = d.random.integer(1, 6);
    const std::string x = d.take_integers(element_type::int64, 0, 3, double(-depth), double(depth));
    const auto rank = std::int64_t(d.dims(x).size());
    node_draft node(op, {x, d.scalar(depth), d.constant(reference::reals({2}, {0.25, 1.5}))});
    if (d.chance(0.6)) node.set("axis", d.random.integer(-rank - 1, rank));
    d.add(node);
}

void draw_top_k(draft& d, const std::string& op) {
    const std::string x = d.take(1, 4);
    const auto rank = std::int64_t(d.dims(x).size());
    const std::int64_t axis = drawn_axis(d, x);
    const std::int64_t k = d.random.integer(1, d.dims(x)[std::size_t(axis)]);
    node_draft node(op, {x});
    if (d.opset >= 10)
        node.proto.add_input(d.list({k}));
    else
        node.set("k", k);
    if (axis != rank - 1 || d.chance(0.3)) node.set("axis", axis);
    if (d.chance(0.5)) node.set("largest", d.chance(0.5));
    if (d.chance(0.3)) node.set("sorted", 1);
    d.add(node, 2);
}

void draw_non_zero(draft& d, const std::string& op) {
    if (d.chance(0.2)) {
        d.add({op, {d.constant(d.random_integers(element_type::int64, {5}, 0, 1))}});
        return;
    }
    const std::string x = d.input(d.random_reals(d.random_shape(1, 3, 4), -2, 2));
    d.add({op, {x}});
    d.bound_rows(d.value(x).size());
}

void draw_unique(draft& d, const std::string& op) {
    const std::string x = d.input(d.random_integers(
        d.chance(0.5) ? element_type::int32 : element_type::int64, d.random_shape(1, 2, 6), -3, 3));
    node_draft node(op, {x});
    const auto rank = std::int64_t(d.dims(x).size());
    if (d.chance(0.4)) node.set("axis", d.random.integer(-rank, rank - 1));
    if (d.chance(0.5)) node.set("sorted", d.random.integer(0, 1));
    d.add(node, int(d.random.integer(1, 4)));
    d.bound_rows(d.value(x).size());
}

/// Boxes whose overlaps are no matter of the last bit.
void draw_non_max_suppression(draft& d, const std::string& op) {
    const std::int64_t count = d.random.integer(1, 8);
    const std::int64_t images = d.random.integer(1, 2);
    const std::int64_t classes = d.random.integer(1, 3);
    tensor boxes(element_type::float32, {images, count, 4});
    for (std::int64_t i = 0; i < boxes.size(); ++i)
        boxes.set(i, d.random.real(0, 1) + (i % 4 >= 2 ? 1.0 : 0.0));
    const shape scores{images, classes, count};
    node_draft node(op, {d.input(boxes), d.input(d.random_reals(scores, 0, 1)),
                         d.chance(0.9) ? d.scalar(d.random.integer(1, 4)) : ""});
    const auto number = [&](double value) { return d.constant(reference::reals({}, {value})); };
    if (d.chance(0.8)) node.proto.add_input(number(d.random.pick({0.25, 0.5, 0.75})));
    if (node.proto.input_size() == 4 && d.chance(0.6)) node.proto.add_input(number(0.3));
    if (d.chance(0.5)) node.set("center_point_box", d.random.integer(0, 1));
    d.add(node);
    d.bound_rows(images * classes * count);
}

void set_rules(draft& d, node_draft& node, const std::string& mode) {
    if (mode != "nearest" || d.chance(0.5)) node.set("mode", mode);
    if (d.chance(0.8))
        node.set("coordinate_transformation_mode",
                 d.random.pick({"half_pixel", "pytorch_half_pixel", "align_corners", "asymmetric",
                                d.opset >= 19   ? "half_pixel_symmetric"
                                : d.opset == 11 ? "tf_half_pixel_for_nn"
                                                : "half_pixel"}));
    if (mode == "nearest" && d.chance(0.6))
        node.set("nearest_mode",
                 d.random.pick({"round_prefer_floor", "round_prefer_ceil", "floor", "ceil"}));
    if (mode == "cubic" && d.chance(0.4)) node.set("cubic_coeff_a", d.random.pick({-0.5, -0.75}));
    if (mode == "cubic" && d.chance(0.3)) node.set("exclude_outside", 1);
    if (mode != "nearest" && d.chance(0.25)) node.set("antialias", 1);
    if (d.chance(0.1)) node.set("extrapolation_value", 0.5);
}

/// Whether a float holds each ratio. A nearest element at a half is decided by its last bit, of
/// which ONNX does not speak.
bool are_exact(const shape& sizes, const shape& dims) {
    for (std::size_t i = 0; i < dims.size(); ++i) {
        const double ratio = double(sizes[i]) / double(dims[i]);
        if (double(float(ratio)) != ratio) return false;
    }
    return true;
}

void draw_resize(draft& d, const std::string& op) {
    if (op == "Upsample" && d.opset >= 10) throw bad_draw("Upsample is no more");
    const std::string x = d.take(4, 4);
    const shape dims = d.dims(x);
    const std::string mode = d.random.pick({"nearest", "linear", "cubic"});
    node_draft node(op, {x});
    std::vector<double> scales{1, 1};
    for (int i = 0; i < 2; ++i)
        scales.push_back(op == "Upsample"
                             ? d.random.pick({1.0, 1.5, 2.0, 3.0})
                             : d.random.pick({0.5, 1.0, 1.5, 2.0, 3.0, 0.75, 0.6, 2.5}));
    shape sizes = dims;
    for (std::size_t i = 2; i < 4; ++i)
        sizes[i] = std::max<std::int64_t>(1, std::int64_t(double(dims[i]) * scales[i]));
    const bool may_have_sizes = mode != "nearest" || are_exact(sizes, dims);
    if (d.opset < 11) {
        if (d.opset < 9)
            node.set("scales", scales);
        else
            node.proto.add_input(d.constant(reference::reals({4}, scales)));
        node.set("mode", mode == "nearest" ? "nearest" : "linear");
        d.result(node);
        return;
    }
    set_rules(d, node, mode);
    const bool has_axes = d.opset >= 18 && d.chance(0.3);
    if (has_axes) {
        scales.erase(scales.begin(), scales.begin() + 2);
        sizes.erase(sizes.begin(), sizes.begin() + 2);
        node.set("axes", shape{2, 3});
    }
    std::vector<double> rounded;
    for (const double s : scales) rounded.push_back(double(float(s)));
    const bool crops = d.is_single() && d.chance(0.1);
    if (crops) node.set("coordinate_transformation_mode", "tf_crop_and_resize");
    if (crops && node.proto.attribute_size() > 1) throw bad_draw("two coordinate modes, perhaps");
    std::vector<double> region(sizes.size(), 0.125);
    region.resize(2 * sizes.size(), 0.75);
    node.proto.add_input(crops ? d.constant(reference::reals({std::int64_t(region.size())}, region))
                               : "");
    if (d.chance(0.5) || !may_have_sizes) {
        node.proto.add_input(d.constant(reference::reals({std::int64_t(rounded.size())}, rounded)));
    } else {
        node.proto.add_input("");
        node.proto.add_input(d.list(sizes));
        if (d.opset >= 18 && d.chance(0.5))
            node.set("keep_aspect_ratio_policy",
                     d.random.pick({"stretch", "not_larger", "not_smaller"}));
    }
    d.result(node);
}

void draw_affine_grid(draft& d, const std::string& op) {
    const bool is_flat = d.chance(0.7);
    const std::string theta =
        d.input(d.random_reals(is_flat ? shape{1, 2, 3} : shape{1, 3, 4}, -1, 1));
    const shape size = is_flat ? shape{1, 2, 3, 4} : shape{1, 2, 3, 2, 4};
    node_draft node(op, {theta, d.list(size)});
    if (d.chance(0.6)) node.set("align_corners", d.chance(0.5));
    d.add(node);
}

void draw_grid_sample(draft& d, const std::string& op) {
    const std::string x = d.input(d.random_reals(
        {1, d.random.integer(1, 3), d.random.integer(2, 5), d.random.integer(2, 5)}, -2, 2));
    node_draft node(
        op, {x, d.parameter(d.random_reals({1, d.random.integer(1, 4), 3, 2}, -1.4, 1.4), 0.6)});
    const bool is_new = d.opset >= 20;
    if (d.chance(0.8))
        node.set("mode", d.random.pick({is_new ? "linear" : "bilinear", "nearest",
                                        is_new ? "cubic" : "bicubic"}));
    if (d.chance(0.6)) node.set("padding_mode", d.random.pick({"zeros", "border", "reflection"}));
    if (d.chance(0.5)) node.set("align_corners", d.chance(0.5));
    d.add(node);
}

void draw_roi_align(draft& d, const std::string& op) {
    const std::string x = d.input(d.random_reals({1, 2, 6, 6}, -2, 2));
    const std::int64_t count = d.random.integer(1, 3);
    tensor regions(element_type::float32, {count, 4});
    for (std::int64_t i = 0; i < count; ++i) {
        regions.set(4 * i, d.random.real(0, 2));
        regions.set(4 * i + 1, d.random.real(0, 2));
        regions.set(4 * i + 2, d.random.real(3, 6));
        regions.set(4 * i + 3, d.random.real(3, 6));
    }
    for (double& each : regions.reals) each = double(float(each));
    node_draft node(
        op, {x, d.parameter(regions, 0.3), d.constant(tensor(element_type::int64, {count}))});
    if (d.chance(0.6)) node.set("output_height", d.random.integer(1, 3));
    if (d.chance(0.6)) node.set("output_width", d.random.integer(1, 3));
    node.set("sampling_ratio", d.random.integer(1, 3));
    if (d.chance(0.5)) node.set("spatial_scale", 0.75);
    if (d.chance(0.5)) node.set("mode", d.random.pick({"avg", "max"}));
    if (d.chance(0.5))
        node.set("coordinate_transformation_mode",
                 d.random.pick({"half_pixel", "output_half_pixel"}));
    d.add(node);
}

}  // namespace

void add_index_recipes(recipe_map& all) {
    all["Gather"] = {draw_gather, 1};
    all["GatherElements"] = {draw_gather_elements, 1};
    all["GatherND"] = {draw_gather_nd, 1};
    for (const char* op : {"Scatter", "ScatterElements"}) all[op] = {draw_scatter_elements, 0};
    all["ScatterND"] = {draw_scatter_nd, 0};
    all["TensorScatter"] = {draw_tensor_scatter, 0};
    all["OneHot"] = {draw_one_hot, 0};
    all["TopK"] = {draw_top_k, 0};
    all["NonMaxSuppression"] = {draw_non_max_suppression, 0};
    all["NonZero"] = {draw_non_zero, 0};
    all["Unique"] = {draw_unique, 0};
    all["Resize"] = {draw_resize, 2};
    all["Upsample"] = {draw_resize, 1};
    all["AffineGrid"] = {draw_affine_grid, 0};
    all["GridSample"] = {draw_grid_sample, 0};
    all["RoiAlign"] = {draw_roi_align, 0};
}

}  // namespace differential
