// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/attributes.hpp>
#include <onnx2hpp/constants.hpp>
#include <onnx2hpp/diagnostic.hpp>
#include <onnx2hpp/evaluate/evaluate.hpp>
#include <onnx2hpp/evaluate/places.hpp>
#include <onnx2hpp/expand/common_values.hpp>
#include <onnx2hpp/expand/expansion.hpp>
#include <onnx2hpp/lower/lowering.hpp>
#include <onnx2hpp/onnx/extents.hpp>
#include <onnx2hpp/onnx/operator_entry.hpp>
#include <onnx2hpp/onnx/padding.hpp>
#include <onnx2hpp/onnx/shape_context.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace onnx2hpp {
namespace {

using tigris::dtype;

std::int64_t padded_extent(const shape_context& c, std::int64_t extent, std::int64_t before,
                           std::int64_t after) {
    const bool possible =
        std::max(before, after) <= max_elements && std::min(before, after) >= -extent;
    if (!possible || extent + before + after < 1)
        fail_bad_input(c.at, fmt::format("pads {} and {} leave nothing sensible of an extent of {}",
                                         before, after, extent));
    return extent + before + after;
}

/// A reflection leaves out the edge itself, so it needs one element more than it pads.
void check_reflection(const shape_context& c, std::int64_t extent, std::int64_t pad) {
    if (pad >= extent)
        fail_bad_input(c.at, fmt::format("an extent of {} cannot be reflected by {}", extent, pad));
}

/// Checks that an axis has elements to repeat, as every mode but constant does.
void check_repetition(const shape_context& c, std::int64_t extent, std::int64_t pad) {
    if (extent == 0 && pad > 0)
        fail_bad_input(c.at, "an axis of no elements has none to repeat in its pads");
}

std::string mode_of(const shape_context& c) {
    const std::string mode = text_attribute(c.at, "mode", "constant");
    const bool known = mode == "constant" || mode == "reflect" || mode == "edge" ||
                       (mode == "wrap" && c.at.since >= 19);
    if (!known) fail_bad_input(c.at, fmt::format("mode {} does not exist", in_quotes(mode)));
    return mode;
}

void shape_pad(shape_context& c) {
    extents dims = c.input(0).dims;
    const std::size_t rank = dims.size();
    const extents pads = padding_of(c.source(), c.at);
    const std::string mode = mode_of(c);
    if (c.has_input(2)) {
        c.require_same_type(0, 2);
        if (element_count(c.input(2).dims) != 1)
            fail_bad_input(c.at, fmt::format("{} is not one number", c.label_of_input(2)));
    }
    for (std::size_t axis = 0; axis < rank; ++axis) {
        const std::int64_t most = std::max(pads[axis], pads[rank + axis]);
        if (mode == "reflect") check_reflection(c, dims[axis], most);
        if (mode != "constant") check_repetition(c, dims[axis], most);
        dims[axis] = padded_extent(c, dims[axis], pads[axis], pads[rank + axis]);
    }
    c.set_output(c.input(0).type, dims);
}

/// Pads of one sign.
extents signed_pads(extents pads, bool positive) {
    for (std::int64_t& pad : pads) pad = (pad > 0) == positive ? pad : 0;
    return pads;
}

/// The input without what negative pads cut off.
value_id cropped(expansion& e, value_id x, const extents& pads) {
    const extents dims = e.dims(x);
    for (std::size_t axis = 0; axis < dims.size(); ++axis) {
        const std::int64_t begin = std::max<std::int64_t>(0, -pads[axis]);
        const std::int64_t end = dims[axis] + std::min<std::int64_t>(0, pads[dims.size() + axis]);
        if (begin != 0 || end != dims[axis]) x = sliced(e, x, axis, begin, std::max(begin, end));
    }
    return x;
}

/// The input between pads of a number that is computed at run time.
value_id bordered(expansion& e, const extents& pads) {
    const value_id x = e.input(0);
    check_size(e, e.dims(x));
    const std::vector<std::int64_t> ones(static_cast<std::size_t>(element_count(e.dims(x))), 1);
    const auto boolean = tigris::dtype::boolean;
    const value_id list = e.integers(pads);
    const value_id inside = e.add("Pad", {e.constant(make_tensor(boolean, e.dims(x), ones)), list});
    return e.add("Where", {inside, e.add("Pad", {x, list}), e.input(2)});
}

/// By how much an extent changes at its begin: an odd element comes or goes at the end.
std::int64_t change_before(std::int64_t extent, std::int64_t target) {
    return target >= extent ? (target - extent) / 2 : -((extent - target) / 2);
}

/// What one canonical step cannot do: a border computed at run time, and to cut some axes off while
/// others are mirrored.
bool expand_pad(expansion& e) {
    const std::string mode = text_attribute(e.at, "mode", "constant");
    const extents pads = padding_of(e.source(), e.at);
    if (mode == "constant" && e.has_input(2) && !e.is_constant(e.input(2))) {
        e.give(0, bordered(e, pads));
        return true;
    }
    const extents negative = signed_pads(pads, false);
    const bool crops = std::any_of(negative.begin(), negative.end(), [](auto p) { return p != 0; });
    if (mode == "constant" || !crops) return false;
    const value_id inner = cropped(e, e.input(0), negative);
    e.give(0, e.add("Pad", {inner, e.integers(signed_pads(pads, true))}, {{"mode", mode}}));
    return true;
}

bool expand_center_crop_pad(expansion& e) {
    const extents dims = e.dims(e.input(0)), targets = e.list(1, "extents");
    const std::vector<std::size_t> axes =
        e.axes(integers_attribute(e.at, "axes", e.all_axes(dims.size())), dims.size());
    if (axes.size() != targets.size())
        fail_bad_input(e.at,
                       fmt::format("extents {} do not fit {} axes", to_text(targets), axes.size()));
    extents pads(2 * dims.size(), 0);
    for (std::size_t i = 0; i < axes.size(); ++i) {
        if (targets[i] < 0 || targets[i] > max_elements)
            fail_bad_input(e.at, fmt::format("its extent {} is impossible", targets[i]));
        pads[axes[i]] = change_before(dims[axes[i]], targets[i]);
        pads[dims.size() + axes[i]] = targets[i] - dims[axes[i]] - pads[axes[i]];
    }
    e.give(0, e.add("Pad", {e.input(0), e.integers(pads)}));
    return true;
}

/// The place of an axis of `extent` that a padded one shows, or -1 for the border.
std::int64_t shown_place(std::int64_t place, std::int64_t extent, const std::string& mode) {
    if (place >= 0 && place < extent) return place;
    if (mode == "edge") return place < 0 ? 0 : extent - 1;
    if (mode == "reflect") return place < 0 ? -place : 2 * (extent - 1) - place;
    if (mode == "wrap") return (place % extent + extent) % extent;
    return -1;
}

/// The border of a Pad as one element; zero where it has none.
std::vector<std::byte> border_of(const constant_node& n) {
    const tensor_data& x = n.input(0);
    if (n.has_input(2)) return n.input(2).bytes;
    return make_tensor(x.type, {}, std::vector<double>{real_attribute(n.at, "value", 0)})->bytes;
}

shared_tensor evaluate_pad(const constant_node& n) {
    const extents& dims = n.input(0).dims;
    const extents pads = padding_of(n.source(), n.at), strides = strides_of(dims);
    const std::string mode = text_attribute(n.at, "mode", "constant");
    const std::vector<std::byte> border = border_of(n);
    element_places places;
    for_each_position(n.dims(), [&](const extents& at) {
        std::int64_t place = 0;
        for (std::size_t axis = 0; axis < at.size() && place >= 0; ++axis) {
            const std::int64_t shown = shown_place(at[axis] - pads[axis], dims[axis], mode);
            place = shown < 0 ? -1 : place + shown * strides[axis];
        }
        places.push_back(place);
    });
    tensor_data result = *picked(n.input(0), n.dims(), places);
    for (std::size_t i = 0; i < places.size(); ++i)
        if (places[i] < 0)
            std::memcpy(&result.bytes[i * border.size()], border.data(), border.size());
    return std::make_shared<const tensor_data>(std::move(result));
}

tigris::ops::pad_mode mode_of(const node& n) {
    using enum tigris::ops::pad_mode;
    const std::string mode = text_attribute(n, "mode", "constant");
    if (mode == "reflect") return reflect;
    if (mode == "edge") return edge;
    return mode == "wrap" ? wrap : constant;
}

/// Sets the border: a real number for floats and codes, an integer for plain integers.
void set_border(const lowering& l, const node& n, tigris::ops::pad& op) {
    const value& x = l.at(n.inputs[0]);
    const tensor_data* given = has_input(n, 2) ? l.at(n.inputs[2]).constant.get() : nullptr;
    if (given && given->type == dtype::f32)
        op.value = elements_of<float>(*given)[0];
    else if (x.type == dtype::f32)
        op.value = real_attribute(n, "value", 0);
    else if (x.quant.scale.empty())
        op.number = given ? integers_of(*given)[0] : 0;
    else
        op.value = x.quant.scale[0] *
                   static_cast<float>((given ? integers_of(*given)[0] : 0) - x.quant.zero_point[0]);
}

void lower_pad(lowering& l, const node& n) {
    const extents pads = padding_of(l.source, n);
    l.restore_columns(n.inputs[0]);
    const axis_order order = l.place(n.inputs[0]).order;
    tigris::ops::pad op{.mode = mode_of(n)};
    if (op.mode == tigris::ops::pad_mode::constant) set_border(l, n, op);
    for (std::size_t place = 0; place < order.size(); ++place) {
        const auto axis = static_cast<std::size_t>(order[place]);
        op.before[static_cast<int>(place)] = static_cast<std::int32_t>(pads[axis]);
        op.after[static_cast<int>(place)] = static_cast<std::int32_t>(pads[order.size() + axis]);
    }
    const int input = l.operand(n.inputs[0], order);
    l.add_step(n, op, {input}, l.make_result(n.outputs[0], order));
}

}  // namespace

namespace operators {

operator_entries pad_operators() {
    return {
        {.type = "Pad",
         .versions = {{.since = {2},
                       .attributes = {text("mode"), required(integers("pads")), real("value")}},
                      {.since = {11, 13}, .inputs = {2, 3}, .attributes = {text("mode")}},
                      {.since = {18, 19, 21, 23, 24, 25},
                       .inputs = {2, 4},
                       .attributes = {text("mode")}}},
         .shape = shape_pad,
         .expand = expand_pad,
         .evaluate = evaluate_pad,
         .lower = lower_pad,
         .traits = {.order = wanted_order::as_result,
                    .keeps_codes = true,
                    .passes_codes = true,
                    .takes_any_type = true}},
        {.type = "CenterCropPad",
         .versions = {{.since = {18}, .inputs = {2, 2}, .attributes = {integers("axes")}}},
         .expand = expand_center_crop_pad},
    };
}

}  // namespace operators

}  // namespace onnx2hpp
