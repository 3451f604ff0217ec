// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Shapes of an ONNX graph that change everywhere at once, so that what belongs together still fits.

#include <onnx/onnx_pb.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

namespace onnx2hpp::test {

using repeated_extents = google::protobuf::RepeatedField<std::int64_t>;

inline constexpr std::int64_t most_refitted_elements = 4096;

inline onnx::TensorShapeProto* shape_of(onnx::ValueInfoProto& value) {
    return value.mutable_type()->mutable_tensor_type()->mutable_shape();
}

/// Of all inputs and initializers, each as often as it is there.
inline std::vector<std::int64_t> extents_of(onnx::GraphProto& graph) {
    std::vector<std::int64_t> found;
    for (auto& input : *graph.mutable_input())
        for (const auto& dim : shape_of(input)->dim())
            if (dim.has_dim_value()) found.push_back(dim.dim_value());
    for (const auto& tensor : graph.initializer())
        found.insert(found.end(), tensor.dims().begin(), tensor.dims().end());
    return found;
}

/// The number of elements, or one more than the most where there are more or none are possible.
inline std::int64_t count_of(const repeated_extents& dims) {
    std::int64_t count = 1;
    for (const std::int64_t extent : dims) {
        if (extent < 0 || extent > most_refitted_elements) return most_refitted_elements + 1;
        count = std::min(count * extent, most_refitted_elements + 1);
    }
    return count;
}

/// Repeats or cuts what holds `before` elements.
template <class Data>
void refit(Data& data, std::int64_t before, std::int64_t after) {
    const auto size = static_cast<std::int64_t>(data.size());
    const Data old = data;
    data.Clear();
    const std::int64_t each = size / before;
    for (std::int64_t i = 0; i < each * after && size > 0; ++i)
        data.Add(old.Get(static_cast<int>(i % size)));
}

inline void refit(std::string& bytes, std::int64_t before, std::int64_t after) {
    const std::string old = bytes;
    const auto size = static_cast<std::int64_t>(old.size()) / before * after;
    while (static_cast<std::int64_t>(bytes.size()) < size && !old.empty()) bytes += old;
    bytes.resize(static_cast<std::size_t>(size));
}

inline void replace_extent(onnx::TensorProto& tensor, std::int64_t from, std::int64_t to) {
    const std::int64_t before = count_of(tensor.dims());
    repeated_extents dims = tensor.dims();
    std::replace(dims.begin(), dims.end(), from, to);
    const std::int64_t after = count_of(dims);
    if (before < 1 || before > most_refitted_elements || after > most_refitted_elements) return;
    tensor.mutable_dims()->Swap(&dims);
    refit(*tensor.mutable_float_data(), before, after);
    refit(*tensor.mutable_int32_data(), before, after);
    refit(*tensor.mutable_int64_data(), before, after);
    if (tensor.has_raw_data()) refit(*tensor.mutable_raw_data(), before, after);
}

inline void replace_extent(onnx::ValueInfoProto& input, std::int64_t from, std::int64_t to) {
    for (auto& dim : *shape_of(input)->mutable_dim())
        if (dim.has_dim_value() && dim.dim_value() == from) dim.set_dim_value(to);
}

/// What the graph says of shapes that follow from its inputs and constants is gone.
inline void forget_inferred_shapes(onnx::GraphProto& graph) {
    graph.clear_value_info();
    for (auto& output : *graph.mutable_output()) output.clear_type();
}

/// Gives an extent another size in every input and constant that has it.
inline void replace_extent(onnx::GraphProto& graph, std::int64_t from, std::int64_t to) {
    for (auto& input : *graph.mutable_input()) replace_extent(input, from, to);
    for (auto& tensor : *graph.mutable_initializer()) replace_extent(tensor, from, to);
    forget_inferred_shapes(graph);
}

}  // namespace onnx2hpp::test
