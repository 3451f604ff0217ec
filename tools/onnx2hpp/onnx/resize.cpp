// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/attributes.hpp>
#include <onnx2hpp/constants.hpp>
#include <onnx2hpp/diagnostic.hpp>
#include <onnx2hpp/onnx/element_types.hpp>
#include <onnx2hpp/onnx/extents.hpp>
#include <onnx2hpp/onnx/resize.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <initializer_list>

namespace onnx2hpp {
namespace {

using tigris::dtype;

/// The constant list at `slot`; null where it is absent or, which means the same, empty.
const tensor_data* list_at(const onnx_model& m, const node& n, std::size_t slot, dtype type,
                           const std::string& what) {
    if (!has_input(n, slot)) return nullptr;
    const value& v = m.values[static_cast<std::size_t>(n.inputs[slot])];
    if (!v.constant)
        fail_unsupported(n,
                         fmt::format("its {} {} are computed at run time", what, in_quotes(v.name)),
                         "export the model with fixed shapes, or simplify it first");
    if (v.constant->type != type || v.constant->dims.size() > 1)
        fail_bad_input(n, fmt::format("its {} {} must be a list of {}, but are {} of shape {}",
                                      what, in_quotes(v.name), name_of(type),
                                      name_of(v.constant->type), to_text(v.constant->dims)));
    return v.constant->bytes.empty() ? nullptr : v.constant.get();
}

std::vector<float> given_scales(const onnx_model& m, const node& n) {
    if (n.op_type == "Upsample" && n.since < 9)
        return find_attribute<std::vector<float>>(n, "scales").value_or(std::vector<float>{});
    const std::size_t slot = n.op_type == "Resize" && n.since >= 11 ? 2 : 1;
    const tensor_data* list = list_at(m, n, slot, dtype::f32, "scales");
    return list ? elements_of<float>(*list) : std::vector<float>{};
}

extents given_sizes(const onnx_model& m, const node& n) {
    const tensor_data* list = n.since < 11 ? nullptr : list_at(m, n, 3, dtype::i64, "sizes");
    return list ? elements_of<std::int64_t>(*list) : extents{};
}

/// The axes that scales and sizes are for, in their order.
std::vector<std::size_t> axes_of(const node& n, std::size_t rank) {
    std::vector<std::size_t> axes;
    const auto count = static_cast<std::int64_t>(rank);
    if (!find_attribute<extents>(n, "axes"))
        for (std::size_t axis = 0; axis < rank; ++axis) axes.push_back(axis);
    for (const std::int64_t axis : integers_attribute(n, "axes", {})) {
        if (axis < -count || axis >= count)
            fail_bad_input(n, fmt::format("axis {} is outside of its {} axes", axis, rank));
        axes.push_back(static_cast<std::size_t>(axis < 0 ? axis + count : axis));
        if (std::count(axes.begin(), axes.end(), axes.back()) > 1)
            fail_bad_input(n, fmt::format("its axes name axis {} twice", axis));
    }
    return axes;
}

void check_count(const node& n, std::size_t given, std::size_t axes, const std::string& what) {
    if (given != axes)
        fail_bad_input(n, fmt::format("it has {} {} for {} axes", given, what, axes));
}

void set_scale(const node& n, resizing& r, std::size_t axis, std::int64_t extent, float scale) {
    const float least = n.op_type == "Upsample" ? 1 : 0;
    const float product = static_cast<float>(extent) * scale;
    if (!(scale > 0) || scale < least || !(product <= static_cast<float>(max_elements)))
        fail_bad_input(
            n, fmt::format("a scale of {} for an extent of {} is impossible", scale, extent));
    r.scales[axis] = scale;
    r.output[axis] = static_cast<std::int64_t>(std::floor(product));
}

void set_size(const node& n, resizing& r, std::size_t axis, std::int64_t extent,
              std::int64_t size) {
    if (size < 1 || size > max_elements)
        fail_bad_input(n, fmt::format("a size of {} is impossible", size));
    r.scales[axis] = static_cast<float>(size) / static_cast<float>(extent);
    r.output[axis] = size;
}

/// Gives all these axes one scale, where the sizes are bounds and not to be met exactly.
void keep_aspect_ratio(const node& n, resizing& r, const std::vector<std::size_t>& axes,
                       const extents& dims) {
    const std::string policy = text_attribute(n, "keep_aspect_ratio_policy", "stretch");
    if (policy == "stretch" || axes.empty()) return;
    if (policy != "not_larger" && policy != "not_smaller")
        fail_bad_input(
            n, fmt::format("keep_aspect_ratio_policy {} does not exist", in_quotes(policy)));
    float common = r.scales[axes[0]];
    for (const std::size_t axis : axes)
        common = policy == "not_larger" ? std::min(common, r.scales[axis])
                                        : std::max(common, r.scales[axis]);
    for (const std::size_t axis : axes) {
        set_scale(n, r, axis, dims[axis], common);
        r.output[axis] = std::lround(static_cast<float>(dims[axis]) * common);
    }
}

void set_extents(const onnx_model& m, const node& n, const extents& dims, resizing& r) {
    const std::vector<float> scales = given_scales(m, n);
    const extents sizes = given_sizes(m, n);
    const std::vector<std::size_t> axes = axes_of(n, dims.size());
    if (scales.empty() == sizes.empty()) fail_bad_input(n, "it must have either scales or sizes");
    if (!scales.empty()) {
        check_count(n, scales.size(), axes.size(), "scales");
        for (std::size_t k = 0; k < axes.size(); ++k)
            set_scale(n, r, axes[k], dims[axes[k]], scales[k]);
        return;
    }
    check_count(n, sizes.size(), axes.size(), "sizes");
    for (std::size_t k = 0; k < axes.size(); ++k) set_size(n, r, axes[k], dims[axes[k]], sizes[k]);
    keep_aspect_ratio(n, r, axes, dims);
}

/// The attribute's text, which must be among these.
std::string text_among(const node& n, std::string_view name, std::string_view fallback,
                       std::initializer_list<std::string_view> known) {
    const std::string text = text_attribute(n, name, fallback);
    if (std::find(known.begin(), known.end(), text) == known.end())
        fail_bad_input(n,
                       fmt::format("{} {} does not exist in this version", name, in_quotes(text)));
    return text;
}

bool crops(const resizing& r) { return r.coordinates == "tf_crop_and_resize"; }

/// The part that is resized: all beginnings, then all ends.
void set_region(const onnx_model& m, const node& n, std::size_t rank, resizing& r) {
    r.begin.assign(rank, 0);
    r.end.assign(rank, 1);
    if (!crops(r)) return;
    const tensor_data* list = list_at(m, n, 1, dtype::f32, "regions");
    if (!list) fail_bad_input(n, "tf_crop_and_resize needs the region that is resized");
    const std::vector<float> region = elements_of<float>(*list);
    const std::vector<std::size_t> axes = axes_of(n, rank);
    check_count(n, region.size(), 2 * axes.size(), "numbers of its region");
    for (std::size_t k = 0; k < axes.size(); ++k) {
        r.begin[axes[k]] = region[k];
        r.end[axes[k]] = region[axes.size() + k];
    }
}

std::string coordinates_of(const node& n) {
    constexpr std::string_view name = "coordinate_transformation_mode";
    std::string text = text_attribute(n, name, "half_pixel");
    if (n.since < 11) return "asymmetric";
    if (text == "tf_half_pixel_for_nn" && n.since < 18) return text;
    if (text == "half_pixel_symmetric" && n.since >= 19) return text;
    return text_among(
        n, name, "half_pixel",
        {"half_pixel", "pytorch_half_pixel", "align_corners", "asymmetric", "tf_crop_and_resize"});
}

/// The rounding of a Resize before version 11, for which ONNX has no rule.
std::string old_rounding(const node& n, const resizing& r) {
    const auto shrinks = [](float scale) { return scale < 1; };
    const auto grows = [](float scale) { return scale > 1; };
    if (std::none_of(r.scales.begin(), r.scales.end(), shrinks)) return "floor";
    if (std::none_of(r.scales.begin(), r.scales.end(), grows)) return "ceil";
    fail_unsupported(n,
                     "it enlarges one axis and shrinks another, for which version 10 has no rule",
                     "export the model with opset 11 or later");
}

std::string rounding_of(const node& n, const resizing& r) {
    if (r.mode != "nearest") return "floor";
    if (n.since < 11) return old_rounding(n, r);
    return text_among(n, "nearest_mode", "round_prefer_floor",
                      {"round_prefer_floor", "round_prefer_ceil", "floor", "ceil"});
}

}  // namespace

resizing resizing_of(const onnx_model& m, const node& n) {
    const extents& dims = m.values[static_cast<std::size_t>(n.inputs[0])].dims;
    resizing r;
    r.coordinates = coordinates_of(n);
    r.scales.assign(dims.size(), 1);
    r.output = dims;
    r.mode = n.since < 11 ? text_among(n, "mode", "nearest", {"nearest", "linear"})
                          : text_among(n, "mode", "nearest", {"nearest", "linear", "cubic"});
    if (n.op_type == "Upsample" && n.since >= 10)
        fail_bad_input(n, "ONNX has no Upsample from opset 10 on, but Resize");
    set_extents(m, n, dims, r);
    r.rounds = rounding_of(n, r);
    set_region(m, n, dims.size(), r);
    r.outside = real_attribute(n, "extrapolation_value", 0);
    r.cubic_a = real_attribute(n, "cubic_coeff_a", -0.75f);
    r.exclude_outside = integer_attribute(n, "exclude_outside", 0) != 0;
    r.antialias = integer_attribute(n, "antialias", 0) != 0;
    return r;
}

bool changes_axis(const resizing& r, std::size_t axis) {
    return r.scales[axis] != 1 || r.begin[axis] != 0 || r.end[axis] != 1;
}

bool resizes_by_rows(const resizing& r) {
    const std::size_t rank = r.scales.size();
    const bool shrinks =
        std::any_of(r.scales.begin(), r.scales.end(), [](float scale) { return scale < 1; });
    if (crops(r) || r.mode == "cubic" || (r.antialias && shrinks && r.mode != "nearest"))
        return false;
    if (rank < 2 || rank > 4 || r.scales[0] != 1) return false;
    return rank == 2 || std::count(r.scales.begin() + 1, r.scales.end(), 1.0f) > 0;
}

bool resizes_by_copying(const node& n) { return text_attribute(n, "mode", "nearest") == "nearest"; }

}  // namespace onnx2hpp
