// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/attributes.hpp>
#include <onnx2hpp/evaluate/places.hpp>
#include <onnx2hpp/evaluate/rules.hpp>
#include <onnx2hpp/onnx/concatenate.hpp>
#include <onnx2hpp/onnx/padding.hpp>
#include <onnx2hpp/onnx/slicing.hpp>

namespace onnx2hpp {
namespace {

/// The elements of input 0 that `place` names for each position of the result; -1: zero.
template <class Place>
shared_tensor taken(const constant_node& n, Place&& place) {
    element_places places;
    places.reserve(static_cast<std::size_t>(element_count(n.dims())));
    for_each_position(n.dims(), [&](const extents& at) { places.push_back(place(at)); });
    return picked(n.input(0), n.dims(), places);
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

}  // namespace

shared_tensor evaluate_transpose(const constant_node& n) {
    const tensor_data& x = n.input(0);
    extents perm = integers_attribute(n.at, "perm", {});
    if (perm.empty())
        for (std::size_t axis = x.dims.size(); axis-- > 0;)
            perm.push_back(static_cast<std::int64_t>(axis));
    return permuted(x, std::vector<int>(perm.begin(), perm.end()));
}

shared_tensor evaluate_reshape(const constant_node& n) { return reshaped(n.input(0), n.dims()); }

shared_tensor evaluate_concat(const constant_node& n) {
    std::vector<shared_tensor> parts;
    for (std::size_t i = 0; i < n.at.inputs.size(); ++i) {
        if (!n.has_input(i) || n.input(i).type != n.input(0).type) return {};
        parts.push_back(std::make_shared<const tensor_data>(n.input(i)));
    }
    return concatenated(parts, axis_attribute(n.at, parts[0]->dims.size(), 1));
}

shared_tensor evaluate_slice(const constant_node& n) {
    const slicing s = slicing_of(n.source(), n.at);
    const extents strides = strides_of(n.input(0).dims);
    return taken(n, [&](const extents& at) {
        std::int64_t place = 0;
        for (std::size_t axis = 0; axis < at.size(); ++axis)
            place += (s.begin[axis] + at[axis] * s.step[axis]) * strides[axis];
        return place;
    });
}

/// Tile, and Expand, whose input may have fewer axes.
shared_tensor evaluate_tile(const constant_node& n) {
    const extents& dims = n.input(0).dims;
    const extents strides = strides_of(dims);
    const std::size_t missing = n.dims().size() - dims.size();
    return taken(n, [&](const extents& at) {
        std::int64_t place = 0;
        for (std::size_t axis = 0; axis < dims.size(); ++axis)
            place += at[missing + axis] % dims[axis] * strides[axis];
        return place;
    });
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

}  // namespace onnx2hpp
