// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "extent_mutator.hpp"

#include <algorithm>
#include <cstdint>
#include <vector>

namespace fuzz {
namespace {

constexpr std::int64_t most_elements = 4096;

using field = google::protobuf::RepeatedField<std::int64_t>;

onnx::TensorShapeProto* shape_of(onnx::ValueInfoProto& value) {
    return value.mutable_type()->mutable_tensor_type()->mutable_shape();
}

std::vector<std::int64_t> extents_of(onnx::GraphProto& graph) {
    std::vector<std::int64_t> found;
    for (auto& input : *graph.mutable_input())
        for (const auto& dim : shape_of(input)->dim())
            if (dim.has_dim_value()) found.push_back(dim.dim_value());
    for (const auto& tensor : graph.initializer())
        found.insert(found.end(), tensor.dims().begin(), tensor.dims().end());
    return found;
}

/// The number of elements, or one more than the most where there are more or none are possible.
std::int64_t count_of(const field& dims) {
    std::int64_t count = 1;
    for (const std::int64_t extent : dims) {
        if (extent < 0 || extent > most_elements) return most_elements + 1;
        count = std::min(count * extent, most_elements + 1);
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

void refit_bytes(std::string& bytes, std::int64_t before, std::int64_t after) {
    const std::size_t size =
        bytes.size() / static_cast<std::size_t>(before) * static_cast<std::size_t>(after);
    const std::string old = bytes;
    while (bytes.size() < size && !old.empty()) bytes += old;
    bytes.resize(size);
}

void change(onnx::TensorProto& tensor, std::int64_t from, std::int64_t to) {
    const std::int64_t before = count_of(tensor.dims());
    field dims = tensor.dims();
    std::replace(dims.begin(), dims.end(), from, to);
    const std::int64_t after = count_of(dims);
    if (before < 1 || before > most_elements || after > most_elements) return;
    tensor.mutable_dims()->Swap(&dims);
    refit(*tensor.mutable_float_data(), before, after);
    refit(*tensor.mutable_int32_data(), before, after);
    refit(*tensor.mutable_int64_data(), before, after);
    if (tensor.has_raw_data()) refit_bytes(*tensor.mutable_raw_data(), before, after);
}

void change(onnx::ValueInfoProto& input, std::int64_t from, std::int64_t to) {
    for (auto& dim : *shape_of(input)->mutable_dim())
        if (dim.has_dim_value() && dim.dim_value() == from) dim.set_dim_value(to);
}

}  // namespace

void change_extent(onnx::GraphProto& graph, random_source& random) {
    const std::vector<std::int64_t> extents = extents_of(graph);
    if (extents.empty()) return;
    const std::int64_t from = one_of(random, extents);
    const auto to = static_cast<std::int64_t>(below(random, once_in(random, 2) ? 2 : 8));
    for (auto& input : *graph.mutable_input()) change(input, from, to);
    for (auto& tensor : *graph.mutable_initializer()) change(tensor, from, to);
    graph.clear_value_info();
    for (auto& output : *graph.mutable_output()) output.clear_type();
}

}  // namespace fuzz
