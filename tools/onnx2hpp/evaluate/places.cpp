// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/evaluate/places.hpp>

namespace onnx2hpp {

extents strides_of(const extents& dims) {
    extents strides(dims.size(), 1);
    for (std::size_t axis = dims.size(); axis-- > 1;)
        strides[axis - 1] = strides[axis] * dims[axis];
    return strides;
}

element_places broadcast_places(const extents& own, const extents& dims) {
    extents strides = strides_of(own);
    for (std::size_t axis = 0; axis < own.size(); ++axis)
        if (own[axis] == 1) strides[axis] = 0;
    strides.insert(strides.begin(), dims.size() - own.size(), 0);
    element_places places;
    places.reserve(static_cast<std::size_t>(element_count(dims)));
    for_each_position(dims, [&](const extents& position) {
        std::int64_t place = 0;
        for (std::size_t axis = 0; axis < dims.size(); ++axis)
            place += position[axis] * strides[axis];
        places.push_back(place);
    });
    return places;
}

shared_tensor picked(const tensor_data& t, const extents& dims, const element_places& places) {
    const std::size_t width = static_cast<std::size_t>(bits_of(t.type)) / 8;
    tensor_data result{t.type, dims, std::vector<std::byte>(places.size() * width)};
    for (std::size_t i = 0; i < places.size(); ++i)
        if (places[i] >= 0)
            std::memcpy(&result.bytes[i * width],
                        &t.bytes[static_cast<std::size_t>(places[i]) * width], width);
    return std::make_shared<const tensor_data>(std::move(result));
}

}  // namespace onnx2hpp
